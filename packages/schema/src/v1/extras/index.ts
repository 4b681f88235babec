/** What only version 1 asks a client: its files and its terminals. */
// Generated from src/definitions by `npm run generate`. Do not edit.
export type * from './types.gen.ts';
export type { Extension, ExtensionVariant } from '../../extension.ts';
export { formatProblem } from '../../problem.ts';
export { errorCodes, isMethodName, methods, type MethodName, type Methods } from './methods.gen.ts';
export { validators, type Validators } from './validators.gen.ts';
