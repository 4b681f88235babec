/**
 * The messages that a session was handed while its agent works (draft): which ones wait, and who keeps them.
 *
 * The agent keeps what it offers to keep. Otherwise a queued message waits on this side, and a steering one is refused unless the caller allowed the
 * work to be cancelled for it; which of these happened can be seen on each message.
 */
import { isAbortError, RpcError } from '@acp-stack/rpc';
import type { ContentBlock, InjectCapabilities, InjectMode } from '@acp-stack/schema/v2/unstable';

import { CapabilityError } from '../../connection/capability-error.ts';
import { checkContent } from './required-capabilities.ts';
import type { InjectedMessage, InjectOptions, InjectOutcome, InjectRoute } from './injected-message.ts';
import { InjectedMessageState, type InjectedMessageInit, type InjectKeeper } from './injected-message-state.ts';
import { PromptQueue, type PromptQueueInit } from './prompt-queue.ts';
import type { Connection } from '../../connection/connection.ts';
import { promptBlocks, type PromptInput } from '../../shared/content.ts';
import { asInjectError, InjectError } from '../../shared/inject-error.ts';
import { pendingMessages } from '../../shared/pending-messages.ts';
import { Listeners } from './listeners.ts';

/** Hears which messages wait now, in the order in which they would be delivered. */
export type PendingListener = (pending: readonly InjectedMessage[]) => void;

export interface InjectedMessagesInit extends Pick<PromptQueueInit, 'isBusy' | 'prompt'> {
  readonly sessionId: string;
  /** The connection now; another one after the agent was started again. */
  readonly connection: () => Connection<'client'>;
  readonly cancel: () => void;
  /** Hears what a listener threw. */
  readonly onError: (error: unknown) => void;
}

/** Ids of messages that arrived while the agent has not named all that it was handed. */
const mostHeard = 1000;

export class InjectedMessages {
  readonly #init: InjectedMessagesInit;
  readonly #line: PromptQueue;
  readonly #agent: InjectKeeper;
  readonly #listeners: Listeners<readonly [pending: readonly InjectedMessage[]]>;
  #messages: readonly InjectedMessageState[] = [];
  /** An agent may deliver a message right behind the answer that names it, and be heard before that is. */
  readonly #heard = new Set<string>();
  #made = 0;

  constructor(init: InjectedMessagesInit) {
    this.#init = init;
    this.#listeners = new Listeners(init.onError);
    const { isBusy, prompt } = init;
    this.#line = new PromptQueue({ isBusy, prompt, blocks: (input) => this.#blocks('session/prompt', input) });
    this.#agent = this.#agentKeeper();
  }

  /** What waits: first what steers, then the rest in the order in which it came. */
  get pending(): readonly InjectedMessage[] {
    return [...this.#messages.filter(isSteer), ...this.#messages.filter((message) => !isSteer(message))].map(
      ({ face }) => face,
    );
  }

  onChange(listener: PendingListener): Disposable {
    return this.#listeners.add(listener);
  }

