/**
 * A session whose owner is this node.
 *
 * Items come in through the inbox, updates and questions through the agent; both end up in the log, and only what is
 * stored there is shown or acted on. If another node takes the session, this one stops at once and shows nothing more.
 */
import { randomUUID } from 'node:crypto';

import { JournalError } from '@acp-stack/journal';
import type { ContentBlock, Methods, SessionUpdate } from '@acp-stack/schema/v2/unstable';

import type { AgentSessionSetup } from '../agents/agent-session.ts';
import type { SummaryPatch } from '../store/hub-store.ts';
import type { InboxEntry, LogEntry, LogRecord, PendingMessage, SessionSummary, StoredEntry } from '../store/records.ts';
import { AgentLink } from './agent-link.ts';
import { RecordTooLargeError, type CommitLimits, type CommitQueue } from './commit-queue.ts';
import { endedWork } from './ended-work.ts';
import { ItemHandlers } from './item-handlers.ts';
import { MessageQueue } from './message-queue.ts';
import { OpenQuestions } from './open-questions.ts';
import type { LiveSession, SessionHost } from './session-host.ts';
import { SessionLog } from './session-log.ts';
import { isUpdate, type SessionState } from './session-state.ts';
import { WorkTimes } from './work-times.ts';

export interface SessionOptions {
  /** After how much time without work and clients the agent is closed, in milliseconds; 10 minutes by default. */
  readonly sleepAfter?: number;
  readonly limits?: Partial<CommitLimits>;
}

export interface OwnedSessionInit {
  readonly host: SessionHost;
  readonly summary: SessionSummary;
  readonly setup: AgentSessionSetup;
  readonly state: SessionState;
  readonly commits: CommitQueue;
  readonly options: SessionOptions;
}

const promptMethod = 'session/prompt' satisfies keyof Methods;
const defaultSleep = 10 * 60 * 1000;
/** How long to wait before the inbox is read again after a failure, in milliseconds. */
const readAgainAfter = 500;
/** How many characters of a title are in the list of sessions. */
const maxTitleLength = 1000;
/** How many items are worked off before the inbox is trimmed. */
const trimEvery = 64;
/** How long the agent may take to close the session before the next owner is free to open it, in milliseconds. */
const closeTime = 5000;

export class OwnedSession implements LiveSession {
  readonly sessionId: string;
  readonly link: AgentLink;
  readonly #init: OwnedSessionInit;
  readonly #log: SessionLog;
  readonly #queue: MessageQueue;
  readonly #questions: OpenQuestions;
  readonly #handlers: ItemHandlers;
  readonly #disown: () => void;
  readonly #times = new WorkTimes();
  #state: 'live' | 'ending' | 'ended' = 'live';
  /** Whether the inbox is being read, and whether it has to be read again. */
  #inbox: 'read' | 'reading' | 'again' = 'read';
  #trimmed: number;
  #usedAt: number;
  #stopTimer: (() => void) | undefined;
  #hasLostAgent = false;

