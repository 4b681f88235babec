/** Agents that do what a test says, and a hub of one node around them. */
import { memoryJournal, type Journal } from '@acp-stack/journal';
import type { AgentCapabilities, SessionUpdate } from '@acp-stack/schema/v2/unstable';
import { settled, VirtualClock } from '@acp-stack/testing';

import { hubName } from '../access/principal.ts';
import {
  CannotForkError,
  type AgentEvents,
  type AgentPool,
  type AgentQuestion,
  type AgentSession,
  type AgentSessionSetup,
} from '../agents/agent-session.ts';
import { FeedTable } from '../feed/feed-table.ts';
import { HubStore, newSessionId } from '../store/hub-store.ts';
import {
  membersMethod,
  type InboxItem,
  type LogEntry,
  type LogRecord,
  type ResultRecord,
  type Role,
} from '../store/records.ts';
import { HubCounters } from '../observe/counters.ts';
import type { LiveSession, SessionHost } from './session-host.ts';
import type { SessionOptions } from './owned-session.ts';
import { createSession, takeSession, type CreatedSession } from './take-session.ts';

/** A request that an agent got and has to be told how to answer. */
export interface AgentCall {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  respond(result?: unknown): void;
  refuse(error: Error): void;
}

export class ScriptedAgent implements AgentSession {
  readonly id: string;
  readonly opened: Readonly<Record<string, unknown>>;
  readonly capabilities: AgentCapabilities;
  readonly info = { name: 'scripted', version: '1' };
  /** Whether it was opened by `resume`. */
  readonly isResumed: boolean;
  readonly setup: AgentSessionSetup;
  readonly calls: AgentCall[] = [];
  readonly cancels: number[] = [];
  isClosed = false;
  readonly #events: AgentEvents;

  constructor(
    id: string,
    events: AgentEvents,
    init: { capabilities: AgentCapabilities; isResumed: boolean; setup: AgentSessionSetup },
  ) {
    this.id = id;
    this.#events = events;
    this.opened = { configOptions: [] };
    this.capabilities = init.capabilities;
    this.isResumed = init.isResumed;
    this.setup = init.setup;
  }

  request(method: string, params: Readonly<Record<string, unknown>>): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.calls.push({ method, params, respond: resolve, refuse: reject });
    });
  }

  cancel(): void {
    this.cancels.push(this.calls.length);
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }

  /** The prompts it got, as text. */
  get prompts(): readonly string[] {
    return this.calls.filter(({ method }) => method === 'session/prompt').map(({ params }) => textOf(params['prompt']));
  }

  say(update: SessionUpdate): void | Promise<void> {
    return this.#events.update(update);
  }

  ask(question: AgentQuestion, signal: AbortSignal = new AbortController().signal): Promise<unknown> {
    return this.#events.ask(question, signal);
  }

  die(reason = 'The agent exited.'): void {
    this.#events.lost(reason);
  }

  /** Accepts the last prompt, works, says something, and is idle; resolves when all of it is stored. */
  async answer(text: string): Promise<void> {
    const call = this.calls.at(-1);
    call?.respond({ messageId: `agent-${this.calls.length}` });
    // As over a connection: a caller gets its response before the updates that follow it.
    await settled(1);
    this.begin();
    void this.say({ sessionUpdate: 'agent_message', messageId: `a-${text}`, content: [{ type: 'text', text }] });
    this.idle();
    await settled();
  }

  begin(): void {
    void this.say({ sessionUpdate: 'state_update', state: 'running' });
  }

  idle(): void {
    void this.say({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' });
  }
}

export class ScriptedAgents implements AgentPool {
  readonly names = ['scripted'];
  readonly started: ScriptedAgent[] = [];
  capabilities: AgentCapabilities = {};
  canFork = true;
  /** Errors of the next openings. */
  failures: Error[] = [];
  /** Called after each opening. */
  onStart: (agent: ScriptedAgent) => void = () => undefined;

  async open(_: string, setup: AgentSessionSetup, events: AgentEvents): Promise<AgentSession> {
    return this.#start(`agent-session-${this.started.length + 1}`, events, setup, false);
  }

  async resume(_: string, id: string, setup: AgentSessionSetup, events: AgentEvents): Promise<AgentSession> {
    return this.#start(id, events, setup, true);
  }

  async fork(_: string, id: string, setup: AgentSessionSetup, events: AgentEvents): Promise<AgentSession> {
    if (!this.canFork) throw new CannotForkError('The agent cannot copy sessions.');
    return this.#start(`copy-of-${id}`, events, setup, false);
  }

  /** The agent that was started last. */
  get last(): ScriptedAgent {
    const last = this.started.at(-1);
    if (last === undefined) throw new Error('No agent was started.');
    return last;
  }

  count(): number {
    return this.started.filter(({ isClosed }) => !isClosed).length;
  }

  async close(): Promise<void> {
    for (const agent of this.started) await agent.close();
  }

  #start(id: string, events: AgentEvents, setup: AgentSessionSetup, isResumed: boolean): AgentSession {
    const failure = this.failures.shift();
    if (failure !== undefined) throw failure;
    const agent = new ScriptedAgent(id, events, { capabilities: this.capabilities, isResumed, setup });
    this.started.push(agent);
    this.onStart(agent);
    return agent;
  }
}

