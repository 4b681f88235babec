/** Version 1 of the protocol, with its unstable and draft part. */
// Generated from src/definitions by `npm run generate`. Do not edit.
export type * from './types.gen.ts';
export type { Extension, ExtensionVariant } from '../../shared/extension.ts';
export { formatProblem } from '../../validate/problem.ts';
export { errorCodes, isMethodName, methods, type MethodName, type Methods } from './methods.gen.ts';
export { validators, type Validators } from './validators.gen.ts';
export {
  isAuthMethod,
  isContentBlock,
  isCreateElicitationRequest,
  isCreateElicitationResponse,
  isElicitationPropertySchema,
  isIdleStateUpdate,
  isMcpServer,
  isMultiSelectItems,
  isNesSuggestion,
  isPlanUpdateContent,
  isRequestPermissionOutcome,
  isSessionConfigOption,
  isSessionUpdate,
  isSetSessionConfigOptionRequest,
  isStateUpdate,
  isToolCallContent,
} from './guards.gen.ts';
