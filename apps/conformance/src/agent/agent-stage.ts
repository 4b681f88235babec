/** Where a scenario plays: connections to the agent, sessions in a folder of its own, prompts, and its observations. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Conversation } from '../conversation/conversation.ts';
import { Unreachable } from '../conversation/failure.ts';
import { fieldsOf, type Fields } from '../conversation/message.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { Version } from '../rules/rule.ts';
import { Observer } from '../scenario/observer.ts';
import type { Connect } from '../wire/wire.ts';
import type { AgentFacts } from './agent-facts.ts';
import { HeldRequests, type AfterHolding } from './held-requests.ts';
import type { Behaviour, Prompts } from './behaviour.ts';
import { allow, cancelled, requestPermission } from './permission-answers.ts';
import { startPrompt, type PromptRun, type StartedPrompt } from './prompt-run.ts';

/** What the scenarios of one worker share. */
export interface StageSettings {
  readonly connect: Connect;
  readonly facts: AgentFacts;
  readonly prompts: Prompts;
  /** Milliseconds for each wait. */
  readonly limit: number;
  /** Initialized connections that later scenarios use again, by the capabilities that were offered. */
  readonly pool: Map<string, Conversation>;
  /** Milliseconds for the response to `initialize`, which includes the start of the program; `limit` when absent. */
  readonly startLimit?: number;
  /** The login method that the suite may use; without it, the suite neither logs in nor out. */
  readonly login?: string;
}

const loginRequired = -32_000;

/** A question that is left open belongs to work that is cancelled. */
const permissionsAfterHolding: AfterHolding = { left: cancelled, later: allow };

