/**
 * Connects a program under test, an agent, a client or a proxy, to the tester, which speaks raw messages.
 *
 * What crosses is text, one line for each message, as between two processes. The program's channel breaks the rules
 * whose switches are on. Time stands still unless a check turns the clock.
 */
import { lineChannel, memoryPair, type Channel } from '@acp-stack/rpc';
import {
  agent,
  client,
  proxy,
  type Agent,
  type AgentOptions,
  type Client,
  type ClientConnection,
  type ClientOptions,
  type ClientSession,
  type ConnectionOptions,
  type PromptHandler,
  type Turn,
} from '@acp-stack/sdk';
import { bytePipe, settled, VirtualClock } from '@acp-stack/testing';
import { assert } from 'vitest';

import { breakRules } from './sabotage/break-rules.ts';
import { WireTester, type Fields } from './wire-tester.ts';

const info = { name: 'program', version: '1.0.0' };

// What connects a client is loaded with the first one, which takes longer than a check waits.
const [nowhere] = memoryPair();
nowhere.destroy();
await client(info)
  .connect(nowhere)
  .catch(() => undefined);

/** Says hello and is done. */
export const replying: PromptHandler = async ({ message }) => {
  await message.append('hello');
};

/** Works until it is cancelled, and then fails as what is aborted does. */
export const working = ({ signal }: Turn): Promise<void> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
  });

/** What an agent under judgement is besides its prompts. */
export interface AgentProgram {
  readonly options?: AgentOptions;
  readonly build?: (app: Agent) => Agent;
  /** Hears what goes wrong in it; it is printed when absent. */
  readonly onReport?: ConnectionOptions['onReport'];
  /** The principal that the transport has authenticated the tester as. */
  readonly principal?: string;
  /** The versions of the protocol that it speaks; both when absent. */
  readonly versions?: NonNullable<ConnectionOptions['versions']>;
}

/** What a client under test is, and what the tester tells it that the agent can do. */
export interface ClientProgram {
  readonly options?: ClientOptions;
  readonly build?: (app: Client) => Client;
  readonly capabilities?: object;
  /** Wraps its channel. */
  readonly wrap?: (channel: Channel) => Channel;
  /** Where its sessions are; `/work` when absent. */
  readonly cwd?: string;
}

/** A client before the tester, which plays the agent. */
export interface ClientUnderTest {
  readonly tester: WireTester;
  readonly connection: ClientConnection;
  /** The updates that the program has heard. */
  readonly heard: readonly Fields[];
  /** Has the program open a session, `s1` and so on. */
  readonly open: () => Promise<ClientSession>;
}

export class ProgramFixture {
  readonly clock = new VirtualClock();
  readonly #switches: readonly string[];
  readonly #endings: (() => void)[] = [];

  constructor(switches: readonly string[]) {
    this.#switches = switches;
  }

  /** Puts an agent up. */
  agent(
    onPrompt: PromptHandler = replying,
    { options, build = (app) => app, onReport, principal, versions }: AgentProgram = {},
  ): WireTester {
    const [channel, tester] = this.#wire();
    const connection = build(agent(info, options).onPrompt(onPrompt)).connect(channel, {
      clock: this.clock,
      checkOutgoing: true,
      ...(onReport === undefined ? {} : { onReport }),
      ...(principal === undefined ? {} : { principal }),
      ...(versions === undefined ? {} : { versions }),
    });
    this.#endings.push(() => {
      connection.raw.destroy();
    });
    return tester;
  }

  /** The channel of a program that is not made with the SDK, and the tester at its other end. */
  wire(): [program: Channel, tester: WireTester] {
    const [channel, tester] = this.#wire();
    this.#endings.push(() => {
      channel.destroy();
    });
    return [channel, tester];
  }

  /** Puts a proxy up, in a chain that the tester conducts. */
  proxy(): WireTester {
    const [channel, tester] = this.#wire();
    const connection = proxy(info).connect(channel, { clock: this.clock });
    this.#endings.push(() => {
      connection.destroy();
    });
    return tester;
  }

  /** Has a client connect, and nothing more; the tester has to answer it. */
  async connecting({ options, build = (app) => app, wrap = (each) => each }: ClientProgram = {}): Promise<{
    readonly tester: WireTester;
    readonly connection: Promise<ClientConnection>;
    readonly heard: readonly Fields[];
  }> {
    const [channel, tester] = this.#wire();
    const heard: Fields[] = [];
    const app = build(client(info, options)).onUpdate((update) => {
      heard.push(update as Fields);
    });
    const connection = app.connect(wrap(channel), { clock: this.clock, checkOutgoing: true });
    this.#endings.push(() => {
      connection.then(
        (open) => {
          open.destroy();
        },
        () => undefined,
      );
      channel.destroy();
    });
    connection.catch(() => undefined);
    await settled();
    return { tester, connection, heard };
  }

  /** Puts a client up that has connected to the tester. */
  async client(program: ClientProgram = {}): Promise<ClientUnderTest> {
    const { capabilities = { session: {} } } = program;
    const { tester, connection: connecting, heard } = await this.connecting(program);
    const introduced = tester.received.find(({ method }) => method === 'initialize');
    const version = { protocolVersion: 2, info: { name: 'judge', version: '1.0.0' } };
    if (introduced !== undefined) await tester.reply(introduced, { ...version, capabilities });
    const connection = await now(connecting, 'the client does not connect');
    let opened = 0;
    tester.whenever('session/new', () => {
      opened += 1;
      return { sessionId: `s${opened}` };
    });
    const open = (): Promise<ClientSession> =>
      now(connection.newSession({ cwd: program.cwd ?? '/work' }), 'the client opens no session');
    return { tester, connection, heard, open };
  }

  /** Lets every program go. */
  end(): void {
    for (const end of this.#endings.splice(0)) end();
  }

  #wire(): [program: Channel, tester: WireTester] {
    const [left, right] = bytePipe();
    const channel = lineChannel(left.source, left.sink);
    const program = this.#switches.length === 0 ? channel : breakRules(channel, this.#switches, { clock: this.clock });
    return [program, new WireTester(lineChannel(right.source, right.sink))];
  }
}

/** What `promise` has resolved to when everything has settled; a failed assertion when it has not. */
export async function now<T>(promise: PromiseLike<T>, otherwise: string): Promise<T> {
  const settling = settled().then(() => ({ reason: 'nothing happens' }));
  const outcome = await Promise.race([
    promise.then(
      (value) => ({ value }),
      (error: unknown) => ({ reason: String(error) }),
    ),
    settling,
  ]);
  await settling;
  if ('value' in outcome) return outcome.value;
  return assert.fail(`${otherwise}: ${outcome.reason}`);
}

/** Whether `promise` is settled when everything has settled. */
export async function isOver(promise: PromiseLike<unknown>): Promise<boolean> {
  let isSettled = false;
  const settle = (): void => {
    isSettled = true;
  };
  promise.then(settle, settle);
  await settled();
  return isSettled;
}