  async inject(input: PromptInput, options: InjectOptions): Promise<InjectedMessage> {
    const via = this.#routeOf(options);
    if (via === 'agent') return this.#hand(this.#blocks('session/inject', input), options);
    const content = this.#blocks('session/prompt', input);
    if (via === 'cancel-and-prompt' && !this.#init.isBusy())
      throw InjectError.precondition({ reason: 'no_running_turn' });
    this.#line.requireRoom();
    const message = this.#add({ mode: options.mode, via, content, state: 'pending', keeper: this.#line });
    this.#line.add(message);
    if (via === 'cancel-and-prompt') this.#init.cancel();
    this.#line.proceed();
    return message.face;
  }

  /** An update named this message: it is delivered (INJ-04). */
  heard(messageId: string): void {
    this.#messages.find((message) => message.messageId === messageId)?.end({ state: 'delivered', messageId });
    if (!this.#messages.some(({ via, state }) => via === 'agent' && state === 'sending')) return;
    this.#heard.add(messageId);
    const [oldest] = this.#heard;
    if (this.#heard.size > mostHeard && oldest !== undefined) this.#heard.delete(oldest);
  }

  /** Nothing may be under way any more. */
  readonly proceed = (): void => {
    this.#line.proceed();
  };

  /** The user cancels what is under way; what waits goes on waiting (INJ-16). */
  cancelled(): void {
    this.#line.cancelled();
  }

  /** The agent has said which messages it kept from before. */
  adopt(answer: unknown): void {
    for (const { messageId, mode, content } of pendingMessages.read(answer)) {
      if (this.#messages.some((message) => message.messageId === messageId)) continue;
      this.#add({ mode, via: 'agent', content, state: 'sending', keeper: this.#agent }).accepted(messageId);
    }
  }

  /** The session or its connection has ended, and everything that waits with it. */
  endAll(outcome: InjectOutcome): void {
    this.#line.clear();
    for (const message of this.#messages) message.end(outcome);
  }

  // -------------------------------------------------------------------------------------------- inside

  #routeOf({ mode, fallback }: InjectOptions): InjectRoute {
    const connection = this.#init.connection();
    if (injectModes(connection).includes(mode)) return 'agent';
    if (mode === 'queue' && fallback !== 'none') return 'client-queue';
    if (mode === 'steer' && fallback === 'cancel-and-prompt') return 'cancel-and-prompt';
    const missing = connection.supports('session.inject') ? `session.inject with the mode ${mode}` : 'session.inject';
    throw new CapabilityError('session/inject', missing, 'agent');
  }

  async #hand(content: readonly ContentBlock[], { mode, signal }: InjectOptions): Promise<InjectedMessage> {
    const { sessionId, connection } = this.#init;
    const message = this.#add({ mode, via: 'agent', content, state: 'sending', keeper: this.#agent });
    const options = signal === undefined ? {} : { signal };
    try {
      const answer = await connection().request('session/inject', { sessionId, mode, content }, options);
      message.accepted(answer.messageId);
      if (this.#heard.has(answer.messageId)) this.heard(answer.messageId);
      return message.face;
    } catch (cause) {
      const error = asInjectError(cause) as Error;
      if (isAbortError(error)) message.end({ state: 'revoked' });
      else message.end({ state: error instanceof RpcError ? 'refused' : 'lost', error });
      throw error;
    } finally {
      if (!this.#messages.some(({ state }) => state === 'sending')) this.#heard.clear();
    }
  }

  #agentKeeper(): InjectKeeper {
    const { sessionId, connection } = this.#init;
    return {
      get canReplace() {
        return connection().supports('session.inject.pending.replace');
      },
      revoke: (message) => {
        const { messageId = '' } = message;
        return asked(message, connection().request('session/revoke_inject', { sessionId, messageId }), () => {
          message.end({ state: 'revoked' });
        });
      },
      replace: async (message, input) => {
        const { messageId = '' } = message;
        const method = 'session/replace_inject';
        const content = this.#blocks(method, input);
        await asked(message, connection().request(method, { sessionId, messageId, content }), () => {
          message.setContent(content);
        });
      },
    };
  }

  #add(init: Omit<InjectedMessageInit, 'id' | 'onChange'>): InjectedMessageState {
    this.#made += 1;
    const id = `inject-${this.#made}`;
    const message = new InjectedMessageState({ ...init, id, onChange: this.#changed });
    this.#messages = [...this.#messages, message];
    this.#changed();
    return message;
  }

  readonly #changed = (): void => {
    this.#messages = this.#messages.filter(({ isOver }) => !isOver);
    if (this.#listeners.size > 0) void this.#listeners.call(this.pending);
  };

  /** An injected message is as good as a prompt (INJ-23). */
  #blocks(method: string, input: PromptInput): readonly ContentBlock[] {
    const content = promptBlocks(input);
    checkContent(method, content, (path) => this.#init.connection().supports(path));
    return content;
  }
}

const isSteer = ({ mode }: InjectedMessageState): boolean => mode === 'steer';

/** The modes that an agent offers. */
export function injectModes({ advertised }: Connection<'client'>): readonly InjectMode[] {
  const { session } = advertised.capabilities as {
    readonly session?: { readonly inject?: InjectCapabilities | null } | null;
  };
  return session?.inject?.modes ?? [];
}

/** Waits for what the agent says about a message; one that it does not know is lost. What two answers do is done in their order. */
async function asked(message: InjectedMessageState, answer: Promise<unknown>, done: () => void): Promise<void> {
  try {
    await answer;
    done();
  } catch (cause) {
    const error = asInjectError(cause);
    if (error instanceof InjectError && error.reason === 'unknown_message_id') message.end({ state: 'lost', error });
    throw error;
  }
}
