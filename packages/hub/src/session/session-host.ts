/** What a live session needs of the hub, and what the hub may ask of it. */
import type { Clock } from '@acp-stack/rpc';

import type { AgentPool } from '../agents/agent-session.ts';
import type { FeedTable } from '../feed/feed-table.ts';
import type { HubCounters } from '../observe/counters.ts';
import type { HubStore } from '../store/hub-store.ts';
import type { StoredEntry } from '../store/records.ts';
import type { SessionSnapshot } from './session-state.ts';

/** What live sessions count. */
type SessionCounters = Pick<HubCounters, 'recordsAppended' | 'bytesAppended' | 'fenced' | 'agentRestarts'>;

/** What all live sessions of a node share. */
export interface SessionHost {
  readonly node: string;
  readonly store: HubStore;
  readonly agents: AgentPool;
  readonly clock: Clock;
  readonly counters?: SessionCounters;
  /** The feeds of this node, to which owners add what they have stored. */
  readonly feeds: FeedTable;
  /** A snapshot of the state of a session, so that its whole log need not be read; undefined if there is none. */
  readonly snapshotOf?: (sessionId: string) => Promise<SessionSnapshot | undefined>;
  /** Called after records were stored and shown, with the state that they lead to; for the merged history. */
  readonly onCommitted?: (sessionId: string, committed: Committed) => void;
  /**
   * The session has lost its owner here: another node has taken it, or it fell asleep. `isNeeded` means that an item
   * came meanwhile, and the session has to be taken again.
   */
  readonly onEnd: (sessionId: string, isNeeded: boolean) => void;
  /** Called with what cannot be told to a client; one sentence. */
  readonly log: (line: string) => void;
}

/** What was stored last. */
export interface Committed {
  /** What was stored. */
  readonly entries: readonly StoredEntry[];
  /** The number of the newest record. */
  readonly last: number;
  /** Whether the agent is idle now: a good moment to merge history. */
  readonly isIdle: boolean;
  /** Returns the state at `last`; to be called at once. Undefined while more records wait to be stored. */
  readonly snapshot: (() => SessionSnapshot) | undefined;
}

/** A session whose owner is this node: it works off the inbox and writes the log. */
export interface LiveSession {
  readonly sessionId: string;
  /** Whether the agent works, or anything waits to be given to it here. */
  readonly isBusy: boolean;
  /** The inbox may have new items. */
  wake(): void;
  /** Ends no work, but begins none: messages that wait are for the next owner. */
  finish(): void;
  /** An agent was logged in: if the session could not go on without it, it tries again. */
  agentLoggedIn(agent: string, principal: string): void;
  /**
   * Stops being the owner: `hand-over` ends the agent and leaves the session to any other node, `fenced` means that
   * another node has taken it, `delete` ends everything.
   */
  stop(why: 'hand-over' | 'fenced' | 'delete'): Promise<void>;
}
