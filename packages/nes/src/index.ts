/** Next edit suggestions: for agents, for clients, and an engine that needs no model. */
export { serveNes, type NesLimits, type ServedNesSession, type ServeNesOptions } from './agent/serve-nes.ts';
export type { NesReport } from './agent/nes-session.ts';
export {
  NesClient,
  nesClientCapabilities,
  startNes,
  type ChangeCause,
  type EditorDiagnostic,
  type NesClientOptions,
} from './client/nes-client.ts';
export type { OfferedSuggestion, SuggestTiming } from './client/suggest-controller.ts';
export {
  DocumentMirror,
  type MirroredChange,
  type MirroredDocument,
  type MirrorLimits,
  type MirrorOptions,
  type MirrorReport,
} from './documents/document-mirror.ts';
export { editEngine } from './engine/edit-engine.ts';
export { modelEngine, type ModelEngineOptions } from './model/model-engine.ts';
export type { FimFamily, PromptFormat } from './model/prompt-format.ts';
export type { Diagnostic, EngineRequest, EngineSession, NesEngine, NesWorkspace } from './nes-engine.ts';
export type {
  EditSuggestion,
  JumpSuggestion,
  RenameSuggestion,
  SearchAndReplaceSuggestion,
  Suggestion,
  SuggestionKind,
} from './suggestion.ts';
export type { Place, Replacement, Span } from './text/place.ts';
export { applyAll } from './text/replacements.ts';
export { Text } from './text/text.ts';
