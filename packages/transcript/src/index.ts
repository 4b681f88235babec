/// <reference lib="esnext.disposable" preserve="true" />
/** Session updates folded into one state that a program can show. */
export { cancelUnfinished } from './cancel-unfinished.ts';
export { differences, type Difference, type ItemDifference, type WholeDifference } from './differences.ts';
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
} from './entry.ts';
export { fold } from './fold.ts';
export { fromJson, toJson, type TranscriptJson } from './json.ts';
export type { List } from './list.ts';
export { entryToMarkdown, toMarkdown } from './markdown.ts';
export { mergeReplay } from './merge-replay.ts';
export { askElicitation, askPermission, settle } from './questions.ts';
export {
  backgroundWork,
  canCancel,
  configOption,
  currentChoice,
  currentMode,
  entriesOf,
  findEntry,
  isBusy,
  lastPlan,
  messages,
  terminalsOf,
  textOf,
  unfinishedToolCalls,
  waitingToolCalls,
} from './selectors.ts';
export type { Identified, Table, TableDifference } from './table.ts';
export type { TerminalOutput } from './terminal-output.ts';
export { toUpdates } from './to-updates.ts';
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
} from './transcript.ts';
export {
  TranscriptStore,
  type AppendedContent,
  type AppendedOutput,
  type Change,
  type ChangeListener,
  type TranscriptStoreOptions,
} from './transcript-store.ts';
export { visibleText } from './visible-text.ts';
