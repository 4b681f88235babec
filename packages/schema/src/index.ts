/** What all versions of the protocol share; the versions themselves are at `./v1`, `./v2` and their `/unstable`. */
export type { Guards } from './shared/guards.ts';
export type {
  Direction,
  Gate,
  MethodKind,
  MethodSpec,
  MethodTable,
  MethodTypes,
  Stability,
} from './shared/method-table.ts';
export { formatProblem, type Checked, type Problem, type Repair } from './validate/problem.ts';
export type { Extension, ExtensionVariant } from './shared/extension.ts';
export type { FieldVisitor } from './validate/known-part.ts';
export type { Validator } from './validate/validator.ts';
