/** Version 2 of the protocol. */
// Generated from src/definitions by `npm run generate`. Do not edit.
export type * from './types.gen.ts';
export type { Extension, ExtensionVariant } from '../shared/extension.ts';
export { formatProblem } from '../validate/problem.ts';
export { errorCodes, isMethodName, methods, type MethodName, type Methods } from './methods.gen.ts';
export { validators, type Validators } from './validators.gen.ts';
export {
  isAuthMethod,
  isAvailableCommand,
  isAvailableCommandInput,
  isBackgroundWork,
  isContentBlock,
  isCreateElicitationRequest,
  isCreateElicitationResponse,
  isDiffChange,
  isElicitationPropertySchema,
  isIdleStateUpdate,
  isMcpServer,
  isMultiSelectItems,
  isPlanUpdateContent,
  isReplayFrom,
  isRequestPermissionOutcome,
  isRequestPermissionSubject,
  isSessionConfigOption,
  isSessionUpdate,
  isSetSessionConfigOptionRequest,
  isStateUpdate,
  isToolCallContent,
} from './guards.gen.ts';
