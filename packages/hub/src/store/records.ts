/**
 * What the hub stores of a session: an inbox and a log.
 *
 * Whatever clients ask for goes into the inbox, from any node; it is durable when the client is told so. The one owner
 * of the session takes the items of the inbox in order and writes everything that happens into the log. All nodes
 * follow the log and send its records to their clients. A record is shown only after it was stored, and a client that
 * waits for the result of an item finds it in the log: nothing else connects clients, nodes and agents.
 */
import type { ErrorObject } from '@acp-stack/rpc';
import type {
  AgentCapabilities,
  ContentBlock,
  InjectMode,
  McpServer,
  SessionUpdate,
} from '@acp-stack/schema/v2/unstable';

/** What a member of a session may do: an observer watches, a controller works, the owner also shares and deletes. */
export type Role = 'owner' | 'controller' | 'observer';

/** The key of what the hub says in `_meta` besides the protocol: in capabilities, params, results and updates. */
export const hubKey = 'acp-stack.dev/hub';

/** Requests of the inbox that are not methods of the protocol. */
export const answerMethod = 'hub/answer';
export const membersMethod = 'hub/members';

/** Something that a client asks of a session. */
export interface InboxItem {
  /** An item with a key that was seen before has no effect; it gets the result of the first. */
  readonly key: string;
  /** Who asks. */
  readonly principal: string;
  /** The connection that asks; one principal may have several. Order is kept for each. */
  readonly client: string;
  /** A method of the protocol such as `session/prompt`, or one of the two above. */
  readonly method: string;
  /** The params without `sessionId`. */
  readonly params: Readonly<Record<string, unknown>>;
}

/** The answer of a client to a question of the agent; the params of `hub/answer`. */
export type Answer =
  | { readonly question: string; readonly result: unknown }
  | { readonly question: string; readonly error: ErrorObject };

/** A change of one member; the params of `hub/members`. A role of null removes the member. */
export interface MembersChange {
  readonly principal: string;
  readonly role: Role | null;
}

/** A message that waits to be given to the agent: an injected message, or a prompt that waits for its turn. */
export interface PendingMessage {
  readonly messageId: string;
  readonly mode: InjectMode;
  readonly content: readonly ContentBlock[];
  readonly principal: string;
  readonly client: string;
  /** The item that brought it. Other params of a prompt are only in the inbox: they are for one turn and not kept. */
  readonly item: number;
  /** The key of that item. */
  readonly key: string;
  /** Whether it is an injected message, whose request was answered, or a prompt, whose request waits. */
  readonly from: 'prompt' | 'inject';
}

/** An update of the conversation, as clients get it. */
interface UpdateRecord {
  readonly kind: 'update';
  readonly update: SessionUpdate;
  /** The agent has taken this message of a user, and has not reported any work since it was given it. */
  readonly awaitsWork?: true;
}

/** The agent asks the user something. */
export interface QuestionRecord {
  readonly kind: 'question';
  /** The id of the question in this session. */
  readonly question: string;
  readonly method: 'session/request_permission' | 'elicitation/create';
  /** The params without `sessionId`. */
  readonly params: Readonly<Record<string, unknown>>;
}

/** A question is no longer open: it was answered by an item, withdrawn by the agent, or its agent has ended. */
export interface ClosedQuestionRecord {
  readonly kind: 'question_closed';
  readonly question: string;
  readonly reason: 'answered' | 'withdrawn' | 'interrupted';
  /** Who answered. */
  readonly principal?: string;
  /** The id of the chosen option, or the action of an elicitation; never what was filled into a form. */
  readonly answer?: string;
}

/** An item was given to the agent, and its effect is unknown until its result follows. */
export interface HandedRecord {
  readonly kind: 'handed';
  readonly item: number;
  readonly key: string;
}

/** What an item led to. The response of the client that waits for it. */
export interface ResultRecord {
  readonly kind: 'result';
  readonly item: number;
  readonly key: string;
  readonly result?: unknown;
  readonly error?: ErrorObject;
}

/** The list of pending messages has changed. */
export interface PendingRecord {
  readonly kind: 'pending';
  readonly change: 'added' | 'replaced' | 'revoked' | 'delivered';
  /** Without content when it was revoked or delivered. */
  readonly message: PendingMessage;
}

/** The agent of the session was started, has ended, or could not be started or resumed. */
export interface AgentRecord {
  readonly kind: 'agent';
  readonly state: 'open' | 'asleep' | 'lost' | 'failed';
  /** The id that the agent gave the session. */
  readonly agentSessionId?: string;
  /** The response that opened the session, without its id: config options and the like. */
  readonly opened?: Readonly<Record<string, unknown>>;
  readonly capabilities?: AgentCapabilities;
  /** What the session was created with, and is resumed with; in the first record only. */
  readonly mcpServers?: readonly McpServer[];
  /** One sentence, for `lost` and `failed`. */
  readonly reason?: string;
}

/** A node has become the owner; everything before it was written by earlier owners. */
interface OwnerRecord {
  readonly kind: 'owner';
  readonly node: string;
  readonly token: number;
}

/** Who may use the session, by principal. */
interface MembersRecord {
  readonly kind: 'members';
  readonly members: Readonly<Record<string, Role>>;
}

/** A record of the log of a session. */
export type LogRecord =
  | UpdateRecord
  | QuestionRecord
  | ClosedQuestionRecord
  | HandedRecord
  | ResultRecord
  | PendingRecord
  | AgentRecord
  | OwnerRecord
  | MembersRecord;

/** A record with its number. */
export interface LogEntry {
  readonly sequence: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly record: LogRecord;
}

/** An entry that was stored just now. */
export interface StoredEntry extends LogEntry {
  /** The size of the record as JSON. */
  readonly bytes: number;
}

/** An item of the inbox with its number. */
export interface InboxEntry {
  readonly item: number;
  readonly at: number;
  readonly request: InboxItem;
}

/** What is known of a session without reading its log. */
export interface SessionSummary {
  readonly sessionId: string;
  /** The principal that created it. */
  readonly owner: string;
  readonly members: Readonly<Record<string, Role>>;
  /** The name of the agent in the options of the hub. */
  readonly agent: string;
  readonly cwd: string;
  readonly additionalDirectories: readonly string[];
  readonly title: string | null;
  readonly archived: boolean;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The node that owns it now; null while it is asleep. */
  readonly node: string | null;
  /** Whether its agent works: after the death of its node, such sessions are taken first. */
  readonly isBusy: boolean;
  /** Whether it is a copy whose agent does not know what was said before. */
  readonly lacksHistory: boolean;
  /** The number of the newest record of the log. */
  readonly last: number;
}
