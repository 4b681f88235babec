/**
 * The user of a client: does what a scenario says, and records how it ended.
 *
 * Nothing that it does fails; what the agent refuses is part of the transcript.
 */
import { rpcCodes } from '@acp-stack/rpc';
import type { ContentBlock } from '@acp-stack/schema/v1';
import { settled, type VirtualClock } from '@acp-stack/testing';

import type { CustomName, StdioServer } from './script.ts';
import type { Outcome, Transcript } from './transcript.ts';

/** How a prompt ended, if it was not refused. */
export type TurnEnd = Exclude<Outcome, string | { readonly value: unknown }>;

/** What the introduction of an agent comes to. */
export interface Introduction {
  readonly name: string;
  readonly logins: readonly string[];
  readonly can: readonly string[];
}

/** A client, on whichever library; what the agent refuses is thrown. */
export interface ClientAdapter {
  introduction(): Introduction;
  login(methodId: string): Promise<void>;
  logout(): Promise<void>;
  newSession(servers: readonly StdioServer[]): Promise<string>;
  prompt(sessionId: string, prompt: readonly ContentBlock[]): Promise<TurnEnd>;
  cancel(sessionId: string): Promise<void>;
  /** Opens a stored session and has its history told again. */
  load(sessionId: string): Promise<void>;
  /** Opens a stored session without its history. */
  resume(sessionId: string): Promise<void>;
  fork(sessionId: string): Promise<string>;
  list(): Promise<readonly { readonly sessionId: string; readonly cwd: string; readonly title?: string | null }[]>;
  close(sessionId: string): Promise<void>;
  delete(sessionId: string): Promise<void>;
  setOption(sessionId: string, id: string, value: string | boolean): Promise<void>;
  setMode(sessionId: string, mode: string): Promise<void>;
  request(method: CustomName, params: object): Promise<unknown>;
  notify(method: CustomName, params: object): Promise<void>;
  /** Sends a request as it is, whether it exists or not. */
  raw(method: string, params: object): Promise<unknown>;
  end(): void;
}

export class ScriptedUser {
  readonly #player: ClientAdapter;
  readonly #transcript: Transcript;
  readonly #clock: VirtualClock;
  readonly #rude: string[] = [];

  constructor(player: ClientAdapter, transcript: Transcript, clock: VirtualClock) {
    this.#player = player;
    this.#transcript = transcript;
    this.#clock = clock;
  }

  /** Whether a fault in what our side has sent is there because the scenario asks for it. */
  isMeant(fault: string): boolean {
    return this.#rude.some((each) => fault.includes(each));
  }

  async introduce(): Promise<void> {
    await this.#do('introduce', () => ({ value: this.#player.introduction() }));
  }

  async login(methodId: string): Promise<void> {
    await this.#do(`login ${methodId}`, () => this.#player.login(methodId));
  }

  async logout(): Promise<void> {
    await this.#do('logout', () => this.#player.logout());
  }

  /** Opens a session; an id that does not exist when the agent refuses. */
  async newSession(servers: readonly StdioServer[] = []): Promise<string> {
    return this.#open('new', () => this.#player.newSession(servers));
  }

  async fork(sessionId: string): Promise<string> {
    return this.#open('fork', () => this.#player.fork(sessionId));
  }

  async prompt(sessionId: string, words: string | readonly ContentBlock[]): Promise<void> {
    const blocks: readonly ContentBlock[] = typeof words === 'string' ? [{ type: 'text', text: words }] : words;
    const name = typeof words === 'string' ? words : words.map(({ type }) => type).join(', ');
    const end = this.#transcript.begin(`prompt ${name}`);
    const outcome = await this.#player.prompt(sessionId, blocks).catch(refused);
    // Version 2 answers a prompt that it never took in with this error (CANCEL-09).
    end('error' in outcome && outcome.error === rpcCodes.requestCancelled ? { stop: 'cancelled' } : outcome);
  }

  async cancel(sessionId: string): Promise<void> {
    this.#transcript.session(sessionId).cancelToolCalls();
    await this.#do('cancel', () => this.#player.cancel(sessionId));
  }

  async load(sessionId: string): Promise<void> {
    this.#transcript.session(sessionId).startOver();
    await this.#do('load', () => this.#player.load(sessionId));
  }

  async resume(sessionId: string): Promise<void> {
    await this.#do('resume', () => this.#player.resume(sessionId));
  }

  async list(): Promise<void> {
    await this.#do('list', async () => {
      const sessions = await this.#player.list();
      const value = sessions
        .map(({ sessionId, cwd, title }) => ({
          session: this.#transcript.nameOf(sessionId),
          cwd,
          ...(title === undefined || title === null ? {} : { title }),
        }))
        .toSorted((left, right) => left.session.localeCompare(right.session));
      return { value };
    });
  }

  async close(sessionId: string): Promise<void> {
    await this.#do('close', () => this.#player.close(sessionId));
  }

  async delete(sessionId: string): Promise<void> {
    await this.#do('delete', () => this.#player.delete(sessionId));
  }

  async setOption(sessionId: string, id: string, value: string | boolean): Promise<void> {
    await this.#do(`set ${id} to ${value}`, () => this.#player.setOption(sessionId, id, value));
  }

  async setMode(sessionId: string, mode: string): Promise<void> {
    await this.#do(`set mode ${mode}`, () => this.#player.setMode(sessionId, mode));
  }

  async request(method: CustomName, params: object): Promise<void> {
    await this.#do(method, async () => ({ value: await this.#player.request(method, params) }));
  }

  async notify(method: CustomName, params: object): Promise<void> {
    await this.#do(method, () => this.#player.notify(method, params));
  }

  /** Sends what a client would not send by itself. */
  async raw(method: string, params: object): Promise<void> {
    this.#rude.push(`"method":${JSON.stringify(method)},"params":${JSON.stringify(params)}`);
    await this.#do(`raw ${method}`, async () => ({ value: await this.#player.raw(method, params) }));
  }

  /** Waits until some message of the session holds this text. */
  async reads(sessionId: string, text: string): Promise<void> {
    const view = this.#transcript.session(sessionId);
    await this.#transcript.until(() => view.says(text));
  }

  /** Waits until the agent has asked something. */
  async isAsked(): Promise<void> {
    await this.#transcript.until(() => this.#transcript.isAsked);
  }

  /** Lets the programs do what they can do without further input. */
  async pause(): Promise<void> {
    await settled(8);
  }

  /** Lets time pass. */
  async wait(ms: number): Promise<void> {
    await this.#clock.advance(ms);
  }

  async #open(call: string, work: () => Promise<string>): Promise<string> {
    let opened = 'nowhere';
    await this.#do(call, async () => {
      opened = await work();
      this.#transcript.session(opened);
    });
    return opened;
  }

  async #do(call: string, work: () => Outcome | Promise<Outcome | void>): Promise<void> {
    const end = this.#transcript.begin(call);
    try {
      end((await work()) ?? 'done');
    } catch (error) {
      end(refused(error));
    }
  }
}

/** A refusal by its code; whatever else is thrown is a fault of the test. */
function refused(error: unknown): { readonly error: number } {
  const { code } = Object(error) as { readonly code?: unknown };
  if (typeof code !== 'number') throw error;
  return { error: code };
}
