/** A workspace: the roots of a session, and its files, search and terminals inside of them. */
import type { EnvironmentRules } from './terminals/environment.ts';
import { Files } from './files/files.ts';
import { bestAnchoring } from './paths/folder.ts';
import { defaultLimits, type WorkspaceLimits } from './contract/limits.ts';
import { openRoots, type Roots, type RootsOptions } from './paths/roots.ts';
import { Search } from './search/search.ts';
import { Terminals } from './terminals/terminals.ts';

/** Where a workspace is, and what it may take. */
export interface WorkspaceOptions extends RootsOptions {
  /** Those that are to differ from the defaults. */
  readonly limits?: Partial<WorkspaceLimits>;
  /** What commands see of our environment. */
  readonly environment?: EnvironmentRules;
  /** Milliseconds between asking a command to end and killing it; two seconds when absent. */
  readonly killGrace?: number;
}

/** Everything in it stays inside of the roots. Closing it ends every command. */
export interface Workspace extends AsyncDisposable {
  /** The folders that it is in. */
  readonly roots: Roots;
  /** Reads and changes files. */
  readonly files: Files;
  /** Finds files and text. */
  readonly search: Search;
  /** Runs commands. */
  readonly terminals: Terminals;
  /** All limits that hold here, the defaults included. */
  readonly limits: WorkspaceLimits;
}

/** Checks the roots, and opens a workspace in them. */
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
    limits,
    [Symbol.asyncDispose]: () => terminals[Symbol.asyncDispose](),
  };
}
