/** Where a scenario for proxies plays: the suite is the conductor, with the client before and the agent behind it. */
import { Conversation, type Outcome } from '../conversation/conversation.ts';
import { Unreachable } from '../conversation/failure.ts';
import { fieldsOf, isFields, type Fields, type Reply } from '../conversation/message.ts';
import { Observer } from '../scenario/observer.ts';
import type { Connect } from '../wire/wire.ts';
import type { ChainDialect } from './chain-dialect.ts';

/** The method that carries the messages to and from the next component. */
export const envelope = 'proxy/successor';

export interface ProxySettings {
  readonly connect: Connect;
  readonly dialect: ChainDialect;
  /** Milliseconds for each wait. */
  readonly limit: number;
}

/** What the agent answers to a message in an envelope. */
export type InnerAnswer = (params: Fields) => Promise<Outcome> | Outcome;

export class ProxyStage extends Observer {
  readonly dialect: ChainDialect;
  readonly #settings: ProxySettings;
  readonly #own: Conversation[] = [];

  constructor(scenario: { readonly name: string; readonly decides: readonly string[] }, settings: ProxySettings) {
    super(scenario.name, scenario.decides);
    this.#settings = settings;
    this.dialect = settings.dialect;
  }

  /** A connection to a new proxy; the agent behind it answers `initialize`, and what `answers` has. */
  async connection(answers: Readonly<Record<string, InnerAnswer>> = {}): Promise<Conversation> {
    const conversation = await Conversation.open(this.#settings.connect, { limit: this.#settings.limit });
    this.#own.push(conversation);
    this.watch(conversation);
    const all: Readonly<Record<string, InnerAnswer>> = {
      initialize: () => ({ result: this.dialect.offered }),
      '_conformance/fence': () => ({ result: {} }),
      ...answers,
    };
    // A proxy may ask the user about what it does not know.
    conversation.answer('session/request_permission', ({ options }) => {
      const allowing = (Array.isArray(options) ? options : []).map(fieldsOf).find(({ kind }) => kind === 'allow_once');
      return { result: { outcome: { outcome: 'selected', optionId: allowing?.['optionId'] } } };
    });
    conversation.answer(envelope, ({ method, params }) => {
      const answer = all[String(method)];
      if (answer === undefined) return { error: { code: -32_601, message: 'Method not found' } };
      return answer(fieldsOf(params));
    });
    return conversation;
  }

  /** The same, initialized. */
  async started(answers: Readonly<Record<string, InnerAnswer>> = {}): Promise<Conversation> {
    const conversation = await this.connection(answers);
    const reply = await this.initialize(conversation);
    if (reply.error !== undefined) throw new Unreachable(`proxy/initialize was refused: ${reply.error.message}`);
    return conversation;
  }

  initialize(conversation: Conversation): Promise<Reply> {
    return conversation.request('proxy/initialize', this.dialect.said);
  }

  /** Closes the connections of the scenario. */
  async end(): Promise<void> {
    await Promise.all(this.#own.map((conversation) => conversation.close()));
  }
}

/** The messages of the proxy to its successor with this inner method: requests have an id, notifications none. */
export const enveloped = (conversation: Conversation, method: string): readonly Fields[] =>
  [...conversation.requests(envelope), ...conversation.notifications(envelope)].filter(
    ({ params }) => isFields(params) && params['method'] === method,
  );
