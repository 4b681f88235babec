/** The machine that agents and clients work on: roots, files, search and terminals. */
export { secretNames, type EnvironmentRules } from './environment.ts';
export type {
  EntryKind,
  FileFacts,
  Files,
  FolderEntry,
  FolderListing,
  ReadFile,
  ReadOptions,
  WriteOptions,
  WrittenFile,
} from './files.ts';
export type { WorkspaceLimits } from './limits.ts';
export type { LineEnding } from './lines.ts';
export type { Root, Roots, RootsOptions } from './roots.ts';
export type {
  ContentMatch,
  ContentSearch,
  ContentSearchOptions,
  FileSearchOptions,
  FoundFiles,
  Search,
  SearchSummary,
} from './search.ts';
export type { ExitStatus, TerminalSize } from './command.ts';
export type { OutputChunk, Terminal, TerminalOutput } from './terminal.ts';
export type { StartOptions, Terminals } from './terminals.ts';
export { WorkspaceError, type WorkspaceErrorCode } from './workspace-error.ts';
export { openWorkspace, type Workspace, type WorkspaceOptions } from './workspace.ts';
