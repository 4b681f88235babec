/**
 * One random schedule: nodes on one journal, sessions, clients, requests and faults, all chosen by the seed.
 *
 * After the faults everything is healed, and the schedule runs on until nothing happens any more. What was recorded is
 * the history for the checker.
 */
import { memoryJournal, type Journal } from '@acp-stack/journal';
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';

import { SimulatedClock } from '../../support/simulated-clock.ts';
import { forkSession } from '../../../packages/hub/src/session/fork-session.ts';
import { createSession } from '../../../packages/hub/src/session/take-session.ts';
import { SessionState } from '../../../packages/hub/src/session/session-state.ts';
import { HubStore } from '../../../packages/hub/src/store/hub-store.ts';
import type { InboxEntry, LogEntry } from '../../../packages/hub/src/store/records.ts';
import type { History, HistoryEvent, StoredSession } from '../checker/history.ts';
import type { FaultyJournalOptions } from './faulty-journal.ts';
import { Random } from './random.ts';
import { AgentWorld } from './simulated-agents.ts';
import { SimulatedClient, type SimulatedClientOptions } from './simulated-client.ts';
import { SimulatedNode } from './simulated-node.ts';

export interface ScheduleOptions {
  readonly seed: number;
  /** A hub that is broken on purpose. */
  readonly sabotage?: {
    readonly journal?: FaultyJournalOptions['sabotage'];
    readonly client?: SimulatedClientOptions['sabotage'];
  };
  /** A schedule that does not come to rest ends soon, without an error: for hubs that are broken on purpose. */
  readonly mayHang?: boolean;
  /** Called with what the nodes say, for looking into a failure. */
  readonly log?: (line: string) => void;
}

/** How many milliseconds faults and requests last. */
const busyTime = 20_000;
/** How many milliseconds everything may need to come to rest after that. */
const restTime = 120_000;
const shortRestTime = 10_000;
const mostNodes = 4;

/** Runs a schedule; rejects if it does not come to rest. */
export async function runSchedule(options: ScheduleOptions): Promise<History> {
  return new Schedule(options).run();
}

class Schedule {
  readonly #options: ScheduleOptions;
  readonly #random: Random;
  readonly #clock = new SimulatedClock();
  readonly #journal: Journal = memoryJournal();
  readonly #store = new HubStore(this.#journal);
  readonly #events: HistoryEvent[] = [];
  readonly #world: AgentWorld;
  readonly #nodes: SimulatedNode[] = [];
  readonly #clients: SimulatedClient[] = [];
  readonly #sessions: string[] = [];
  readonly #copies: { readonly source: string; readonly copy: string; isAcknowledged: boolean }[] = [];
  #texts = 0;
  #isHealed = false;

  constructor(options: ScheduleOptions) {
    this.#options = options;
    this.#random = new Random(options.seed);
    this.#world = new AgentWorld(this.#clock, this.#random.fork(), this.#record);
  }

