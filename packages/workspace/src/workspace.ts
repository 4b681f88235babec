/** A workspace: the roots of a session, and files, search and terminals limited to them. */
import type { EnvironmentRules } from './terminals/environment.ts';
import { Files } from './files/files.ts';
import { bestAnchoring } from './paths/folder.ts';
import { defaultLimits, type WorkspaceLimits } from './contract/limits.ts';
import { ProtectedPaths } from './protection/protected-paths.ts';
import { openRoots, type Roots, type RootsOptions } from './paths/roots.ts';
import { Search } from './search/search.ts';
import { Terminals } from './terminals/terminals.ts';
import { homeFolder, ownFolders } from './user-folders.ts';

/** The roots and the limits of a workspace. */
export interface WorkspaceOptions extends RootsOptions {
  /** Limits that differ from the defaults. */
  readonly limits?: Partial<WorkspaceLimits>;
  /** Which environment variables commands inherit. */
  readonly environment?: EnvironmentRules;
  /** Milliseconds between the request to end a command and killing it; 2,000 by default. */
  readonly killGrace?: number;
}

/** Files, search and terminals that stay inside the roots. Disposing of it ends every command. */
export interface Workspace extends AsyncDisposable {
  /** The directories of the workspace. */
  readonly roots: Roots;
  /** Reads and changes files. */
  readonly files: Files;
  /** Finds files and text. */
  readonly search: Search;
  /** Runs commands. */
  readonly terminals: Terminals;
  /** Which paths must not be changed without asking, whatever was allowed before. */
  readonly protectedPaths: ProtectedPaths;
  /** All limits, including the defaults. */
  readonly limits: WorkspaceLimits;
}

/** Checks the roots and opens a workspace. */
export async function openWorkspace(options: WorkspaceOptions): Promise<Workspace> {
  const limits = { ...defaultLimits, ...options.limits };
  const roots = await openRoots(options, bestAnchoring);
  const { environment = {}, killGrace = 2000 } = options;
  const terminals = new Terminals(roots, { limits, environment, killGrace });
  return {
    roots,
    files: new Files(roots, limits),
    search: new Search(roots, limits),
    terminals,
    protectedPaths: new ProtectedPaths(roots, { folders: ownFolders(), home: homeFolder() }),
    limits,
    [Symbol.asyncDispose]: () => terminals[Symbol.asyncDispose](),
  };
}
