/**
 * One random schedule with real processes: hubs, agents, a database and clients over WebSocket and HTTP, all chosen by the seed.
 *
 * After the faults everything is healed, and the schedule goes on until nothing happens any more. What was recorded is
 * the history for the checker.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { sqliteJournal, type Journal } from '@acp-stack/journal';
import { postgresJournal } from '@acp-stack/journal/postgres';

import { SessionState } from '../../../packages/hub/src/session/session-state.ts';
import { HubStore } from '../../../packages/hub/src/store/hub-store.ts';
import type { InboxEntry, LogEntry } from '../../../packages/hub/src/store/records.ts';
import { temporaryFolder } from '../../support/checkout.ts';
import { isAlive, privatePostgres, sharedPostgres } from '../../support/postgres-server.mjs';
import type { AnsweredEvent, GivenEvent, History, HistoryEvent, StoredSession } from '../checker/history.ts';
import { Random } from '../simulation/random.ts';
import { HubClient } from './hub-client.ts';
import { HubProcess } from './hub-process.ts';
import { Wire } from './wire.ts';

export interface FaultOptions {
  readonly seed: number;
  readonly database: 'sqlite' | 'postgres';
  readonly hubs: number;
  /** How long requests and faults last, in milliseconds. */
  readonly length: number;
  /** The database is killed too. */
  readonly killDatabase?: boolean;
  /** Called with what happens, for looking into a failure. */
  readonly log?: (line: string) => void;
}

/** How long everything may need to come to rest, in milliseconds; on a busy machine too. */
const restTime = 90_000;

/** Runs a schedule; rejects if it does not come to rest. */
export async function runFaults(options: FaultOptions): Promise<History> {
  using folder = temporaryFolder();
  const isPrivate = options.killDatabase ?? false;
  const server = options.database === 'sqlite' ? undefined : await (isPrivate ? privatePostgres() : sharedPostgres());
  const schedule = new FaultSchedule(options, folder.path, server);
  try {
    const history = await schedule.run();
    await schedule.end();
    return history;
  } finally {
    await schedule.close();
    if (isPrivate) await server?.kill();
  }
}

/** A session in the hub, and its name in the history. */
interface Session {
  readonly name: string;
  readonly sessionId: string;
  readonly cwd: string;
}

/** What the agents write down. */
type AgentNote = GivenEvent | AnsweredEvent | { readonly kind: 'started'; readonly pid: number };

type PostgresServer = Awaited<ReturnType<typeof sharedPostgres>>;

class FaultSchedule {
  readonly #options: FaultOptions;
  readonly #random: Random;
  readonly #folder: string;
  readonly #server: PostgresServer | undefined;
  readonly #events: HistoryEvent[] = [];
  readonly #hubs: HubProcess[] = [];
  readonly #clients: HubClient[] = [];
  readonly #sessions: Session[] = [];
  readonly #notes: string;
  #journal: Journal | undefined;
  #generation = '';
  #texts = 0;
  #isHealing = false;
  /** Faults that are still under way. */
  readonly #faults = new Set<Promise<void>>();

