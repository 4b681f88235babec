/**
 * A workspace for each session: in the folders that the session has now, and gone when the session ends.
 *
 * It is opened when something is first asked for. A session that is resumed in other folders gets another one at once; commands that were
 * started before run on in the old one, which nothing else can reach any more.
 */
import type { Terminal } from '../../terminals/terminal.ts';
import { openWorkspace, type Workspace, type WorkspaceOptions } from '../../workspace.ts';
import { WorkspaceError } from '../../contract/workspace-error.ts';

/** What has to be known of a session; the sessions of `client()` are like this. */
export interface MachineSession {
  /** Names it on its connection. */
  readonly id: string;
  /** Its working directory, absolute. */
  readonly cwd: string;
  /** Its other folders; the workspace follows when they change. */
  readonly info: { readonly additionalDirectories?: readonly string[] | null };
  /** Aborts when the session has ended. */
  readonly signal: AbortSignal;
}

/** Who asks, and until when. */
export interface MachineContext {
  /** Whose folders and commands are meant. */
  readonly session: MachineSession;
  /** Aborts when the answer is no longer wanted. */
  readonly signal: AbortSignal;
}

/** How workspaces are opened, besides where. */
export type WorkspaceSettings = Omit<WorkspaceOptions, 'cwd' | 'additionalDirectories'>;

interface Room {
  readonly key: string;
  readonly opening: Promise<Workspace>;
}

/** What a session has on this machine. */
interface Household {
  /** One for each list of folders that the session was in. */
  rooms: readonly Room[];
  /** Those that were started for the session and not released. */
  readonly terminals: Map<string, Terminal>;
}

/** Releases a terminal of a session that has ended; resolves when its command is gone. */
type Release = (terminal: Terminal) => Promise<void>;

export class SessionWorkspaces implements AsyncDisposable {
  readonly #settings: WorkspaceSettings;
  readonly #release: Release;
  readonly #households = new Map<MachineSession, Household>();
  readonly #leaving = new Set<Promise<void>>();
  #isClosed = false;

  constructor(settings: WorkspaceSettings, release: Release) {
    this.#settings = settings;
    this.#release = release;
  }

  /** The workspace in the folders of the session. */
  async of(session: MachineSession): Promise<Workspace> {
    const household = this.#household(session);
    const { cwd, info } = session;
    const additionalDirectories = info.additionalDirectories ?? [];
    const key = JSON.stringify([cwd, ...additionalDirectories]);
    const known = household.rooms.find((each) => each.key === key);
    const room = known ?? this.#enter(household, key, { cwd, additionalDirectories });
    try {
      return await room.opening;
    } catch (error) {
      household.rooms = household.rooms.filter((each) => each !== room);
      // It is the session that cannot be worked in, whatever path was asked for.
      const reason = error instanceof Error ? error.message : String(error);
      throw new WorkspaceError('failed', `The folders of this session cannot be used: ${reason}`, { cause: error });
    }
  }

  /** The commands of a session that were not released, by id. */
  terminals(session: MachineSession): Map<string, Terminal> {
    return this.#household(session).terminals;
  }

  /** The terminal `id` of any session, if it was not released. */
  terminal(id: string): Terminal | undefined {
    for (const { terminals } of this.#households.values()) {
      const found = terminals.get(id);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Ends the commands of every session, and takes no more; resolves when all are gone. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    for (const session of this.#households.keys()) this.#end(session);
    await Promise.all(this.#leaving);
  }

  #household(session: MachineSession): Household {
    const known = this.#households.get(session);
    if (known !== undefined) return known;
    const { signal } = session;
    if (this.#isClosed || signal.aborted) throw new WorkspaceError('closed', 'This session has ended.');
    const household: Household = { rooms: [], terminals: new Map() };
    this.#households.set(session, household);
    signal.addEventListener(
      'abort',
      () => {
        // A session that was opened again has another household.
        if (this.#households.get(session) === household) this.#end(session);
      },
      { once: true },
    );
    return household;
  }

  #enter(household: Household, key: string, folders: Pick<WorkspaceOptions, 'cwd' | 'additionalDirectories'>): Room {
    const room: Room = { key, opening: openWorkspace({ ...this.#settings, ...folders }) };
    household.rooms = [...household.rooms, room];
    return room;
  }

  #end(session: MachineSession): void {
    const household = this.#households.get(session);
    if (household === undefined) return;
    this.#households.delete(session);
    const leaving = this.#leave(household).finally(() => this.#leaving.delete(leaving));
    this.#leaving.add(leaving);
  }

  async #leave({ rooms, terminals }: Household): Promise<void> {
    const closing = rooms.map(async ({ opening }) => (await opening)[Symbol.asyncDispose]());
    await Promise.allSettled([...Array.from(terminals.values(), this.#release), ...closing]);
  }
}
