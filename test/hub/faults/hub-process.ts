/** A hub in a process of its own, behind a proxy for its clients and one for its database. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { TcpProxy } from '../../support/tcp-proxy.ts';

export interface HubProcessOptions {
  readonly name: string;
  /** The address of the database, or the path of the file of SQLite. */
  readonly database: string;
  readonly schema: string;
  /** The file in which the agents write down what they were given. */
  readonly notes: string;
  /** The file in which the hub writes down the items that it removes from inboxes. */
  readonly items: string;
  readonly root: string;
  /** How long it waits for its turns when it is told to stop, in milliseconds. */
  readonly drain: number;
  /** How often an agent may end within a minute before it is not started for a while; as usual if undefined. */
  readonly agentFailures: number | undefined;
  readonly log: (line: string) => void;
}

const programOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const movingClock = new URL('moving-clock.mjs', import.meta.url).href;
/** Nothing listens there: connections are refused while the process is down. */
const nowhere = 'http://127.0.0.1:9/';

export class HubProcess implements AsyncDisposable {
  readonly #options: HubProcessOptions;
  /** Between clients and this hub. */
  readonly clients: TcpProxy;
  /** Between this hub and its database; undefined for SQLite. */
  readonly database: TcpProxy | undefined;
  #child: ChildProcess | undefined;
  #starts = 0;
  #isServing = false;
  #isPaused = false;

  private constructor(options: HubProcessOptions, clients: TcpProxy, database: TcpProxy | undefined) {
    this.#options = options;
    this.clients = clients;
    this.database = database;
  }

  static async create(options: HubProcessOptions): Promise<HubProcess> {
    const { database } = options;
    const isPostgres = database.startsWith('postgres:');
    return new HubProcess(
      options,
      await TcpProxy.to(nowhere),
      isPostgres ? await TcpProxy.to(database.replace(/^postgres:/u, 'http:')) : undefined,
    );
  }

  get name(): string {
    return this.#options.name;
  }

  /** Whether it accepts clients, as far as this process knows. */
  get isServing(): boolean {
    return this.#isServing;
  }

  get isRunning(): boolean {
    return this.#child !== undefined;
  }

  /** The address for clients; the same after a restart. */
  get url(): string {
    return this.clients
      .through(nowhere)
      .replace(/^http:/u, 'ws:')
      .replace(/\/$/u, '/acp');
  }

  /** Starts the process; resolves when it serves, or has ended because it could not. */
  async start(): Promise<void> {
    if (this.#child !== undefined) return;
    const { database, schema, notes, items, root, drain, agentFailures, name, log } = this.#options;
    const label = `${name}.${(this.#starts += 1)}`;
    const options = {
      schema,
      notes,
      items,
      drain,
      agentFailures,
      label,
      roots: [root],
      agent: programOf('scripted-agent.mjs'),
      database:
        this.database?.through(database.replace(/^postgres:/u, 'http:')).replace(/^http:/u, 'postgres:') ?? database,
    };
    const child = spawn(
      process.execPath,
      ['--import', movingClock, programOf('hub-program.mjs'), JSON.stringify(options)],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    this.#child = child;
    child.stderr.setEncoding('utf8').on('data', log);
    const ended = once(child, 'exit').then(() => {
      if (this.#child !== child) return;
      this.#child = undefined;
      this.#isServing = false;
      this.#isPaused = false;
      this.clients.lead(nowhere);
    });
    const served = once(child.stdout.setEncoding('utf8'), 'data').then(([line]) => {
      if (this.#child !== child) return;
      this.clients.lead((JSON.parse(String(line)) as { readonly url: string }).url);
      this.#isServing = true;
    });
    await Promise.race([served, ended]);
  }

  /** Kills the process without a chance to say anything. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Asks the process to stop: it hands its sessions over. */
  async stop(): Promise<void> {
    this.resume();
    await this.#end('SIGTERM');
  }

  pause(): void {
    if (this.#child !== undefined) this.#isPaused = this.#child.kill('SIGSTOP');
  }

  resume(): void {
    if (this.#isPaused) this.#child?.kill('SIGCONT');
    this.#isPaused = false;
  }

  /** Sets the clock of the process back or forward. */
  moveClock(): void {
    if (this.#isServing) this.#child?.kill('SIGUSR2');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    await this.clients[Symbol.asyncDispose]();
    await this.database?.[Symbol.asyncDispose]();
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
    // What is known of the process is changed by the listener of `start`.
    await new Promise(setImmediate);
  }
}
