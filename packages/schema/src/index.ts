/** What all versions of the protocol share; the versions themselves are at `./v1`, `./v2` and their `/unstable`. */
export type { Guards } from './guards.ts';
export type { Direction, Gate, MethodKind, MethodSpec, MethodTable, MethodTypes, Stability } from './method-table.ts';
export { formatProblem, type Problem, type Repair } from './problem.ts';
export type { Extension, ExtensionVariant } from './extension.ts';
export type { Checked, Validator } from './validator.ts';
