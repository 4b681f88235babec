/** Handlers for `client()`: files and commands, documents, permissions, elicitation and logins. */
export { clientMachine, type ClientMachine, type ClientMachineOptions } from './files-and-terminals/client-machine.ts';
export { withWireErrors } from './files-and-terminals/wire-error.ts';
export { requireHarmlessVariables } from './files-and-terminals/code-loading-variables.ts';
export type { AskedFile, EditorBuffers, MachineFiles } from './files-and-terminals/file-handlers.ts';
export type { MachineContext, MachineSession } from './files-and-terminals/session-workspaces.ts';
export type { DisplayedTerminalLimits } from './files-and-terminals/displayed-terminals.ts';
export type { MachineTerminals } from './files-and-terminals/terminal-handlers.ts';
export { collectContext, type CollectContextOptions, type ContextProvider } from './context/context.ts';
export { activeFileContext, gitContext, selectionContext } from './context/context-providers.ts';
export {
  editorHandlers,
  joinEditorStates,
  type EditorDocument,
  type EditorHandlers,
  type EditorSelection,
  type EditorState,
} from './editor/editor-state.ts';
export { EditorStateFile, type EditorStateFileOptions } from './editor/editor-state-file.ts';
export { OpenedFiles } from './editor/opened-files.ts';
export {
  permissionHandler,
  type AskContext,
  type AskUser,
  type MachinePermissions,
  type PermissionDecision,
  type PermissionHandlerOptions,
} from './permissions/permission-handler.ts';
export {
  openPermissionMemory,
  type PermissionMemory,
  type PermissionMemoryOptions,
  type RememberedChoice,
} from './permissions/permission-memory.ts';
export { authStatusUpdateMethod, readAuthStatusUpdate, type AuthStatusUpdate } from './login/auth-status-update.ts';
export { namedPlaces, type NamedPlaces } from './permissions/named-places.ts';
export type { PermissionPolicy } from './permissions/permission-policy.ts';
export { readPermission, type KnownToolCall, type PermissionQuestion } from '../questions/permission-question.ts';
export {
  parsePermissionRules,
  PermissionRulesError,
  readPermissionRules,
  type PermissionRule,
  type PermissionRules,
  type RuleDecision,
} from './permissions/permission-rules.ts';
export {
  elicitationHandlers,
  type ElicitationHooks,
  type FormContext,
  type MachineElicitation,
  type WebPageContext,
} from './elicitation/elicitation.ts';
export { readForm } from './elicitation/form.ts';
export type { Form, FormProblem, FormRequest, FormValues } from '../questions/form.ts';
export type {
  BooleanField,
  ChoiceField,
  ChoicesField,
  FormChoice,
  FormField,
  FormValue,
  NumberField,
  TextField,
  TextFormat,
  UnknownField,
} from '@acp-stack/schema/elicitation-form';
export { readWebPage, type WebPage, type WebPageRequest, type WebPageWarning } from '../questions/web-page.ts';
export {
  Login,
  LoginError,
  type LoginConnection,
  type LoginContext,
  type LoginHooks,
  type LoginOptions,
} from './login/login.ts';
export {
  readLoginMethod,
  type AgentLogin,
  type LoginAbilities,
  type LoginMethod,
  type LoginVariable,
  type OtherLogin,
  type TerminalLogin,
  type VariablesLogin,
} from './login/login-method.ts';
