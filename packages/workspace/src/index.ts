/** The files, search and terminals of a session, limited to its roots. */
export { secretNames, type EnvironmentRules } from './terminals/environment.ts';
export type {
  EntryKind,
  FileInfo,
  Files,
  FolderEntry,
  FolderListing,
  ReadFile,
  ReadOptions,
  WriteOptions,
  WrittenFile,
} from './files/files.ts';
export type { FileIndex, IndexedFile, RankedFiles } from './search/file-index.ts';
export { readGitStatus, type GitStatusOptions } from './git/git-status.ts';
export { readRepositoryOrigin, type RepositoryOrigin } from './git/repository-origin.ts';
export type { WorkspaceLimits } from './contract/limits.ts';
export type { LineEnding } from './files/lines.ts';
export type { ProtectedPaths } from './protection/protected-paths.ts';
export type { Root, Roots, RootsOptions } from './paths/roots.ts';
export type {
  ContentMatch,
  ContentSearch,
  ContentSearchOptions,
  FileSearchOptions,
  FoundFiles,
  Search,
  SearchSummary,
} from './search/search.ts';
export type { ExitStatus, TerminalSize } from './terminals/command.ts';
export type { OutputChunk, Terminal, TerminalOutput } from './terminals/terminal.ts';
export type { StartOptions, Terminals } from './terminals/terminals.ts';
export { WorkspaceError, type WorkspaceErrorCode } from './contract/workspace-error.ts';
export { openWorkspace, type Workspace, type WorkspaceOptions } from './workspace.ts';
