/** The kinds of steps by name; each reads its value once and returns a function that runs the step. */
import type { Field } from './field.ts';
import type { RunStep } from './step-context.ts';

/** Reads the steps inside another step. */
export type ReadSteps = (field: Field) => RunStep;

export type StepTable = Readonly<Record<string, (field: Field, readSteps: ReadSteps) => RunStep>>;
