/**
 * What faults happen to: hubs, their agents and their database as processes, and clients over WebSocket and HTTP.
 *
 * Everything is recorded. After the faults `history` heals all, waits until nothing happens any more, and returns what
 * the checker needs.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { sqliteJournal, type Journal } from '@acp-stack/journal';
import { postgresJournal } from '@acp-stack/journal/postgres';

import { temporaryFolder } from '../../support/checkout.ts';
import { privatePostgres, sharedPostgres } from '../../support/postgres-server.mjs';
import type { History, HistoryEvent, StoredSession } from '../checker/history.ts';
import { Random } from '../simulation/random.ts';
import { AgentNotes } from './agent-notes.ts';
import { HubClient } from './hub-client.ts';
import { HubProcess } from './hub-process.ts';
import { mendLink } from './link-faults.ts';
import { readStored, RemovedItems, stateOf, writersOf } from './stored-sessions.ts';
import { Wire } from './wire.ts';

export interface FaultSettingOptions {
  readonly seed: number;
  readonly database: 'sqlite' | 'postgres';
  readonly hubs: number;
  /** The database is killed too: it is one that no other test uses. */
  readonly killDatabase?: boolean;
  /** How long a hub that is told to stop waits for its turns, in milliseconds. */
  readonly drain?: number;
  /** How often an agent may end within a minute before it is not started for a while. */
  readonly agentFailures?: number;
  /** How long a client waits for a response at most, in milliseconds. */
  readonly longestPatience?: number;
  /** Called with what happens, for looking into a failure. */
  readonly log?: (line: string) => void;
}

/** How long everything may need to come to rest, in milliseconds; on a busy machine too. */
const restTime = process.env['ACP_LONG'] === '1' ? 300_000 : 90_000;

/** Hubs ping every second: after this time without a byte a client gives its WebSocket up, in milliseconds. */
const silence = 3000;

/** A session in the hub, and its name in the history. */
export interface FaultSession {
  readonly name: string;
  readonly sessionId: string;
  readonly cwd: string;
}

let settings = 0;

type PostgresServer = Awaited<ReturnType<typeof sharedPostgres>>;

export class FaultSetting implements AsyncDisposable {
  readonly #options: FaultSettingOptions;
  readonly #folder: ReturnType<typeof temporaryFolder>;
  readonly #server: PostgresServer | undefined;
  readonly #events: HistoryEvent[] = [];
  readonly random: Random;
  readonly notes: AgentNotes;
  readonly #items: RemovedItems;
  readonly hubs: HubProcess[] = [];
  readonly clients: HubClient[] = [];
  readonly sessions: FaultSession[] = [];
  /** When which session was followed again by one of its clients. */
  readonly resumes: { readonly session: string; readonly at: number }[] = [];
  #journal: Journal | undefined;
  #generation = '';
  readonly #schema = `faults_${process.pid}_${(settings += 1)}`;

  private constructor(
    options: FaultSettingOptions,
    folder: ReturnType<typeof temporaryFolder>,
    server: PostgresServer | undefined,
  ) {
    this.#options = options;
    this.#folder = folder;
    this.#server = server;
    this.random = new Random(options.seed);
    this.notes = new AgentNotes(join(folder.path, 'notes'));
    this.#items = new RemovedItems(join(folder.path, 'items'));
  }

