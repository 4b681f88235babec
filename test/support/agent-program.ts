/**
 * `acp agent` as a process, and a bare client of either version at the other end of its pipes.
 *
 * It starts what a user installs, from `dist`. What the agent says is kept as it came, by session.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { Peer, type Channel } from '@acp-stack/rpc';
import { spawnAgent, type AgentExit, type AgentProcess } from '@acp-stack/stdio';

import { repository } from './checkout.ts';
import { GrowingList } from './growing-list.ts';

export type Fields = Readonly<Record<string, unknown>>;
export type Update = { readonly sessionUpdate: string } & Fields;

export interface Heard {
  readonly sessionId: string;
  readonly update: Update;
}

export interface AgentProgramOptions {
  readonly version: 1 | 2;
  /** The folder that the agent keeps its sessions in. */
  readonly data: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Words behind `acp agent`. */
  readonly args?: readonly string[];
  /** A shell line that starts the agent, in which `"$@"` stands for its command. */
  readonly shell?: string;
  /** What the client says it can do. */
  readonly capabilities?: Fields;
  /** What the client answers, by method; a permission is allowed once where nothing is said. */
  readonly answers?: Readonly<Record<string, (params: Fields) => unknown>>;
  /** Stands between the process and the client. */
  readonly wrap?: (channel: Channel) => Channel;
}

/** What a prompt came to. */
export interface Told {
  readonly stopReason: unknown;
  readonly updates: readonly Update[];
  /** What the agent wrote. */
  readonly text: string;
}

/** Whether there is something to start; tests say so before they fail for other reasons. */
export const isBuilt = (): boolean => existsSync(program);

const program = join(repository, 'apps', 'cli', 'dist', 'main.js');
const info = { name: 'editor', version: '1.0.0' };

export class AgentProgram implements AsyncDisposable {
  readonly version: 1 | 2;
  readonly process: AgentProcess;
  readonly peer: Peer;
  readonly heard: GrowingList<Heard> = new GrowingList();
  /** The answer to `initialize`. */
  readonly initialized: Promise<Fields>;

  constructor(options: AgentProgramOptions) {
    const { version, data, env = {}, args = [], shell, capabilities = {}, answers = {} } = options;
    const words = [program, 'agent', '--data', data, ...args];
    const quiet = { XDG_CONFIG_HOME: join(data, 'no-config'), ...env };
    this.version = version;
    this.process = spawnAgent(
      shell === undefined
        ? { command: process.execPath, args: words, env: quiet }
        : { command: 'sh', args: ['-c', shell, 'sh', process.execPath, ...words], env: quiet },
      { passEnv: ['PATH', 'HOME', 'TMPDIR'] },
    );
    const channel = options.wrap?.(this.process) ?? this.process;
    this.peer = new Peer(channel, {
      handlers: (method, kind) => {
        if (method === 'session/update') return { kind: 'notification', run: (params) => this.#hear(params) };
        const answer = answers[method] ?? (method === 'session/request_permission' ? allow : undefined);
        if (answer === undefined || kind !== 'request') return undefined;
        return { kind: 'request', run: (params) => answer(params) };
      },
    });
    this.initialized = this.call('initialize', {
      protocolVersion: version,
      ...(version === 2 ? { info, capabilities } : { clientInfo: info, clientCapabilities: capabilities }),
    });
    // A test that awaits it is told of its failure; a test about the end of a process is not.
    this.initialized.catch(() => undefined);
  }

  async call(method: string, params: object): Promise<Fields> {
    return (await this.peer.request(method, params)) as Fields;
  }

  /** Opens a session in `cwd`; answers with its id. */
  async open(cwd: string, more: object = {}): Promise<string> {
    await this.initialized;
    const { sessionId } = await this.call('session/new', { cwd, mcpServers: [], ...more });
    return sessionId as string;
  }

  /** Says something and waits for the end of the work. */
  async prompt(sessionId: string, words: string): Promise<Told> {
    const from = this.heard.items.length;
    const answer = await this.begin(sessionId, words);
    const ending = this.version === 1 ? answer : await this.#idle(sessionId, from);
    const updates = this.updates(sessionId, from);
    return { stopReason: ending['stopReason'], updates, text: textOf(updates) };
  }

  /** Says something; resolves with the answer, which in version 2 comes before the work. */
  begin(sessionId: string, words: string): Promise<Fields> {
    return this.call('session/prompt', { sessionId, prompt: [{ type: 'text', text: words }] });
  }

  /** Opens a stored session again; answers with what was told before the answer. */
  async load(sessionId: string, cwd: string): Promise<readonly Update[]> {
    await this.initialized;
    const from = this.heard.items.length;
    if (this.version === 1) await this.call('session/load', { sessionId, cwd, mcpServers: [] });
    else await this.call('session/resume', { sessionId, cwd, replayFrom: { type: 'start' } });
    return this.updates(sessionId, from);
  }

  /** What was said in a session, from the item of `heard` with this number on. */
  updates(sessionId: string, from = 0): readonly Update[] {
    return this.heard.items.slice(from).flatMap((each) => (each.sessionId === sessionId ? [each.update] : []));
  }

  /** The first update that fits, as soon as it is there. */
  async hears(fits: (update: Update) => boolean): Promise<Update> {
    return (await this.heard.find(({ update }) => fits(update))).update;
  }

  /** Ends the process as nothing can prevent; resolves when it is gone. */
  async kill(): Promise<AgentExit> {
    if (this.process.pid !== undefined) process.kill(this.process.pid, 'SIGKILL');
    const exit = await this.process.exited;
    this.peer.destroy();
    await this.process.kill();
    return exit;
  }

  /** The client goes; resolves when the agent has ended by itself. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.process[Symbol.asyncDispose]();
    this.peer.destroy();
  }

  #hear(heard: Heard): void {
    this.heard.push(heard);
  }

  async #idle(sessionId: string, from: number): Promise<Fields> {
    const { items } = this.heard;
    const { update } = await this.heard.find(
      (each) => each.update['state'] === 'idle' && each.sessionId === sessionId && items.indexOf(each) >= from,
    );
    return update;
  }
}

const allow = (): unknown => ({ outcome: { outcome: 'selected', optionId: 'allow_once' } });

/** The text that the agent said, whole or in chunks. */
export function textOf(updates: readonly Update[]): string {
  return updates
    .filter(({ sessionUpdate }) => sessionUpdate === 'agent_message_chunk' || sessionUpdate === 'agent_message')
    .flatMap(({ content }) => content as Fields | readonly Fields[])
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('');
}

/** The commands of the processes whose command line holds `mark`. */
export async function processesWith(mark: string): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,args=', '-ww']);
  return stdout.split('\n').filter((line) => line.includes(mark) && !line.includes('ps -eo'));
}
