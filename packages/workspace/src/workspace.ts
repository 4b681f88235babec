/** A workspace: the roots of a session, and its files, search and terminals inside of them. */
import type { EnvironmentRules } from './environment.ts';
import { Files } from './files.ts';
import { bestAnchoring } from './folder.ts';
import { defaultLimits, type WorkspaceLimits } from './limits.ts';
import { openRoots, type Roots, type RootsOptions } from './roots.ts';
import { Search } from './search.ts';
import { Terminals } from './terminals.ts';

export interface WorkspaceOptions extends RootsOptions {
  readonly limits?: Partial<WorkspaceLimits>;
  /** What commands see of our environment. */
  readonly environment?: EnvironmentRules;
  /** Milliseconds between asking a command to end and killing it; two seconds when absent. */
  readonly killGrace?: number;
}

/** Everything in it stays inside of the roots. Closing it ends every command. */
export interface Workspace extends AsyncDisposable {
  readonly roots: Roots;
  readonly files: Files;
  readonly search: Search;
  readonly terminals: Terminals;
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