export class AgentStage extends Observer {
  readonly agent: AgentFacts;
  readonly #settings: StageSettings;
  readonly #own: Conversation[] = [];
  readonly #held: HeldRequests[] = [];
  readonly #started: {
    readonly conversation: Conversation;
    readonly sessionId: string;
    readonly work: StartedPrompt;
  }[] = [];
  #folder: string | undefined;

  constructor(scenario: { readonly name: string; readonly decides: readonly string[] }, settings: StageSettings) {
    super(scenario.name, scenario.decides);
    this.#settings = settings;
    this.agent = settings.facts;
  }

  get dialect(): Dialect {
    return this.agent.dialect;
  }

  get version(): Version {
    return this.dialect.version;
  }

  /** Milliseconds for each wait. */
  get limit(): number {
    return this.#settings.limit;
  }

  /** An empty folder with one file, `notes.txt`; it is removed at the end. */
  get folder(): string {
    if (this.#folder === undefined) {
      this.#folder = mkdtempSync(join(realpathSync(tmpdir()), 'acp-conformance-'));
      writeFileSync(join(this.#folder, 'notes.txt'), 'one\ntwo\nthree\n');
    }
    return this.#folder;
  }

  /** A connection of its own, on which nothing was sent. */
  async connection(): Promise<Conversation> {
    const conversation = await this.#open();
    this.#own.push(conversation);
    return conversation;
  }

  /** A connection of its own, initialized. */
  async freshly(capabilities: Fields = {}): Promise<Conversation> {
    const conversation = await this.connection();
    await this.initialize(conversation, capabilities);
    return conversation;
  }

  /** Sends `initialize`, and fails if it is refused. */
  async initialize(conversation: Conversation, capabilities: Fields = {}): Promise<Fields> {
    const reply = await conversation.request(
      'initialize',
      this.dialect.initialize(capabilities),
      this.#settings.startLimit,
    );
    if (reply.error !== undefined) throw new Unreachable(`initialize was refused: ${reply.error.message}`);
    return fieldsOf(reply.result);
  }

  /** An initialized connection, which earlier scenarios may have used. */
  async shared(capabilities: Fields = {}): Promise<Conversation> {
    const { pool } = this.#settings;
    const key = JSON.stringify(capabilities);
    const known = pool.get(key);
    if (known !== undefined && known.ended === undefined) {
      this.watch(known);
      return known;
    }
    const conversation = await this.#open();
    try {
      await this.initialize(conversation, capabilities);
    } catch (error) {
      // The next scenario tries again with a connection of its own.
      await conversation.close();
      throw error;
    }
    pool.set(key, conversation);
    return conversation;
  }

  /**
   * Every client answers requests for permission; other requests of the agent are refused unless a scenario answers
   * them.
   */
  async #open(): Promise<Conversation> {
    const { connect, limit, facts } = this.#settings;
    const conversation = await Conversation.open(connect, { limit, fence: facts.fence });
    conversation.answer(requestPermission, allow);
    this.watch(conversation);
    return conversation;
  }

  /** Opens a session in the folder of the scenario, and returns its id. */
  async session(conversation: Conversation, more: Fields = {}): Promise<string> {
    const { sessionId } = await this.opened(conversation, more);
    return String(sessionId);
  }

  /** Opens a session like `session`, and returns the whole result. */
  async opened(conversation: Conversation, more: Fields = {}): Promise<Fields> {
    const params = { cwd: this.folder, mcpServers: [], ...more };
    const first = await conversation.request('session/new', params);
    const isLoggedIn = first.error?.code === loginRequired && (await this.#logIn(conversation));
    const { result, error } = isLoggedIn ? await conversation.request('session/new', params) : first;
    if (error?.code === loginRequired) throw new Unreachable(`It requires a login: ${error.message}`);
    const opened = fieldsOf(result);
    if (typeof opened['sessionId'] === 'string') return opened;
    throw new Unreachable(`session/new did not return a session: ${error?.message ?? 'its result has no sessionId'}`);
  }

  /** The login method that may be used. */
  get login(): string | undefined {
    return this.#settings.login;
  }

  async #logIn(conversation: Conversation): Promise<boolean> {
    if (this.login === undefined) return false;
    const { error } = await conversation.request(this.dialect.login, { methodId: this.login });
    return error === undefined;
  }

  /** Opens a session again, with all that was said in it if the agent can send that. */
  async reopen(conversation: Conversation, sessionId: string): Promise<void> {
    const request = this.dialect.reopen(this.agent.has('load'));
    const params = { sessionId, cwd: this.folder, mcpServers: [], ...request.params };
    const { error } = await conversation.request(request.method, params);
    if (error !== undefined) throw new Unreachable(`${request.method} was refused: ${error.message}`);
  }

  /** The blocks of a prompt that asks for a behaviour. */
  blocks(behaviour: Behaviour): readonly Fields[] {
    return [{ type: 'text', text: this.#settings.prompts[behaviour].replaceAll('{folder}', this.folder) }];
  }

  /** The blocks of a prompt that asks to read another file than `notes.txt`. */
  reading(path: string): readonly Fields[] {
    const words = this.#settings.prompts['read-file'];
    const usual = '{folder}/notes.txt';
    if (!words.includes(usual)) throw new Unreachable(`The prompt for reading files does not name ${usual}.`);
    return [{ type: 'text', text: words.replaceAll(usual, path) }];
  }

  /** Sends a prompt, and returns at once. */
  start(
    conversation: Conversation,
    sessionId: string,
    what: Behaviour | readonly Fields[],
    more?: Fields,
  ): StartedPrompt {
    const prompt = typeof what === 'string' ? this.blocks(what) : what;
    const request = { sessionId, prompt, ...(more === undefined ? {} : { more }) };
    const work = startPrompt(conversation, this.version, request);
    this.#started.push({ conversation, sessionId, work });
    return work;
  }

  /** Sends a prompt, and waits until its work is over. */
  async prompt(conversation: Conversation, sessionId: string, what: Behaviour | readonly Fields[]): Promise<PromptRun> {
    return this.start(conversation, sessionId, what).end();
  }

  /** Keeps requests of the agent until the scenario answers them; those that are left are settled at its end. */
  held(conversation: Conversation, method: string): HeldRequests {
    const after = method === requestPermission ? permissionsAfterHolding : undefined;
    const held = new HeldRequests(conversation, method, after);
    this.#held.push(held);
    return held;
  }

  /**
   * Fails if the agent does not answer requests that it does not know: their responses are what the scenario is about.
   */
  needsUnknownRequests(): void {
    if (!this.agent.answersUnknown) throw new Unreachable('It does not answer requests of unknown methods.');
  }

  /**
   * Cancels work that goes on, closes the connections of the scenario and removes its folder. A shared connection on
   * which something got no response is closed too, so that what became of it says nothing about later rules.
   */
  async end(): Promise<void> {
    for (const { conversation, sessionId, work } of this.#started)
      if (conversation.ended === undefined && !work.isOver()) conversation.notify('session/cancel', { sessionId });
    for (const held of this.#held) held.release();
    const { pool } = this.#settings;
    const spoiled = [...pool].filter(([, conversation]) => this.#isSpoiled(conversation));
    for (const [key] of spoiled) pool.delete(key);
    const closed = [...this.#own, ...spoiled.map(([, conversation]) => conversation)];
    await Promise.all(closed.map((conversation) => conversation.close()));
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }

  /** A prompt that was cancelled may still end. */
  #isSpoiled(conversation: Conversation): boolean {
    const isCancelled = this.#started.some(
      (started) => started.conversation === conversation && !started.work.isOver(),
    );
    return !conversation.isSettled && !isCancelled;
  }
}