  /** Starts the hubs. */
  static async open(options: FaultSettingOptions): Promise<FaultSetting> {
    const isPrivate = options.killDatabase ?? false;
    const server = options.database === 'sqlite' ? undefined : await (isPrivate ? privatePostgres() : sharedPostgres());
    const setting = new FaultSetting(options, temporaryFolder(), server);
    try {
      for (let n = 1; n <= options.hubs; n += 1) setting.hubs.push(await setting.#createHub(`hub${n}`));
      await Promise.all(setting.hubs.map((hub) => setting.serve(hub)));
      setting.#journal = await setting.#openJournal();
      return setting;
    } catch (error) {
      await setting[Symbol.asyncDispose]();
      throw error;
    }
  }

  readonly log = (line: string): void => {
    this.#options.log?.(line.endsWith('\n') ? line : `${line}\n`);
  };

  /** Starts a hub; again, if it has ended because its database did not answer in time on a busy machine. */
  async serve(hub: HubProcess): Promise<void> {
    await this.until(`${hub.name} serves`, async () => {
      await hub.start();
      return hub.isServing;
    });
  }

  /** Creates a session; a hub on a busy machine may refuse it for a while. */
  async createSession(): Promise<FaultSession> {
    const name = `s${this.sessions.length + 1}`;
    const cwd = join(this.#folder.path, name);
    mkdirSync(cwd);
    for (const until = performance.now() + restTime; ; await wait(200)) {
      try {
        const session = { name, cwd, sessionId: await this.#create(cwd) };
        this.sessions.push(session);
        return session;
      } catch (error) {
        if (performance.now() > until) throw error;
        this.log(`the session ${name} is created again: ${String(error)}`);
      }
    }
  }

  /** Adds a client that follows a session; of two clients one has each transport. */
  addClient({ name: session, sessionId, cwd }: FaultSession): HubClient {
    const random = this.random.fork();
    const client = new HubClient({
      name: `client${this.clients.length + 1}`,
      session,
      sessionId,
      cwd,
      random,
      transport: this.clients.length % 2 === 0 ? 'webSocket' : 'http',
      generation: this.#generation,
      chooseUrl: () => random.pick(this.hubs.filter(({ isServing }) => isServing))?.url,
      longestPatience: this.#options.longestPatience,
      silence,
      onResumed: (at) => void this.resumes.push({ session, at }),
      record: (event) => void this.#events.push(event),
      log: this.log,
    });
    this.clients.push(client);
    return client;
  }

  /** The hub that has written the last barrier of a session, the number of that record, and when it was stored. */
  async ownerOf(
    session: FaultSession,
  ): Promise<{ readonly hub: HubProcess; readonly barrier: number; readonly at: number }> {
    const { log } = await this.storedOf(session);
    const entry = log.findLast(({ record }) => record.kind === 'owner');
    const node = entry?.record.kind === 'owner' ? entry.record.node : '';
    const hub = this.hubs.find(({ name }) => node.startsWith(`${name}.`));
    if (entry === undefined || hub === undefined) throw new Error(`The session ${session.name} has no owner.`);
    return { hub, barrier: entry.sequence, at: entry.at };
  }

  /** What the database holds of a session. */
  storedOf(session: FaultSession): Promise<StoredSession> {
    if (this.#journal === undefined) throw new Error('The journal is not open.');
    return readStored(this.#journal, session, this.#items);
  }

  /** Kills the database, and starts it again. */
  async killDatabase(ms: number): Promise<void> {
    await this.#server?.kill();
    await wait(ms);
    await this.#server?.run();
  }

  /** Waits until something is so; rejects with what is missing if it takes too long. */
  async until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
    for (const until = performance.now() + restTime; !(await isSo()); await wait(20))
      if (performance.now() > until) await this.#giveUp(`It took too long until ${what}`, await this.#unrest());
  }

  /** Heals everything, waits until nothing happens any more, and returns what was recorded. */
  async history(): Promise<History> {
    await this.#heal();
    await this.#rest();
    await Promise.all(this.clients.map((client) => client.stop()));
    const sessions = await Promise.all(this.sessions.map((session) => this.storedOf(session)));
    return { events: [...this.#events, ...this.notes.events, ...sessions.flatMap(writersOf)], sessions };
  }

  /** Ends the hubs in one way or the other; their agents must not outlive them. */
  async end(): Promise<void> {
    await Promise.all(this.hubs.map((hub) => (this.random.chance(0.5) ? hub.kill() : hub.stop())));
    await this.until('no agent outlived its hub', () => this.notes.running().length === 0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.clients.map((client) => client.stop()));
    for (const hub of this.hubs) await hub[Symbol.asyncDispose]();
    await this.#journal?.close();
    if (this.#options.killDatabase === true) await this.#server?.kill();
    this.#folder[Symbol.dispose]();
  }

  get #database(): string {
    return this.#server?.url ?? join(this.#folder.path, 'hub.db');
  }

  #createHub(name: string): Promise<HubProcess> {
    return HubProcess.create({
      name,
      database: this.#database,
      schema: this.#schema,
      notes: this.notes.path,
      items: this.#items.path,
      root: this.#folder.path,
      drain: this.#options.drain ?? 1000,
      agentFailures: this.#options.agentFailures,
      log: this.log,
    });
  }

  #openJournal(): Promise<Journal> {
    if (this.#server === undefined) return sqliteJournal(this.#database);
    return postgresJournal(this.#database, { schema: this.#schema, onRisk: () => undefined });
  }

  async #create(cwd: string): Promise<string> {
    const socket = new Wire(this.random.pick(this.hubs)?.url ?? '', () => undefined, { patience: 60_000 });
    await socket.opened;
    const info = { name: 'creator', version: '1.0.0' };
    const capabilities = { _meta: { 'acp-stack.dev/hub': {} } };
    await socket.request('initialize', { protocolVersion: 2, info, capabilities });
    const { sessionId, _meta: meta } = (await socket.request('session/new', { cwd, mcpServers: [] })) as {
      readonly sessionId: string;
      readonly _meta: { readonly 'acp-stack.dev/hub': { readonly cursor: string } };
    };
    this.#generation = meta['acp-stack.dev/hub'].cursor.replace(/\.\d+$/u, '');
    socket.close();
    return sessionId;
  }

  async #heal(): Promise<void> {
    this.log('everything is healed');
    for (const hub of this.hubs) {
      hub.resume();
      mendLink(hub.clients);
      if (hub.database !== undefined) mendLink(hub.database);
      await hub.start();
    }
  }

  async #rest(): Promise<void> {
    const until = performance.now() + restTime;
    for (let quiet = 0; quiet < 2;) {
      await wait(300);
      const unrest = await this.#unrest();
      if (performance.now() > until) await this.#giveUp('The schedule does not come to rest', unrest);
      quiet = unrest.length === 0 ? quiet + 1 : 0;
      for (const hub of this.hubs) await hub.start();
    }
  }

  async #giveUp(what: string, unrest: readonly string[]): Promise<never> {
    for (const session of this.sessions) this.log(await this.#endOf(session));
    throw new Error(`${what}: ${unrest.join('; ')}`);
  }

  /** The last records of a session, for looking into a failure. */
  async #endOf(session: FaultSession): Promise<string> {
    const { log, inbox } = await this.storedOf(session);
    const nodes = (await this.#journal?.list({ where: { label: 'node' } }))?.streams;
    const summary = await this.#journal?.get(`log/${session.sessionId}`);
    return [session.name, ...log.slice(-20), ...inbox.slice(-5), summary, nodes]
      .map((each) => JSON.stringify(each))
      .join('\n');
  }

  /** What still has to happen. */
  async #unrest(): Promise<readonly string[]> {
    const found = this.clients
      .filter(({ waiting, isAttached }) => waiting > 0 || !isAttached)
      .map(({ session, waiting }) => `a client of ${session} waits for ${waiting} responses`);
    for (const session of this.sessions) {
      const { log, inbox } = await this.storedOf(session);
      const { activity, awaitsWork, agent, pending, handed, questions, item: done } = stateOf(log);
      const last = log.findLast(({ record }) => record.kind === 'update')?.sequence ?? 0;
      if (this.clients.some((each) => each.session === session.name && each.sequence < last))
        found.push(`a client of ${session.name} has not seen ${last}`);
      if (inbox.some(({ item }) => item > done)) found.push(`${session.name} has items in its inbox`);
      if (activity !== 'idle' || awaitsWork || handed.size > 0 || questions.size > 0)
        found.push(`${session.name} is ${activity} with ${handed.size} items and ${questions.size} questions`);
      if (pending.size > 0 && agent !== 'failed') found.push(`${session.name} has ${pending.size} pending messages`);
    }
    return found;
  }
}
