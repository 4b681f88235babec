/** The kinds of steps by the name that a script gives them; each reads its value once and answers with how it is played. */
import type { Field } from './field.ts';
import type { RunStep } from './step-context.ts';

/** Reads the steps inside of another step. */
export type ReadSteps = (field: Field) => RunStep;

export type StepTable = Readonly<Record<string, (field: Field, readSteps: ReadSteps) => RunStep>>;
