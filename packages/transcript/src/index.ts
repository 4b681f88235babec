/// <reference lib="esnext.disposable" preserve="true" />
/** Folds session updates into one state that a program can show. */
export { AddedContent, type Addition } from './added-content.ts';
export { cancelUnfinished } from './updates/cancel-unfinished.ts';
export { differences, type Difference, type ItemDifference, type WholeDifference } from './state/differences.ts';
export {
  entryId,
  isFinished,
  type Applied,
  type CompactionEntry,
  type Entry,
  type EntryTypes,
  type MessageEntry,
  type NamedEntryType,
  type NoticeEntry,
  type SessionMessageEntry,
  type StoredMeta,
  type SubagentEntry,
  type ToolCallEntry,
  type UnknownEntry,
} from './state/entry.ts';
export { fold } from './updates/fold.ts';
export { fromJson, toJson, type TranscriptJson } from './formats/transcript-json.ts';
export type { List } from './collections/list.ts';
export { entryToMarkdown, toMarkdown } from './formats/transcript-markdown.ts';
export { hunkLines } from './patch/hunk-lines.ts';
export { noEnd, patchLines, type LineCount, type PatchLine } from './patch/patch-lines.ts';
export {
  countOfChange,
  isWithoutLines,
  patchedFiles,
  type PatchedFile,
  type ReportedChange,
} from './patch/patched-files.ts';
export { mergeReplay } from './updates/merge-replay.ts';
export { askElicitation, askPermission, settle } from './updates/pending-questions.ts';
export {
  backgroundWork,
  canCancel,
  configOption,
  currentChoice,
  currentMode,
  entriesOf,
  failureText,
  findEntry,
  isBusy,
  lastPlan,
  messages,
  terminalsOf,
  blockText,
  textOf,
  unfinishedToolCalls,
  waitingToolCalls,
} from './state/selectors.ts';
export type { Identified, Table, TableDifference } from './collections/table.ts';
export type { TerminalOutput } from './state/terminal-output.ts';
export { costText } from './formats/cost-text.ts';
export { rawOutputText, toolCallText } from './formats/tool-output.ts';
export { toUpdates } from './updates/to-updates.ts';
export {
  defaultTranscriptLimits,
  emptyTranscript,
  type PendingElicitation,
  type PendingPermission,
  type Plan,
  type Terminal,
  type Transcript,
  type TranscriptInfo,
  type TranscriptLimits,
} from './state/transcript.ts';
export {
  TranscriptStore,
  type AppendedContent,
  type AppendedOutput,
  type Change,
  type ChangeListener,
  type TranscriptStoreOptions,
} from './transcript-store.ts';
export { visibleText } from './formats/visible-text.ts';
export { withoutEarlier, type KeptPart } from './updates/without-earlier.ts';
