/** A chain of two proxies and an agent, of which each can be killed at any time, as processes or in this process. */
import { fileURLToPath } from 'node:url';

import { chain, managed, type ChainEvent } from '@acp-stack/conductor';
import { command } from '@acp-stack/conductor/node';
import { ConnectionError, memoryPair, type Channel } from '@acp-stack/rpc';
import type { AgentComponent, Component, ExitPolicy, ProxyComponent, StartOptions } from '@acp-stack/sdk';

import { RawEnd, type Fields } from '../../../packages/conductor/src/raw-component.test-support.ts';
import { greetings } from './chain-contract.ts';
import { createComponent } from './component-program.mjs';

export const names = ['first', 'second', 'agent'] as const;
export type Name = (typeof names)[number];
export type Version = 'v1' | 'v2';
/** When a component dies by itself, the first time that it is started. */
export type EarlyDeath = 'start' | 'initialize';

export interface StageOptions {
  readonly as: 'process' | 'in process';
  readonly version: Version;
  /** What becomes of a component that ends; the others are given up if they end. */
  readonly policies: Partial<Readonly<Record<Name, ExitPolicy>>>;
  readonly early?: { readonly name: Name; readonly dies: EarlyDeath };
}

const program = fileURLToPath(new URL('component-program.mjs', import.meta.url));
const roleOf = (name: Name): 'proxy' | 'agent' => (name === 'agent' ? 'agent' : 'proxy');

export class KillStage {
  readonly client: RawEnd;
  readonly events: ChainEvent[] = [];
  /** Every process that was started. */
  readonly pids: number[] = [];
  readonly #version: Version;
  readonly #running: ReturnType<ReturnType<typeof chain.from>['connect']>;
  /** How each component is killed. */
  readonly #kills = new Map<string, () => void>();
  /** The names of the processes that were started, and of those that have told their ids. */
  readonly #started: string[] = [];
  readonly #known: string[] = [];
  #wake: () => void = () => undefined;
  #count = 0;

  constructor({ as, version, policies, early }: StageOptions) {
    this.#version = version;
    const parts = names.map((name) => {
      const dies = early?.name === name ? early.dies : undefined;
      const made = as === 'process' ? this.#process(name, dies) : this.#inProcess(name, dies);
      return managed(made, { onExit: policies[name] ?? 'fail', mayBypass: true });
    });
    const [first, second, agent] = parts as unknown as [
      ProxyComponent,
      ProxyComponent,
      AgentComponent & { role: 'agent' },
    ];
    const onEvent = (event: ChainEvent): void => {
      this.events.push(event);
      if (event.kind === 'life' && event.step === 'started' && as === 'process') this.#started.push(event.component);
      if (event.kind !== 'output' || !/^\d+$/u.test(event.line)) return;
      const pid = Number(event.line);
      this.pids.push(pid);
      this.#known.push(event.component);
      this.#wake();
      this.#kills.set(event.component, () => process.kill(pid, 'SIGKILL'));
    };
    const [ours, theirs] = memoryPair();
    const restart = { attempts: 100, delay: 0, mostDelay: 0 };
    this.#running = chain.with({ onEvent, restart })(first, second, agent).connect(theirs);
    this.client = new RawEnd(ours);
  }

  /** Resolves when the process can be killed: what it writes to stderr may come after its messages. */
  async ready(name: Name): Promise<void> {
    const isMissing = (): boolean =>
      this.#started.filter((each) => each === name).length > this.#known.filter((each) => each === name).length;
    while (isMissing()) await new Promise<void>((resolve) => (this.#wake = resolve));
  }

  kill(name: Name): void {
    this.#kills.get(name)?.();
  }

  /** Makes a request; returns its id. */
  send(method: string, params: object): number {
    this.#count += 1;
    this.client.channel.send({ jsonrpc: '2.0', id: this.#count, method, params });
    return this.#count;
  }

  prompt(text: string): number {
    return this.send('session/prompt', { sessionId: 'session', prompt: [{ type: 'text', text }] });
  }

  /** The response to a request. */
  answer(id: number): Promise<Fields> {
    return this.client.until((message) => message['method'] === undefined && message['id'] === id);
  }

  async initialize(): Promise<Fields> {
    return await this.answer(this.send('initialize', greetings[this.#version].params));
  }

  /** Initializes the chain and opens a session. */
  async begin(): Promise<void> {
    await this.initialize();
    await this.answer(this.send('session/new', { cwd: '/' }));
  }

  /** Closes the chain; resolves when nothing of it is left. */
  async close(): Promise<void> {
    await this.#running.close();
  }

  #process(name: Name, dies: EarlyDeath | undefined): Component {
    const words = [process.execPath, program, roleOf(name), name];
    const usual = command(words, { name });
    const dying = dies === undefined ? usual : command([...words, dies], { name });
    let starts = 0;
    return {
      ...usual,
      role: roleOf(name),
      start: (options?: StartOptions) => ((starts += 1) === 1 ? dying : usual).start(options),
    } as Component;
  }

  #inProcess(name: Name, dies: EarlyDeath | undefined): Component {
    let starts = 0;
    const start = ({ onOutput }: StartOptions = {}): Channel => {
      starts += 1;
      const early = starts === 1 ? dies : undefined;
      const [ours, theirs] = memoryPair();
      const die = (): void => {
        theirs.destroy(Object.assign(new Error('It was ended by SIGKILL.'), { signal: 'SIGKILL' }));
      };
      this.#kills.set(name, die);
      onOutput?.(`${name} is up`);
      // What a program writes that nothing reads any more is lost.
      const write = (message: Fields): void => {
        try {
          theirs.send(message);
        } catch (error) {
          if (!(error instanceof ConnectionError)) throw error;
        }
      };
      const take = createComponent({ role: roleOf(name), name, dies: early }, { write, die });
      theirs.open({ receive: take, reject: () => undefined, ended: () => void theirs.end() });
      if (early === 'start') die();
      return ours;
    };
    return { name, role: roleOf(name), start } as Component;
  }
}
