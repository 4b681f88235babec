/**
 * What a session is in, computed from the records of its log.
 *
 * Folding a record is pure bookkeeping: the same records always lead to the same state, from the start or from a
 * snapshot. The owner folds a record when it queues it; a new owner folds the log.
 */
import { createHash } from 'node:crypto';

import type { AgentCapabilities, McpServer, SessionUpdate } from '@acp-stack/schema/v2/unstable';

import type { AgentRecord, LogRecord, PendingMessage, QuestionRecord, ResultRecord, Role } from '../store/records.ts';

/** A state as JSON, and the number of the last record in it. */
export interface SessionSnapshot {
  readonly through: number;
  readonly state: SessionStateJson;
}

/** What the session does in the foreground. */
export type Activity = 'idle' | 'running' | 'requires_action';

/** What an item led to, without its number. */
export type Outcome = Pick<ResultRecord, 'result' | 'error'>;

export interface SessionStateJson {
  readonly agent: AgentRecord['state'] | 'none';
  readonly agentSessionId: string | null;
  readonly opened: Readonly<Record<string, unknown>>;
  readonly capabilities: AgentCapabilities;
  readonly mcpServers: readonly McpServer[];
  readonly item: number;
  readonly handed: readonly (readonly [item: number, key: string])[];
  readonly results: readonly (readonly [key: string, outcome: Outcome])[];
  readonly questions: readonly QuestionRecord[];
  readonly pending: readonly PendingMessage[];
  readonly fates: readonly (readonly [messageId: string, fate: Fate])[];
  /** Absent in snapshots of earlier versions. */
  readonly past?: readonly string[];
  readonly activity: Activity;
  /** Absent in snapshots of earlier versions. */
  readonly awaitsWork?: true;
  readonly lastState: SessionUpdate | null;
  readonly toolCalls: readonly (readonly [id: string, isOpen: boolean])[];
  readonly terminals: readonly (readonly [id: string, isOpen: boolean])[];
  readonly members: Readonly<Record<string, Role>> | null;
  readonly title: string | null;
}

/** What became of an injected message. */
export type Fate = 'delivered' | 'revoked';

/** How many results and fates are remembered. */
export const remembered = 1024;
/** How many characters of results are remembered, as JSON. */
export const resultBytes: number = 256 * 1024;
/** Of how many messages whose results are forgotten the keys are still known. */
export const rememberedKeys = 8192;
/** How many tool calls and terminals are remembered: an agent that never ends them must not fill the memory. */
const maxOpen = 4096;

/** The states in which a tool call has ended. */
export const finalStatus: ReadonlySet<unknown> = new Set(['completed', 'failed', 'cancelled']);
const activities = new Set<unknown>(['idle', 'running', 'requires_action']);

export class SessionState {
  agent: SessionStateJson['agent'] = 'none';
  agentSessionId: string | null = null;
  /** The response that opened the session, with the current config options and commands. */
  opened: Readonly<Record<string, unknown>> = {};
  capabilities: AgentCapabilities = {};
  mcpServers: readonly McpServer[] = [];
  /** The last item that was started. */
  item = 0;
  /** Items that were given to the agent and have no result yet, with their keys; also repetitions of such items. */
  readonly handed: Map<number, string>;
  /** The results of the last items by key. */
  readonly results: Map<string, Outcome>;
  #resultBytes: number;
  readonly questions: Map<string, QuestionRecord>;
  /** By message id, in order of delivery. */
  readonly pending: Map<string, PendingMessage>;
  /** What became of the last injected messages. */
  readonly fates: Map<string, Fate>;
  /** The hashes of the keys of messages whose results are forgotten: they must not be worked off again. */
  readonly past: Set<string>;
  activity: Activity = 'idle';
  /** Whether the agent has taken a message and has not reported any work yet. */
  awaitsWork = false;
  /** The last `state_update`. */
  lastState: SessionUpdate | null = null;
  /** Whether each is open; those that have ended are forgotten when the agent is idle. */
  readonly toolCalls: Map<string, boolean>;
  readonly terminals: Map<string, boolean>;
  /** Null until they change; before that, the summary of the session has them. */
  members: Readonly<Record<string, Role>> | null = null;
  title: string | null = null;

