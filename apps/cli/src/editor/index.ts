/** The hub of this program inside an editor. */
export { openEditorHub, type EditorHub, type EditorHubOptions } from './open-editor-hub.ts';
export type { EditorMachine } from './editor-machine.ts';
export type { EditorAgents } from './editor-settings.ts';
export type { OpenFile } from '../host/open-in-editor.ts';
export type { AgentServer } from '../config/agent-server.ts';
