/**
 * One workspace for each session: in the current directories of the session, closed when the session ends.
 *
 * It is opened on first use. A session that is resumed in other directories gets a new workspace; commands started
 * before continue in the old one, which is not used for anything else.
 */
import { describeError } from '@acp-stack/rpc';
import type { Terminal } from '../../terminals/terminal.ts';
import { openWorkspace, type Workspace, type WorkspaceOptions } from '../../workspace.ts';
import { WorkspaceError } from '../../contract/workspace-error.ts';

/** The part of a session that is needed here; sessions of `client()` have it. */
export interface MachineSession {
  /** Its id on its connection. */
  readonly id: string;
  /** Its working directory, absolute. */
  readonly cwd: string;
  /** Its additional directories; the workspace follows when they change. */
  readonly info: { readonly additionalDirectories?: readonly string[] | null };
  /** Aborts when the session has ended. */
  readonly signal: AbortSignal;
}

/** The context of a request. */
export interface MachineContext {
  /** The session of the request. */
  readonly session: MachineSession;
  /** Aborts when the request is cancelled. */
  readonly signal: AbortSignal;
}

/** Options of the workspaces, without their directories. */
export type WorkspaceSettings = Omit<WorkspaceOptions, 'cwd' | 'additionalDirectories'>;

interface OpenedWorkspace {
  readonly key: string;
  readonly opening: Promise<Workspace>;
}

/** The workspaces and terminals of a session. */
interface SessionState {
  /** One for each list of directories that the session had. */
  workspaces: readonly OpenedWorkspace[];
  /** The terminals that were not released. */
  readonly terminals: Map<string, Terminal>;
}

/** Releases a terminal of a session that has ended; resolves when its command has ended. */
type Release = (terminal: Terminal) => Promise<void>;

export class SessionWorkspaces implements AsyncDisposable {
  readonly #settings: WorkspaceSettings;
  readonly #release: Release;
  readonly #states = new Map<MachineSession, SessionState>();
  readonly #ending = new Set<Promise<void>>();
  #isClosed = false;

  constructor(settings: WorkspaceSettings, release: Release) {
    this.#settings = settings;
    this.#release = release;
  }

  /** Returns the workspace in the current directories of the session. */
  async of(session: MachineSession): Promise<Workspace> {
    const state = this.#state(session);
    const { cwd, info } = session;
    const additionalDirectories = info.additionalDirectories ?? [];
    const key = JSON.stringify([cwd, ...additionalDirectories]);
    const known = state.workspaces.find((each) => each.key === key);
    const opened = known ?? this.#open(state, key, { cwd, additionalDirectories });
    try {
      return await opened.opening;
    } catch (error) {
      state.workspaces = state.workspaces.filter((each) => each !== opened);
      // The session itself cannot be used, whichever path was requested.
      const reason = describeError(error);
      throw new WorkspaceError('failed', `The directories of this session cannot be used: ${reason}`, { cause: error });
    }
  }

  /** The terminals of a session that were not released, by id. */
  terminals(session: MachineSession): Map<string, Terminal> {
    return this.#state(session).terminals;
  }

  /** The terminal `id` of any session, if it was not released. */
  terminal(id: string): Terminal | undefined {
    for (const { terminals } of this.#states.values()) {
      const found = terminals.get(id);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Ends the commands of every session and refuses new ones; resolves when all have ended. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    for (const session of this.#states.keys()) this.#end(session);
    await Promise.all(this.#ending);
  }

  #state(session: MachineSession): SessionState {
    const known = this.#states.get(session);
    if (known !== undefined) return known;
    const { signal } = session;
    if (this.#isClosed || signal.aborted) throw new WorkspaceError('closed', 'This session has ended.');
    const state: SessionState = { workspaces: [], terminals: new Map() };
    this.#states.set(session, state);
    signal.addEventListener(
      'abort',
      () => {
        // A session that was opened again has a new entry.
        if (this.#states.get(session) === state) this.#end(session);
      },
      { once: true },
    );
    return state;
  }

  #open(
    state: SessionState,
    key: string,
    folders: Pick<WorkspaceOptions, 'cwd' | 'additionalDirectories'>,
  ): OpenedWorkspace {
    const opened: OpenedWorkspace = { key, opening: openWorkspace({ ...this.#settings, ...folders }) };
    state.workspaces = [...state.workspaces, opened];
    return opened;
  }

  #end(session: MachineSession): void {
    const state = this.#states.get(session);
    if (state === undefined) return;
    this.#states.delete(session);
    const ending = this.#close(state).finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }

  async #close({ workspaces, terminals }: SessionState): Promise<void> {
    const closing = workspaces.map(async ({ opening }) => (await opening)[Symbol.asyncDispose]());
    await Promise.allSettled([...Array.from(terminals.values(), this.#release), ...closing]);
  }
}