  constructor(json?: SessionStateJson) {
    this.handed = new Map(json?.handed);
    this.results = new Map(json?.results);
    this.#resultBytes = [...this.results.values()].reduce((sum, outcome) => sum + bytesOf(outcome), 0);
    this.questions = new Map(json?.questions.map((question) => [question.question, question]));
    this.pending = new Map(json?.pending.map((message) => [message.messageId, message]));
    this.fates = new Map(json?.fates);
    this.past = new Set(json?.past);
    this.toolCalls = new Map(json?.toolCalls);
    this.terminals = new Map(json?.terminals);
    if (json === undefined) return;
    this.agent = json.agent;
    this.agentSessionId = json.agentSessionId;
    this.opened = json.opened;
    this.capabilities = json.capabilities;
    this.mcpServers = json.mcpServers;
    this.item = json.item;
    this.activity = json.activity;
    this.awaitsWork = json.awaitsWork ?? false;
    this.lastState = json.lastState;
    this.members = json.members;
    this.title = json.title;
  }

  toJSON(): SessionStateJson {
    const { agent, agentSessionId, opened, capabilities, mcpServers, item, activity, lastState, members, title } = this;
    return {
      agent,
      agentSessionId,
      opened,
      capabilities,
      mcpServers,
      item,
      activity,
      lastState,
      members,
      title,
      handed: [...this.handed],
      results: [...this.results],
      questions: [...this.questions.values()],
      pending: [...this.pending.values()],
      fates: [...this.fates],
      ...(this.past.size === 0 ? {} : { past: [...this.past] }),
      ...(this.awaitsWork ? { awaitsWork: true } : {}),
      toolCalls: [...this.toolCalls],
      terminals: [...this.terminals],
    };
  }

  /** Adds a record. */
  fold(record: LogRecord): void {
    switch (record.kind) {
      case 'update':
        if (record.awaitsWork === true) this.awaitsWork = true;
        this.#foldUpdate(record.update);
        break;
      case 'question':
        this.questions.set(record.question, record);
        break;
      case 'question_closed':
        this.questions.delete(record.question);
        break;
      case 'handed':
        this.#started(record.item);
        this.handed.set(record.item, record.key);
        break;
      case 'result': {
        const { item, key, result, error } = record;
        this.#started(item);
        this.handed.delete(item);
        this.#rememberResult(key, error === undefined ? { result } : { error });
        break;
      }
      case 'pending':
        this.#foldPending(record.change, record.message);
        break;
      case 'agent':
        this.#foldAgent(record);
        break;
      case 'owner':
        break;
      case 'members':
        this.members = record.members;
        break;
    }
  }

  /** Remembers a result, and forgets the oldest beyond the limits: those of messages last, which must not run twice. */
  #rememberResult(key: string, outcome: Outcome): void {
    const { results } = this;
    this.#forgetResult(key);
    results.set(key, outcome);
    this.#resultBytes += bytesOf(outcome);
    while (results.size > remembered || (results.size > 1 && this.#resultBytes > resultBytes)) {
      const oldest = this.#oldestResult(key);
      const forgotten = results.get(oldest);
      this.#forgetResult(oldest);
      if (forgotten !== undefined && isOfMessage(forgotten)) this.#rememberKey(oldest);
    }
  }

