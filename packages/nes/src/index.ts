/** Next edit suggestions: for agents, for clients, and an engine that needs no model. */
export { withConfigOptions } from './agent/configurable-engine.ts';
export { serveNes, type NesLimits, type ServedNesSession, type ServeNesOptions } from './agent/serve-nes.ts';
export { reportWords, type NesReport } from './agent/nes-report.ts';
export type { EditorDiagnostic } from './client/editor-diagnostics.ts';
export { NesClient, type ChangeCause, type NesClientOptions } from './client/nes-client.ts';
export { nesClientCapabilities, startNes } from './client/start-nes.ts';
export type { OfferedSuggestion, SuggestTiming } from './client/suggest-controller.ts';
export {
  DocumentMirror,
  type MirroredChange,
  type MirroredDocument,
  type MirrorLimits,
  type MirrorOptions,
  type MirrorReport,
} from './documents/document-mirror.ts';
export type {
  Elsewhere,
  ExpressionMatch,
  ExpressionSearch,
  ShownSuggestion,
  Surroundings,
} from './show/shown-suggestion.ts';
export { SuggestionChoice, type DocumentView } from './show/suggestion-choice.ts';
export { editEngine } from './engine/edit-engine.ts';
export { modelEngine, type ModelEngineOptions } from './model/model-engine.ts';
export { inferFormat, promptFormats, type FimFamily, type PromptFormat } from './model/prompt-format.ts';
export type { Diagnostic, EngineRequest, EngineSession, NesEngine, NesWorkspace } from './suggestions/nes-engine.ts';
export type {
  EditSuggestion,
  JumpSuggestion,
  RenameSuggestion,
  SearchAndReplaceSuggestion,
  Suggestion,
  SuggestionKind,
} from './suggestions/suggestion.ts';
export { comparePositions, endOf, type TextPosition, type Replacement, type Span } from './text/text-position.ts';
export { applyAll, ordered, replacementBetween } from './text/replacements.ts';
export { Text } from './text/text.ts';