  constructor(init: OwnedSessionInit) {
    const { host, summary, setup, state, commits } = init;
    this.#init = init;
    this.sessionId = summary.sessionId;
    this.#log = new SessionLog(state, commits, summary.title !== null);
    const log = this.#log;
    this.#questions = new OpenQuestions(log);
    this.link = new AgentLink({
      agents: host.agents,
      clock: host.clock,
      agent: summary.agent,
      setup,
      log,
      onUpdate: (update) => this.#onUpdate(update),
      onQuestion: (question, signal) => this.#questions.ask(question, signal),
      onLost: (reason) => {
        this.#onLost(reason);
      },
    });
    const { link } = this;
    this.#queue = new MessageQueue({
      log,
      link,
      onRest: () => {
        this.#rest();
      },
    });
    this.#handlers = new ItemHandlers({
      sessionId: this.sessionId,
      log,
      link,
      queue: this.#queue,
      questions: this.#questions,
    });
    this.#disown = host.feeds.own(this.sessionId, commits.last);
    this.#trimmed = state.item;
    this.#usedAt = host.clock.now();
  }

  get isBusy(): boolean {
    const { handed, questions } = this.#log.state;
    return this.#queue.isBusy || handed.size > 0 || questions.size > 0 || this.#inbox !== 'read';
  }

  /** Ends what an earlier owner left open. */
  async recover(): Promise<void> {
    const { state } = this.#log;
    const lost: readonly LogRecord[] =
      state.agent === 'open' ? [{ kind: 'agent', state: 'lost', reason: 'The hub was interrupted.' }] : [];
    const records = [...lost, ...endedWork(state, { direct: await this.#readStarted() })];
    // A restart does not count as use of the session.
    if (records.length > 0) await this.#log.write(records, { isBusy: false });
  }

  /** Reads the prompts that were started: those that wait go on, those that an agent was given at once are returned. */
  async #readStarted(): Promise<readonly PendingMessage[]> {
    const { state } = this.#log;
    const given = new Map<string, PendingMessage>();
    const first = firstNeeded(state);
    if (first === undefined) return [];
    const waiting = new Map([...state.pending.values()].map((message) => [message.key, message]));
    for await (const entry of this.#init.host.store.inbox(this.sessionId, first - 1)) {
      const { item, request } = entry;
      if (item > state.item) break;
      if (request.method !== promptMethod) continue;
      // A prompt that was sent again has the key of the first.
      if (waiting.get(request.key)?.item === item) this.#queue.restore(entry);
      else if (state.handed.has(item) && !waiting.has(request.key) && !given.has(request.key))
        given.set(request.key, givenPrompt(entry));
    }
    return [...given.values()];
  }

  /** Stores records and a summary; resolves when they are stored. */
  publish(records: readonly LogRecord[], summary: SummaryPatch): Promise<void> {
    return this.#log.write(records, summary);
  }

  /** Begins to work. */
  start(): void {
    this.#queue.pump(true);
    this.wake();
  }

  wake(): void {
    if (this.#inbox === 'read' && this.#state === 'live') void this.#readInbox();
    else this.#inbox = 'again';
  }

  agentLoggedIn(agent: string, principal: string): void {
    const { summary, setup } = this.#init;
    if (summary.agent === agent && setup.principal === principal && this.#log.state.agent === 'failed')
      this.#queue.pump(true);
  }

  finish(): void {
    this.#queue.finish();
  }

  async stop(why: 'hand-over' | 'fenced' | 'delete'): Promise<void> {
    if (this.#state !== 'live') return;
    if (why === 'hand-over') {
      const records = endedWork(this.#log.state, { direct: this.#queue.unconfirmed });
      // These records close the questions; an agent that withdraws one from now on changes nothing.
      this.#questions.drop();
      await this.#leave(records);
    } else await this.#end(new Error(`The session has no owner here any more (${why}).`));
  }

  /** The store says that this node is not the owner any more, or fails for good. */
  onCommitsEnd(error: Error): void {
    if (this.#state === 'ended') return;
    const isFenced = error instanceof JournalError && error.code === 'fenced';
    if (isFenced) this.#init.host.counters?.fenced.add();
    else this.#init.host.log(`Session ${this.sessionId} has ended here: ${error.message}`);
    void this.#end(error);
  }

  #count(entries: readonly LogEntry[], bytes: number): void {
    const { counters } = this.#init.host;
    counters?.recordsAppended.add(entries.length);
    counters?.bytesAppended.add(bytes);
    for (const { record } of entries) {
      if (record.kind !== 'agent') continue;
      if (record.state === 'open' && this.#hasLostAgent) counters?.agentRestarts.add();
      this.#hasLostAgent = record.state === 'lost';
    }
  }

  /** Shows what is stored. */
  onStored(entries: readonly StoredEntry[], bytes: number): void {
    const { host, commits } = this.#init;
    const { sessionId } = this;
    host.feeds.publish(sessionId, entries, bytes);
    this.#count(entries, bytes);
    const { state } = this.#log;
    const last = entries.at(-1)?.sequence;
    if (last === undefined) return;
    const snapshot = commits.isSettled ? () => ({ through: last, state: state.toJSON() }) : undefined;
    host.onCommitted?.(sessionId, { entries, last, isIdle: state.activity === 'idle', snapshot });
  }

  // ------------------------------------------------------------------------------------------ the inbox

  async #readInbox(): Promise<void> {
    const { host } = this.#init;
    const { state } = this.#log;
    this.#inbox = 'reading';
    try {
      for await (const entry of host.store.inbox(this.sessionId, state.item)) {
        if (this.#state !== 'live') break;
        this.#use();
        await this.#handlers.start(entry);
        await this.#log.room();
      }
    } catch (error) {
      // Another node has deleted the session.
      if (error instanceof JournalError && error.code === 'missing') {
        await this.#end(error);
        return;
      }
      host.log(`The inbox of session ${this.sessionId} could not be read: ${(error as Error).message}`);
      host.clock.schedule(readAgainAfter, () => {
        this.wake();
      });
    }
    const isNeeded = (this.#inbox as string) === 'again';
    this.#inbox = isNeeded && this.#state !== 'live' ? 'again' : 'read';
    if (isNeeded) this.wake();
    else this.#queue.pump();
  }

  /** Removes items that nothing needs any more. */
  #trimInbox(): void {
    const { host } = this.#init;
    const { state } = this.#log;
    const through = Math.min(state.item, (firstNeeded(state) ?? Infinity) - 1);
    if (through - this.#trimmed < trimEvery) return;
    this.#trimmed = through;
    host.store.trimInbox(this.sessionId, through).catch((error: unknown) => {
      host.log(`The inbox of session ${this.sessionId} could not be trimmed: ${(error as Error).message}`);
    });
  }

  // ------------------------------------------------------------------------------------------ the agent

  #onUpdate(update: SessionUpdate): void | Promise<void> {
    if (this.#state !== 'live') return undefined;
    this.#use();
    const shown = this.#queue.shown(update);
    for (const each of shown === undefined ? [] : this.#times.timed(shown, this.#usedAt)) this.#write(each);
    this.#queue.noteState(update);
    if (isUpdate(update, 'state_update') && update.state === 'idle') {
      this.#trimInbox();
      this.#queue.pump();
    }
    return this.#log.room();
  }

  #write(update: SessionUpdate): void {
    try {
      void this.#log.write([{ kind: 'update', update }], summaryPatch(update));
    } catch (error) {
      if (!(error instanceof RecordTooLargeError)) throw error;
      const title = `The agent sent a ${update.sessionUpdate} that is too large to be stored; it is left out.`;
      void this.#log.write([{ kind: 'update', update: { sessionUpdate: 'notice', severity: 'warning', title } }]);
    }
  }

  #onLost(reason: string): void {
    if (this.#state !== 'live') return;
    const ended = endedWork(this.#log.state, { reason, direct: this.#queue.unconfirmed });
    this.#queue.lost();
    this.#questions.drop();
    this.#times.clear();
    const records = [{ kind: 'agent', state: 'lost', reason } as const, ...ended];
    void this.#log.write(records, { isBusy: false, updatedAt: Date.now() });
    this.#queue.pump();
  }

  // ------------------------------------------------------------------------------------------ sleep and end

  /** The session is used. */
  #use(): void {
    this.#usedAt = this.#init.host.clock.now();
  }

  /** Nothing is to be done: closes the agent after a while. */
  #rest(): void {
    const { host, options } = this.#init;
    if (this.#stopTimer !== undefined || this.#state !== 'live') return;
    const sleepAfter = options.sleepAfter ?? defaultSleep;
    const rest = Math.max(0, this.#usedAt + sleepAfter - host.clock.now());
    this.#stopTimer = host.clock.schedule(rest, () => {
      this.#stopTimer = undefined;
      if (this.#state !== 'live') return;
      if (this.isBusy || host.feeds.readers(this.sessionId) > 0) this.#use();
      if (host.clock.now() - this.#usedAt >= sleepAfter) void this.#leave([]);
      else this.#rest();
    });
  }

  /** Closes the agent and leaves the session to the next owner; it is taken again if there is something to do. */
  async #leave(records: readonly LogRecord[]): Promise<void> {
    const { host } = this.#init;
    const { state } = this.#log;
    this.#state = 'ending';
    this.#queue.end();
    const asleep: readonly LogRecord[] = state.agent === 'open' ? [{ kind: 'agent', state: 'asleep' }] : [];
    try {
      // While messages wait, the session keeps the name of this node: another one takes it when this one is gone.
      const stored = this.#log.write([...records, ...asleep]);
      const hasWork = state.pending.size > 0 && state.agent !== 'failed';
      await stored;
      await this.#log.write([], hasWork ? { isBusy: true } : { isBusy: false, node: null });
      // An item that another node has stored before it could see that this one left.
      for await (const { item } of host.store.inbox(this.sessionId, state.item)) if (item > 0) this.#inbox = 'again';
    } catch (error) {
      host.log(`Session ${this.sessionId} was left without a word: ${(error as Error).message}`);
    }
    await this.#end(new Error('The session was left.'));
  }

  async #end(error: Error): Promise<void> {
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    this.#stopTimer?.();
    this.#queue.end();
    this.#init.commits.end(error);
    this.#questions.drop();
    this.#disown();
    const { host } = this.#init;
    // An agent that does not answer must not hold up the next owner.
    let stopWaiting: (() => void) | undefined;
    const patience = new Promise<void>((resolve) => (stopWaiting = host.clock.schedule(closeTime, resolve)));
    await Promise.race([this.link.close(), patience]);
    stopWaiting?.();
    host.onEnd(this.sessionId, this.#inbox === 'again');
  }
}

/** The first item that a new owner needs: of a prompt that waits, or that an agent was given. */
function firstNeeded({ pending, handed }: SessionState): number | undefined {
  const prompts = [...pending.values()].filter(({ from }) => from === 'prompt').map(({ item }) => item);
  const items = [...prompts, ...handed.keys()];
  return items.length === 0 ? undefined : Math.min(...items);
}

/** A prompt that an earlier owner has given to the agent without letting it wait: no client knows an id of it yet. */
function givenPrompt({ item, request }: InboxEntry): PendingMessage {
  const { principal, client, key, params } = request;
  const content = params['prompt'] as readonly ContentBlock[];
  return { messageId: randomUUID(), mode: 'queue', content, principal, client, item, key, from: 'prompt' };
}

/** What an update changes in the list of sessions. */
function summaryPatch(update: SessionUpdate): SummaryPatch | undefined {
  if (isUpdate(update, 'session_info_update') && update.title !== undefined)
    return { title: update.title === null ? null : update.title.slice(0, maxTitleLength) };
  if (!isUpdate(update, 'state_update')) return undefined;
  return update.state === 'idle' ? { isBusy: false, updatedAt: Date.now() } : { isBusy: true };
}