  #rememberKey(key: string): void {
    const [first] = this.past;
    if (this.past.size >= rememberedKeys && first !== undefined) this.past.delete(first);
    this.past.add(hashOf(key));
  }

  /** Whether a message with this key was worked off so long ago that its result is forgotten. */
  isPast(key: string): boolean {
    return this.past.has(hashOf(key));
  }

  /** The result that is forgotten first when `newest` was added. */
  #oldestResult(newest: string): string {
    for (const [key, outcome] of this.results) if (key !== newest && !isOfMessage(outcome)) return key;
    return this.results.keys().next().value ?? newest;
  }

  #forgetResult(key: string): void {
    const outcome = this.results.get(key);
    if (outcome === undefined) return;
    this.results.delete(key);
    this.#resultBytes -= bytesOf(outcome);
  }

  #started(item: number): void {
    this.item = Math.max(this.item, item);
  }

  #foldPending(change: 'added' | 'replaced' | Fate, message: PendingMessage): void {
    const { messageId, item } = message;
    this.#started(item);
    if (change === 'added' || change === 'replaced') {
      this.pending.set(messageId, message);
      return;
    }
    this.pending.delete(messageId);
    // The result of an injected message came with its acceptance, so its delivery ends what was handed over.
    if (message.from === 'inject') this.handed.delete(item);
    remember(this.fates, messageId, change);
  }

  #foldAgent({ state, agentSessionId, opened, capabilities, mcpServers }: AgentRecord): void {
    this.agent = state;
    if (agentSessionId !== undefined) this.agentSessionId = agentSessionId;
    if (opened !== undefined) this.opened = opened;
    if (capabilities !== undefined) this.capabilities = capabilities;
    if (mcpServers !== undefined) this.mcpServers = mcpServers;
  }

  #foldUpdate(update: SessionUpdate): void {
    // The tags of updates are open-ended, so the compiler cannot narrow them by a switch.
    if (isUpdate(update, 'state_update')) {
      this.lastState = update;
      this.awaitsWork = false;
      if (activities.has(update.state)) this.activity = update.state as Activity;
      if (update.state === 'idle') for (const table of [this.toolCalls, this.terminals]) forgetEnded(table);
    } else if (isUpdate(update, 'tool_call_update')) {
      note(this.toolCalls, update.toolCallId, finalStatus.has(update.status), update.status !== undefined);
    } else if (isUpdate(update, 'terminal_update')) {
      const hasEnded = update.exitStatus !== undefined && update.exitStatus !== null;
      note(this.terminals, update.terminalId, hasEnded, update.exitStatus === null);
    } else if (isUpdate(update, 'config_option_update')) {
      this.opened = { ...this.opened, configOptions: update.configOptions };
    } else if (isUpdate(update, 'available_commands_update')) {
      this.opened = { ...this.opened, availableCommands: update.availableCommands };
    } else if (isUpdate(update, 'session_info_update') && update.title !== undefined) {
      this.title = update.title;
    }
  }
}

type Tag = Extract<SessionUpdate, { readonly sessionUpdate: string }>['sessionUpdate'];
/** The update with a tag. */
export type UpdateOf<T extends Tag> = Extract<SessionUpdate, { readonly sessionUpdate: T }>;

/** Whether an update has a tag. */
export const isUpdate = <T extends Tag>(update: SessionUpdate, tag: T): update is UpdateOf<T> =>
  update.sessionUpdate === tag;

/** Whether it is the result of a prompt or an injected message, or of an item that the agent may have got. */
function isOfMessage({ result, error }: Outcome): boolean {
  const { messageId } = Object(result) as { readonly messageId?: unknown };
  const { reason } = Object(error?.data) as { readonly reason?: unknown };
  return typeof messageId === 'string' || reason === 'interrupted';
}

/** 72 bits are enough to tell the keys of a session apart. */
const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, 12);

const bytesOf = (outcome: Outcome): number => JSON.stringify(outcome).length;

/** Adds an entry as the newest, and forgets the oldest beyond the limit. */
function remember<V>(entries: Map<string, V>, key: string, value: V): void {
  entries.delete(key);
  entries.set(key, value);
  const [oldest] = entries.keys();
  if (entries.size > remembered && oldest !== undefined) entries.delete(oldest);
}

/** An update without a status opens what was not seen before. */
function note(table: Map<string, boolean>, id: string, hasEnded: boolean, isOpen: boolean): void {
  if (!table.has(id) && table.size >= maxOpen) forgetEnded(table);
  if (table.has(id) ? hasEnded || isOpen : table.size < maxOpen) table.set(id, !hasEnded);
}

function forgetEnded(table: Map<string, boolean>): void {
  for (const [id, isOpen] of table) if (!isOpen) table.delete(id);
}