  async run(): Promise<History> {
    const random = this.#random;
    for (let count = random.between(1, 3); count > 0; count -= 1) await this.#startNode();
    for (let count = random.between(1, 3); count > 0; count -= 1) await this.#createSession();
    for (const session of this.#sessions)
      for (let count = random.between(1, 3); count > 0; count -= 1) this.#addClient(session);
    this.#scheduleRequests();
    this.#scheduleFaults();
    this.#scheduleCopies();
    await this.#clock.advance(busyTime);
    await this.#heal();
    await this.#rest();
    for (const client of this.#clients) client.stop();
    const { sessions: listed } = await this.#store.list({ limit: 1000 });
    const names = new Set(listed.map(({ sessionId }) => sessionId));
    const copies = this.#copies.map((each) => ({ ...each, isListed: names.has(each.copy) }));
    const stored = [...this.#sessions, ...copies.filter(({ isListed }) => isListed).map(({ copy }) => copy)];
    const sessions = await Promise.all(stored.map((session) => this.#storedOf(session)));
    for (const { life } of this.#nodes) life.kill();
    const events = this.#events.filter((event) => event.kind !== 'wrote' || stored.includes(event.session));
    return { events, sessions, copies };
  }

  readonly #record = (event: HistoryEvent): void => void this.#events.push(event);

  readonly #log = (line: string): void => {
    this.#options.log?.(`${this.#clock.now()} ${line}`);
  };

  async #startNode(): Promise<void> {
    const random = this.#random;
    const node = new SimulatedNode({
      name: `node-${this.#nodes.length + 1}`,
      time: this.#clock,
      journal: this.#journal,
      random: random.fork(),
      world: this.#world,
      faults: random.pick([
        { slow: 0, failBefore: 0, failAfter: 0 },
        { slow: 0.2, failBefore: 0, failAfter: 0 },
        { slow: 0.05, failBefore: 0.02, failAfter: 0.02 },
      ]),
      record: this.#record,
      log: this.#log,
      sabotage: this.#options.sabotage?.journal,
    });
    if (this.#isHealed) node.access.isHealed = true;
    this.#nodes.push(node);
    this.#log(`${node.name} starts`);
    void node.start();
    await this.#clock.advance(600);
  }

  async #createSession(): Promise<void> {
    const sessionId = `s${this.#sessions.length + 1}`;
    const [node] = this.#nodes;
    if (node === undefined) return;
    const cwd = `/sessions/${sessionId}`;
    const setup = { cwd, additionalDirectories: [], mcpServers: [], principal: 'ada' };
    const created = createSession(
      { ...node.host, store: this.#store },
      { sessionId, owner: 'ada', agent: 'simulated', cwd, additionalDirectories: [], node: node.name },
      { setup, sleepAfter: 4000 },
    );
    await this.#clock.advance(100);
    const { session } = await created;
    // From here on the session goes through the faults of its node, as all others.
    await session.stop('hand-over');
    this.#sessions.push(sessionId);
  }

  #addClient(session: string): void {
    const random = this.#random.fork();
    const client = new SimulatedClient({
      name: `client-${this.#clients.length + 1}`,
      session,
      time: this.#clock,
      random,
      chooseNode: () => random.pick(this.#nodes.filter(({ isServing }) => isServing)),
      record: this.#record,
      sabotage: this.#options.sabotage?.client,
    });
    this.#clients.push(client);
    void client.run();
  }

  #scheduleRequests(): void {
    const random = this.#random;
    for (let count = random.between(6, 24); count > 0; count -= 1) {
      const client = random.pick(this.#clients);
      const kind = random.pick(['prompt', 'prompt', 'inject', 'inject', 'revoke', 'replace', 'cancel'] as const);
      this.#at(random.between(0, busyTime), () => {
        if (client !== undefined) this.#request(client, kind);
      });
    }
  }

  #request(client: SimulatedClient, kind: 'prompt' | 'inject' | 'revoke' | 'replace' | 'cancel'): void {
    const content = (): readonly object[] => [{ type: 'text', text: `${kind} ${(this.#texts += 1)}` }];
    const messageId = this.#random.pick(client.injected);
    if (kind === 'prompt') client.send('session/prompt', { prompt: content() }, 'prompt');
    else if (kind === 'inject') client.send('session/inject', { mode: 'queue', content: content() }, 'inject');
    else if (kind === 'cancel') client.send('session/cancel', {});
    else if (messageId === undefined) return;
    else if (kind === 'revoke') client.send('session/revoke_inject', { messageId });
    else client.send('session/replace_inject', { messageId, content: content() });
  }

  #scheduleCopies(): void {
    for (let count = this.#random.between(0, 2); count > 0; count -= 1)
      this.#at(this.#random.between(0, busyTime), () => void this.#copy());
  }

  /** Copies a session on any node; the node may die at every step. */
  async #copy(): Promise<void> {
    const node = this.#random.pick(this.#nodes.filter(({ isServing }) => isServing));
    const source = this.#random.pick(this.#sessions);
    if (node === undefined || source === undefined) return;
    const copy = `${source}-copy-${this.#copies.length + 1}`;
    const entry = { source, copy, isAcknowledged: false };
    this.#copies.push(entry);
    const place = { cwd: `/sessions/${copy}`, additionalDirectories: [] };
    try {
      const summary = await node.store.get(source);
      if (summary === undefined) return;
      const { session } = await forkSession(
        node.host,
        { sessionId: copy, owner: 'eve', agent: 'simulated', node: node.name, ...place },
        {
          source: { summary, history: saidIn(node.store, source, summary.last) },
          setup: { ...place, mcpServers: [], principal: 'eve' },
          sleepAfter: 4000,
        },
      );
      node.directory.add(session);
      entry.isAcknowledged = true;
    } catch (error) {
      this.#log(`${copy} was not made: ${String(error)}`);
    }
  }

  #scheduleFaults(): void {
    const random = this.#random;
    const faults = ['kill', 'pause', 'cut', 'stop', 'start', 'start', 'disconnect', 'disconnect'] as const;
    for (let count = random.between(2, 12); count > 0; count -= 1) {
      const fault = random.pick(faults);
      const length = random.pick([200, 1000, 2500, 4000, 8000]);
      this.#at(random.between(0, busyTime), () => {
        this.#fault(fault, length);
      });
    }
  }

  #fault(fault: 'kill' | 'pause' | 'cut' | 'stop' | 'start' | 'disconnect', length: number): void {
    const random = this.#random;
    const serving = this.#nodes.filter(({ isServing }) => isServing);
    const node = random.pick(serving);
    if (fault === 'start' || node === undefined) {
      if (serving.length < mostNodes) void this.#startNode();
      return;
    }
    this.#log(`${fault} ${node.name} for ${length}`);
    if (fault === 'kill') node.life.kill();
    else if (fault === 'stop') void node.stop(length);
    else if (fault === 'disconnect') random.pick(this.#clients)?.disconnect();
    else if (fault === 'pause') {
      node.life.pause();
      this.#at(length, () => {
        node.life.resume();
      });
    } else {
      node.access.isCut = true;
      this.#at(length, () => {
        node.access.isCut = false;
      });
    }
  }

  async #heal(): Promise<void> {
    this.#log('everything is healed');
    this.#isHealed = true;
    this.#world.isHealed = true;
    for (const { life, access } of this.#nodes) {
      access.isCut = false;
      access.isHealed = true;
      life.resume();
    }
    if (!this.#nodes.some(({ isServing }) => isServing)) await this.#startNode();
  }

  /** Waits until every request has its result, no turn runs, and every client has read everything. */
  async #rest(): Promise<void> {
    const { mayHang = false } = this.#options;
    const until = this.#clock.now() + (mayHang ? shortRestTime : restTime);
    for (let quiet = 0; quiet < 3;) {
      await this.#clock.advance(1000);
      for (const client of this.#clients) client.answerAll();
      const unrest = await this.#unrest();
      if (mayHang && this.#clock.now() > until) return;
      if (this.#clock.now() > until) throw new Error(`The schedule does not come to rest: ${unrest.join('; ')}`);
      quiet = unrest.length === 0 ? quiet + 1 : 0;
    }
  }

  /** What still has to happen. */
  async #unrest(): Promise<readonly string[]> {
    const found = this.#clients.filter(({ waiting }) => waiting > 0).map((client) => client.describe());
    for (const session of this.#sessions) {
      const { log, inbox } = await this.#storedOf(session);
      const state = new SessionState();
      for (const { record } of log) state.fold(record);
      const { activity, agent, pending, handed, questions } = state;
      if (this.#clients.some((each) => each.session === session && each.sequence < log.length))
        found.push(`a client of ${session} has not read all ${log.length} records`);
      if (inbox.some(({ item }) => item > state.item)) found.push(`${session} has items in its inbox`);
      if (activity !== 'idle' || handed.size > 0 || questions.size > 0)
        found.push(`${session} is ${activity} with ${handed.size} items and ${questions.size} questions`);
      if (pending.size > 0 && agent !== 'failed') found.push(`${session} has ${pending.size} pending messages`);
      if (found.length > 0) found.push(`${session} is owned by ${(await this.#store.get(session))?.node ?? 'none'}`);
    }
    return found;
  }

  async #storedOf(session: string): Promise<StoredSession> {
    const log: LogEntry[] = [];
    const inbox: InboxEntry[] = [];
    for await (const entry of this.#store.read(session, 0)) log.push(entry);
    for await (const entry of this.#store.inbox(session, 0)) inbox.push(entry);
    return { session, log, inbox };
  }

  #at(ms: number, work: () => void): void {
    this.#clock.schedule(ms, work);
  }
}

/** What was said in a session up to a record. */
async function* saidIn(store: HubStore, session: string, through: number): AsyncGenerator<SessionUpdate, void> {
  for await (const { sequence, record } of store.read(session, 0)) {
    if (sequence > through) return;
    if (record.kind === 'update' && record.update.sessionUpdate !== 'notice') yield record.update;
  }
}
