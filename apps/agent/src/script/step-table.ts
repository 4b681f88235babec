/** The kinds of steps by name; each reads its value once and returns a function that runs the step. */
import type { ScriptValue } from './script-value.ts';
import type { RunStep } from './step-context.ts';

/** Reads the steps inside another step. */
export type ReadSteps = (field: ScriptValue) => RunStep;

export type StepTable = Readonly<Record<string, (field: ScriptValue, readSteps: ReadSteps) => RunStep>>;
