/** What a client answers agents with: its files and commands, its documents, and the decisions of its user. For the handlers of `client()`. */
export { clientMachine, type ClientMachine, type ClientMachineOptions } from './client-machine.ts';
export type { AskedFile, EditorBuffers, MachineFiles } from './file-handlers.ts';
export type { MachineContext, MachineSession } from './session-workspaces.ts';
export type { ShownLimits } from './shown-terminals.ts';
export type { MachineTerminals } from './terminal-handlers.ts';
export { collectContext, type CollectContextOptions, type ContextProvider } from './context.ts';
export { activeFileContext, gitContext, selectionContext } from './context-providers.ts';
export {
  editorHandlers,
  joinEditorStates,
  type EditorDocument,
  type EditorHandlers,
  type EditorSelection,
  type EditorState,
} from './editor-state.ts';
export { EditorStateFile, type EditorStateFileOptions } from './editor-state-file.ts';
export { GivenFiles } from './given-files.ts';
export { configFolder } from './config-folder.ts';
export {
  permissionHandler,
  type AskContext,
  type AskUser,
  type MachinePermissions,
  type PermissionDecision,
  type PermissionHandlerOptions,
} from './permission-handler.ts';
export {
  openPermissionMemory,
  type PermissionMemory,
  type PermissionMemoryOptions,
  type RememberedChoice,
} from './permission-memory.ts';
export type { PermissionPolicy } from './permission-policy.ts';
export { readPermission, type KnownToolCall, type PermissionQuestion } from './permission-question.ts';
export {
  parsePermissionRules,
  PermissionRulesError,
  readPermissionRules,
  type PermissionRule,
  type PermissionRules,
  type Verdict,
} from './permission-rules.ts';
export {
  elicitationHandlers,
  type ElicitationHooks,
  type FormContext,
  type MachineElicitation,
  type PageContext,
} from './elicitation.ts';
export { readForm, type Form, type FormProblem, type FormRequest, type FormValues } from './form.ts';
export type { FormValue } from './form-check.ts';
export type {
  BooleanField,
  ChoiceField,
  ChoicesField,
  FormChoice,
  FormField,
  NumberField,
  TextField,
  TextFormat,
  UnknownField,
} from './form-field.ts';
export { readPage, type Page, type PageRequest, type PageWarning } from './page.ts';
export {
  Login,
  LoginError,
  type LoginConnection,
  type LoginContext,
  type LoginHooks,
  type LoginOptions,
} from './login.ts';
export type {
  AgentLogin,
  LoginMethod,
  LoginVariable,
  OtherLogin,
  TerminalLogin,
  VariablesLogin,
} from './login-method.ts';