  constructor(options: FaultOptions, folder: string, server: PostgresServer | undefined) {
    this.#options = options;
    this.#random = new Random(options.seed);
    this.#folder = folder;
    this.#server = server;
    this.#notes = join(folder, 'notes');
    writeFileSync(this.#notes, '');
  }

  async run(): Promise<History> {
    const random = this.#random;
    const { hubs, length } = this.#options;
    for (let n = 1; n <= hubs; n += 1) this.#hubs.push(await this.#createHub(`hub${n}`));
    await Promise.all(this.#hubs.map((hub) => hub.start()));
    this.#journal = await this.#openJournal();
    for (let n = random.between(2, 3); n > 0; n -= 1) await this.#createSession();
    for (const session of this.#sessions) for (let n = random.between(1, 2); n > 0; n -= 1) this.#addClient(session);
    const until = performance.now() + length;
    while (performance.now() < until) {
      this.#request();
      if (random.chance(0.35)) this.#begin(this.#fault());
      await wait(random.between(50, 400));
    }
    await this.#heal();
    await this.#rest();
    await Promise.all(this.#clients.map((client) => client.stop()));
    const sessions = await Promise.all(this.#sessions.map((session) => this.#storedOf(session)));
    const notes = this.#notesOfAgents().filter((note) => note.kind !== 'started');
    return { events: [...this.#events, ...notes, ...sessions.flatMap(writersOf)], sessions };
  }

  /** Ends the hubs in one way or the other; their agents must not outlive them. */
  async end(): Promise<void> {
    await Promise.all(this.#hubs.map((hub) => (this.#random.chance(0.5) ? hub.kill() : hub.stop())));
    const until = performance.now() + restTime;
    const pids = this.#notesOfAgents().flatMap((note) => (note.kind === 'started' ? [note.pid] : []));
    for (let left = pids; ; await wait(50)) {
      left = left.filter(isAlive);
      if (left.length === 0) return;
      if (performance.now() > until) throw new Error(`Agents have outlived their hubs: ${left.join(', ')}`);
    }
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#faults);
    await Promise.all(this.#clients.map((client) => client.stop()));
    for (const hub of this.#hubs) await hub[Symbol.asyncDispose]();
    await this.#journal?.close();
  }

  readonly #record = (event: HistoryEvent): void => void this.#events.push(event);

  readonly #log = (line: string): void => {
    this.#options.log?.(line.endsWith('\n') ? line : `${line}\n`);
  };

  get #database(): string {
    return this.#server?.url ?? join(this.#folder, 'hub.db');
  }

  get #schema(): string {
    return `faults_${process.pid}_${this.#options.seed}`;
  }

  #createHub(name: string): Promise<HubProcess> {
    return HubProcess.create({
      name,
      database: this.#database,
      schema: this.#schema,
      notes: this.#notes,
      root: this.#folder,
      log: this.#log,
    });
  }

  #openJournal(): Promise<Journal> {
    if (this.#server === undefined) return sqliteJournal(this.#database);
    return postgresJournal(this.#database, { schema: this.#schema, onRisk: () => undefined });
  }

  /** Creates a session; a hub on a busy machine may refuse it for a while. */
  async #createSession(): Promise<void> {
    const name = `s${this.#sessions.length + 1}`;
    const cwd = join(this.#folder, name);
    mkdirSync(cwd);
    for (const until = performance.now() + restTime; ; await wait(200)) {
      try {
        await this.#create(name, cwd);
        return;
      } catch (error) {
        if (performance.now() > until) throw error;
        this.#log(`the session ${name} is created again: ${String(error)}`);
      }
    }
  }

  async #create(name: string, cwd: string): Promise<void> {
    const socket = new Wire(this.#random.pick(this.#hubs)?.url ?? '', () => undefined);
    await socket.opened;
    const info = { name: 'creator', version: '1.0.0' };
    const capabilities = { _meta: { 'acp-stack.dev/hub': {} } };
    await socket.request('initialize', { protocolVersion: 2, info, capabilities });
    const { sessionId, _meta: meta } = (await socket.request('session/new', { cwd, mcpServers: [] })) as {
      readonly sessionId: string;
      readonly _meta: { readonly 'acp-stack.dev/hub': { readonly cursor: string } };
    };
    this.#generation = meta['acp-stack.dev/hub'].cursor.replace(/\.\d+$/u, '');
    this.#sessions.push({ name, cwd, sessionId });
    socket.close();
  }

  #addClient({ name: session, sessionId, cwd }: Session): void {
    const random = this.#random.fork();
    this.#clients.push(
      new HubClient({
        name: `client${this.#clients.length + 1}`,
        session,
        sessionId,
        cwd,
        random,
        // Of two clients one has each transport.
        transport: this.#clients.length % 2 === 0 ? 'webSocket' : 'http',
        generation: this.#generation,
        chooseUrl: () => random.pick(this.#hubs.filter(({ isServing }) => isServing))?.url,
        record: this.#record,
      }),
    );
  }

  #request(): void {
    const random = this.#random;
    const client = random.pick(this.#clients);
    if (client === undefined || client.waiting > 4) return;
    const words = random.pick(['', '', 'ask', 'long', 'crash'] as const);
    const content = [{ type: 'text', text: `message ${(this.#texts += 1)} ${words}` }];
    const kind = random.pick(['prompt', 'prompt', 'inject', 'revoke', 'cancel'] as const);
    const messageId = random.pick(client.injected);
    if (kind === 'prompt') client.send('session/prompt', { prompt: content }, 'prompt');
    else if (kind === 'inject') client.send('session/inject', { mode: 'queue', content }, 'inject');
    else if (kind === 'revoke' && messageId !== undefined) client.send('session/revoke_inject', { messageId });
    else if (kind === 'cancel' && random.chance(0.3))
      client.send('session/set_title', { title: `Title ${this.#texts}` });
  }

  #begin(fault: Promise<void>): void {
    const running = fault
      .catch((error: unknown) => {
        this.#log(`a fault failed: ${String(error)}`);
      })
      .finally(() => this.#faults.delete(running));
    this.#faults.add(running);
  }

  async #fault(): Promise<void> {
    const random = this.#random;
    const hub = random.pick(this.#hubs);
    if (hub === undefined) return;
    const ms = random.pick([100, 500, 1500, 3500]);
    const kinds = ['kill', 'stop', 'pause', 'cut', 'freeze', 'drip', 'delay', 'disconnect', 'clock'] as const;
    const kind = random.pick(
      hub.database === undefined ? kinds : ([...kinds, 'partition', 'partition', 'reset'] as const),
    );
    const isServer = (this.#options.killDatabase ?? false) && random.chance(0.15);
    if (random.chance(0.15)) this.#killAgent();
    this.#log(`${isServer ? 'kill database' : `${kind} ${hub.name}`} for ${ms} ms`);
    if (isServer) await this.#killDatabase(ms);
    else await faults[kind](hub, ms, random.pick(this.#clients));
    if (!hub.isRunning && !this.#isHealing) await hub.start();
  }

  /** Kills an agent from outside. */
  #killAgent(): void {
    const pids = this.#notesOfAgents().flatMap((note) => (note.kind === 'started' ? [note.pid] : []));
    const pid = this.#random.pick(pids.filter(isAgent));
    if (pid === undefined) return;
    this.#log(`kill agent ${pid}`);
    process.kill(pid, 'SIGKILL');
  }

  async #killDatabase(ms: number): Promise<void> {
    await this.#server?.kill();
    await wait(ms);
    await this.#server?.run();
  }

  async #heal(): Promise<void> {
    await Promise.allSettled(this.#faults);
    this.#isHealing = true;
    this.#log('everything is healed');
    for (const hub of this.#hubs) {
      hub.resume();
      hub.clients.release();
      hub.clients.drip(false);
      hub.clients.delay(0);
      hub.database?.release();
      await hub.start();
    }
  }

  async #rest(): Promise<void> {
    const until = performance.now() + restTime;
    for (let quiet = 0; quiet < 2;) {
      await wait(300);
      const unrest = await this.#unrest();
      if (performance.now() > until) {
        for (const session of this.#sessions) this.#log(await this.#endOf(session));
        throw new Error(`The schedule does not come to rest: ${unrest.join('; ')}`);
      }
      quiet = unrest.length === 0 ? quiet + 1 : 0;
      for (const hub of this.#hubs) await hub.start();
    }
  }

  /** The last records of a session, for looking into a failure. */
  async #endOf(session: Session): Promise<string> {
    const { log, inbox } = await this.#storedOf(session);
    const nodes = (await this.#journal?.list({ where: { label: 'node' } }))?.streams;
    const summary = await this.#journal?.get(`log/${session.sessionId}`);
    return [session.name, ...log.slice(-20), ...inbox.slice(-5), summary, nodes]
      .map((each) => JSON.stringify(each))
      .join('\n');
  }

  /** What still has to happen. */
  async #unrest(): Promise<readonly string[]> {
    const found = this.#clients
      .filter(({ waiting, isAttached }) => waiting > 0 || !isAttached)
      .map(({ session, waiting }) => `a client of ${session} waits for ${waiting} responses`);
    for (const session of this.#sessions) {
      const { log, inbox } = await this.#storedOf(session);
      const state = new SessionState();
      for (const { record } of log) state.fold(record);
      const { activity, agent, pending, handed, questions } = state;
      const last = log.findLast(({ record }) => record.kind === 'update')?.sequence ?? 0;
      if (this.#clients.some((each) => each.session === session.name && each.sequence < last))
        found.push(`a client of ${session.name} has not seen ${last}`);
      if (inbox.some(({ item }) => item > state.item)) found.push(`${session.name} has items in its inbox`);
      if (activity !== 'idle' || handed.size > 0 || questions.size > 0)
        found.push(`${session.name} is ${activity} with ${handed.size} items and ${questions.size} questions`);
      if (pending.size > 0 && agent !== 'failed') found.push(`${session.name} has ${pending.size} pending messages`);
    }
    return found;
  }

  async #storedOf({ name, sessionId }: Session): Promise<StoredSession> {
    if (this.#journal === undefined) throw new Error('The journal is not open.');
    const store = new HubStore(this.#journal);
    const log: LogEntry[] = [];
    const inbox: InboxEntry[] = [];
    const trimmed = (await this.#journal.get(`inbox/${sessionId}`))?.first ?? 1;
    for await (const entry of store.read(sessionId, 0)) log.push(entry);
    for await (const entry of store.inbox(sessionId, trimmed - 1)) inbox.push(entry);
    return { session: name, log, inbox };
  }

  #notesOfAgents(): readonly AgentNote[] {
    const lines = readFileSync(this.#notes, 'utf8').split('\n');
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as AgentNote);
  }
}

/** Faults of one hub that last for some time. */
const faults: Readonly<
  Record<
    'kill' | 'stop' | 'pause' | 'cut' | 'freeze' | 'drip' | 'delay' | 'disconnect' | 'clock' | 'partition' | 'reset',
    (hub: HubProcess, ms: number, client: HubClient | undefined) => Promise<void>
  >
> = {
  kill: async (hub, ms) => {
    await hub.kill();
    await wait(ms);
  },
  stop: (hub) => hub.stop(),
  clock: async (hub, ms) => {
    hub.moveClock();
    await wait(ms);
  },
  pause: async (hub, ms) => {
    hub.pause();
    await wait(ms);
    hub.resume();
  },
  cut: async (hub) => {
    hub.clients.cut();
  },
  freeze: async (hub) => {
    hub.clients.freeze();
  },
  drip: async (hub, ms) => {
    hub.clients.drip();
    await wait(ms);
    hub.clients.drip(false);
  },
  delay: async (hub, ms) => {
    hub.clients.delay(Math.min(ms, 300));
    await wait(ms);
    hub.clients.delay(0);
  },
  disconnect: async (_, __, client) => {
    client?.disconnect();
  },
  partition: async (hub, ms) => {
    hub.database?.hold();
    await wait(ms);
    hub.database?.release();
  },
  reset: async (hub) => {
    hub.database?.cut();
  },
};

/** Whether a process still is one of the agents: the system uses ids again. */
function isAgent(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('scripted-agent.mjs');
  } catch {
    return false;
  }
}

/** Which node has written what an agent said: its texts name the hub that has started it. */
function writersOf({ session, log }: StoredSession): readonly HistoryEvent[] {
  const nodes = new Set(log.flatMap(({ record }) => (record.kind === 'owner' ? [record.node] : [])));
  return log.flatMap(({ sequence, record }): readonly HistoryEvent[] => {
    const [, label] = record.kind === 'update' ? (/ by (hub\d+\.\d+) /u.exec(JSON.stringify(record.update)) ?? []) : [];
    const node = [...nodes].find((name) => name.startsWith(`${label ?? ''}-`));
    return node === undefined ? [] : [{ kind: 'wrote', session, node, first: sequence, last: sequence }];
  });
}