export const text = (value: string): readonly { type: 'text'; text: string }[] => [{ type: 'text', text: value }];
export const textOf = (content: unknown): string =>
  (content as readonly { text?: string }[]).map((block) => block.text ?? '').join('');

/** One node: its store, clock and agents. */
export class TestNode implements AsyncDisposable {
  readonly journal: Journal;
  readonly store: HubStore;
  readonly clock = new VirtualClock();
  readonly agents = new ScriptedAgents();
  readonly feeds: FeedTable;
  readonly host: SessionHost;
  readonly counters: HubCounters = new HubCounters();
  readonly ended: (readonly [sessionId: string, isNeeded: boolean])[] = [];
  readonly lines: string[] = [];
  readonly live: LiveSession[] = [];
  #keys = 0;

  constructor(journal: Journal = memoryJournal(), node = 'a', agents?: ScriptedAgents) {
    this.journal = journal;
    this.store = new HubStore(journal);
    if (agents !== undefined) this.agents = agents;
    this.feeds = new FeedTable({ store: this.store, clock: this.clock });
    this.host = {
      counters: this.counters,
      node,
      store: this.store,
      agents: this.agents,
      clock: this.clock,
      feeds: this.feeds,
      onEnd: (sessionId, isNeeded) => this.ended.push([sessionId, isNeeded]),
      log: (line) => this.lines.push(line),
    };
  }

  async create(options: SessionOptions = {}, owner = 'ada'): Promise<CreatedSession & { readonly sessionId: string }> {
    const sessionId = newSessionId();
    const { node } = this.host;
    const created = await createSession(
      this.host,
      { sessionId, owner, agent: 'scripted', cwd: '/work', additionalDirectories: [], node },
      { ...options, setup: { cwd: '/work', additionalDirectories: [], mcpServers: [], principal: owner } },
    );
    this.live.push(created.session);
    return { ...created, sessionId };
  }

  async take(sessionId: string, options: SessionOptions = {}): Promise<LiveSession> {
    const session = await takeSession(this.host, sessionId, options);
    this.live.push(session);
    return session;
  }

  /** Stores an item and wakes the session. */
  async submit(
    session: LiveSession,
    method: string,
    params: Readonly<Record<string, unknown>> = {},
    from: Partial<InboxItem> = {},
  ): Promise<number> {
    const principal = from.principal ?? 'ada';
    const item: InboxItem = { key: `key-${(this.#keys += 1)}`, principal, client: principal, method, params, ...from };
    const number = await this.store.submit(session.sessionId, item);
    session.wake();
    return number;
  }

  /** Makes principals members of a session. */
  async join(session: LiveSession, names: readonly string[], role: Role | null = 'controller'): Promise<void> {
    for (const principal of names) {
      const item = await this.submit(session, membersMethod, { principal, role }, { principal: hubName });
      await this.result(session.sessionId, item);
    }
  }

  prompt(session: LiveSession, words: string, from: Partial<InboxItem> = {}): Promise<number> {
    return this.submit(session, 'session/prompt', { prompt: text(words) }, from);
  }

  inject(session: LiveSession, words: string, from: Partial<InboxItem> = {}, mode = 'queue'): Promise<number> {
    return this.submit(session, 'session/inject', { mode, content: text(words) }, from);
  }

  async log(sessionId: string): Promise<readonly LogRecord[]> {
    const records: LogRecord[] = [];
    for await (const { record } of this.store.read(sessionId, 0)) records.push(record);
    return records;
  }

  /** Waits until the log has a record that fits. */
  async found(sessionId: string, fits: (record: LogRecord) => boolean): Promise<LogEntry> {
    using lease = this.feeds.open(sessionId);
    const signal = AbortSignal.timeout(60_000);
    for (let after = 0; ;) {
      for (const entry of await lease.feed.next(after, signal)) {
        if (fits(entry.record)) return entry;
        after = entry.sequence;
      }
    }
  }

  async result(sessionId: string, item: number): Promise<ResultRecord> {
    const { record } = await this.found(sessionId, (each) => each.kind === 'result' && each.item === item);
    return record as ResultRecord;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const session of this.live) await session.stop('fenced');
    this.feeds[Symbol.dispose]();
  }
}

/** The conversation of a log in a few words. */
export function conversation(records: readonly LogRecord[]): readonly string[] {
  return records.flatMap((record) => {
    if (record.kind !== 'update') return [];
    const { update } = record;
    const fields = update as { readonly content?: unknown; readonly state?: string; readonly stopReason?: string };
    if (update.sessionUpdate === 'user_message') return [`user ${textOf(fields.content)}`];
    if (update.sessionUpdate === 'agent_message') return [`agent ${textOf(fields.content)}`];
    if (update.sessionUpdate === 'state_update')
      return [[fields.state, fields.stopReason].filter((word) => word !== undefined).join(' ')];
    return [update.sessionUpdate];
  });
}
