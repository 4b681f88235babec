/** What the side of the hub that clients talk to needs of the rest. */
import type { Clock } from '@acp-stack/rpc';
import type {
  ForkSessionRequest,
  ForkSessionResponse,
  NewSessionRequest,
  NewSessionResponse,
  SessionUpdate,
} from '@acp-stack/schema/v2/unstable';
import type { AgentOptions } from '@acp-stack/sdk';

import type { AuditLog } from '../access/audit-log.ts';
import type { Principal } from '../access/principal.ts';
import type { Quotas } from '../access/quotas.ts';
import type { SetupPolicy } from '../access/setup-policy.ts';
import type { FeedTable } from '../feed/feed-table.ts';
import type { HubCounters } from '../observe/counters.ts';
import type { FurtherMethods } from '../methods/further-methods.ts';
import type { HubObserver } from '../observe/hub-observer.ts';
import type { SessionDirectory } from '../nodes/session-directory.ts';
import type { SessionSnapshot } from '../session/session-state.ts';
import type { HubStore } from '../store/hub-store.ts';
import type { SessionSummary } from '../store/records.ts';
import type { HubCommands } from './extension-methods.ts';

/** The history of sessions, as clients are shown it. */
interface ReplayedHistory {
  /** The conversation up to the record `through`, in whole messages. */
  replay(sessionId: string, through: number): AsyncIterable<SessionUpdate>;
  /** The last `count` entries of it. */
  replayTail(sessionId: string, count: number, through: number): AsyncIterable<SessionUpdate>;
}

export interface HubParts {
  /** Changes when the hub was restored from a backup: cursors of before are refused. */
  readonly generation: string;
  readonly store: HubStore;
  readonly feeds: Pick<FeedTable, 'open'>;
  /** A snapshot of the state of a session, so that its whole log need not be read; undefined if there is none. */
  readonly snapshotOf?: (sessionId: string) => Promise<SessionSnapshot | undefined>;
  readonly directory: SessionDirectory;
  readonly history: ReplayedHistory;
  /** Creates a session with an agent; the params are checked here against what the operator allows. */
  readonly createSession: (
    principal: Principal,
    params: NewSessionRequest,
    signal: AbortSignal,
  ) => Promise<NewSessionResponse>;
  /** Copies a session that the principal may copy. */
  readonly forkSession: (
    principal: Principal,
    params: ForkSessionRequest,
    source: { readonly summary: SessionSummary; readonly signal: AbortSignal },
  ) => Promise<ForkSessionResponse>;
  /** Ends a session and removes everything that belongs to it. */
  readonly deleteSession: (principal: Principal, sessionId: string) => Promise<void>;
  /** The principal that the transport has authenticated under this name; undefined without authentication. */
  readonly principalOf: (name: string | undefined) => Principal;
  readonly quotas: Pick<Quotas, 'request' | 'attach' | 'prompt'>;
  readonly audit: Pick<AuditLog, 'note'>;
  /** Knows folders without links, by which sessions are listed. */
  readonly folders: Pick<SetupPolicy, 'folder'>;
  readonly commands: HubCommands;
  /** Further methods of the program that runs the hub. */
  readonly furtherMethods?: FurtherMethods;
  readonly counters?: Pick<HubCounters, 'refusals'>;
  /** Observes the connections of clients. */
  readonly observer?: Pick<HubObserver, 'client'>;
  readonly clock: Clock;
  /** What clients that connect now are offered: which MCP servers they may name, and how messages can be injected. */
  readonly offers?: () => Pick<AgentOptions, 'mcp' | 'inject'>;
  /** Called with what cannot be told to a client; one sentence. */
  readonly log: (line: string) => void;
}
