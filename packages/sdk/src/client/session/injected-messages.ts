/**
 * The messages that are injected into a session while its agent works (draft), and where they wait.
 *
 * If the agent offers the mode, the message waits in the agent. Otherwise a `queue` message waits in the client, and a
 * `steer` message is refused unless the caller allows the work to be cancelled for it. `via` of each message says
 * which.
 */
import { isAbortError, RpcError } from '@acp-stack/rpc';
import type { ContentBlock, InjectCapabilities, InjectMode } from '@acp-stack/schema/v2/unstable';

import { CapabilityError } from '../../connection/capability-error.ts';
import type { Connection } from '../../connection/connection.ts';
import { promptBlocks, type PromptInput } from '../../shared/content.ts';
import { asInjectError, InjectError } from '../../shared/inject-error.ts';
import { pendingMessages } from '../../shared/pending-messages.ts';
import { InjectedMessageState, type InjectedMessageInit, type InjectHolder } from './injected-message-state.ts';
import type { InjectedMessage, InjectOptions, InjectOutcome, InjectRoute } from './injected-message.ts';
import { Listeners } from './listeners.ts';
import { PromptQueue, type PromptQueueInit } from './prompt-queue.ts';
import { checkContent } from './required-capabilities.ts';
import { steer, supportsSteering } from './steering.ts';

/** Called with the pending messages, in the order in which they would be delivered. */
export type PendingListener = (pending: readonly InjectedMessage[]) => void;

export interface InjectedMessagesInit extends Pick<PromptQueueInit, 'isBusy' | 'prompt'> {
  readonly sessionId: string;
  /** Returns the current connection. */
  readonly connection: () => Connection<'client'>;
  readonly cancel: () => void;
  /** Called with what a listener threw. */
  readonly onError: (error: unknown) => void;
}

/** How many ids of delivered messages are kept while responses of the agent are outstanding. */
const maxHeard = 1000;

export class InjectedMessages {
  readonly #init: InjectedMessagesInit;
  readonly #queue: PromptQueue;
  readonly #agent: InjectHolder;
  readonly #listeners: Listeners<readonly [pending: readonly InjectedMessage[]]>;
  #messages: readonly InjectedMessageState[] = [];
  /** A message may be delivered before the response with its id is handled. */
  readonly #heard = new Set<string>();
  #made = 0;

  constructor(init: InjectedMessagesInit) {
    this.#init = init;
    this.#listeners = new Listeners(init.onError);
    const { isBusy, prompt } = init;
    this.#queue = new PromptQueue({ isBusy, prompt, blocks: (input) => this.#blocks('session/prompt', input) });
    this.#agent = this.#agentHolder();
  }

  /** The pending messages: first those that steer, then the others in the order in which they came. */
  get pending(): readonly InjectedMessage[] {
    return [...this.#messages.filter(isSteer), ...this.#messages.filter((message) => !isSteer(message))].map(
      ({ message }) => message,
    );
  }

  onChange(listener: PendingListener): Disposable {
    return this.#listeners.add(listener);
  }

  async inject(input: PromptInput, options: InjectOptions): Promise<InjectedMessage> {
    const via = this.#routeOf(options);
    if (via === 'agent') {
      const blocks = this.#blocks('session/inject', input);
      const isDraft = offeredModes(this.#init.connection()).includes(options.mode);
      return isDraft ? this.#sendToAgent(blocks, options) : this.#steer(blocks, options);
    }
    const content = this.#blocks('session/prompt', input);
    if (via === 'cancel-and-prompt' && !this.#init.isBusy())
      throw InjectError.precondition({ reason: 'no_running_turn' });
    this.#queue.requireRoom();
    const message = this.#add({ mode: options.mode, via, content, state: 'pending', holder: this.#queue });
    this.#queue.add(message);
    if (via === 'cancel-and-prompt') this.#init.cancel();
    this.#queue.proceed();
    return message.message;
  }

  /** An update has this message id: the message is delivered (INJ-04). */
  heard(messageId: string): void {
    this.#messages.find((message) => message.messageId === messageId)?.end({ state: 'delivered', messageId });
    if (!this.#messages.some(({ via, state }) => via === 'agent' && state === 'sending')) return;
    this.#heard.add(messageId);
    const [oldest] = this.#heard;
    if (this.#heard.size > maxHeard && oldest !== undefined) this.#heard.delete(oldest);
  }

  /** Sends the next message if the session is not busy any more. */
  readonly proceed = (): void => {
    this.#queue.proceed();
  };

  /** The user cancels the work; pending messages still wait (INJ-16). */
  cancelled(): void {
    this.#queue.cancelled();
  }

  /** Adds the messages that the agent has stored from before. */
  adopt(response: unknown): void {
    for (const { messageId, mode, content } of pendingMessages.read(response)) {
      if (this.#messages.some((message) => message.messageId === messageId)) continue;
      this.#add({ mode, via: 'agent', content, state: 'sending', holder: this.#agent }).accepted(messageId);
    }
  }

  /** The session or its connection has ended, and all pending messages with it. */
  endAll(outcome: InjectOutcome): void {
    this.#queue.clear();
    for (const message of this.#messages) message.end(outcome);
  }

  // -------------------------------------------------------------------------------------------- sending

  #routeOf({ mode, fallback }: InjectOptions): InjectRoute {
    const connection = this.#init.connection();
    if (injectModes(connection).includes(mode)) return 'agent';
    if (mode === 'queue' && fallback !== 'none') return 'client-queue';
    if (mode === 'steer' && fallback === 'cancel-and-prompt') return 'cancel-and-prompt';
    const missing = connection.supports('session.inject') ? `session.inject with the mode ${mode}` : 'session.inject';
    throw new CapabilityError('session/inject', missing, 'agent');
  }

  async #sendToAgent(content: readonly ContentBlock[], { mode, signal }: InjectOptions): Promise<InjectedMessage> {
    const { sessionId, connection } = this.#init;
    const message = this.#add({ mode, via: 'agent', content, state: 'sending', holder: this.#agent });
    const options = signal === undefined ? {} : { signal };
    const isUnsent = signal?.aborted === true;
    try {
      const { messageId } = await connection().request('session/inject', { sessionId, mode, content }, options);
      message.accepted(messageId);
      if (this.#heard.has(messageId)) this.heard(messageId);
      return message.message;
    } catch (cause) {
      const error = asInjectError(cause) as Error;
      // Without the response of the agent it is not known whether the message arrived.
      const isRevoked = isAbortError(error) && (isUnsent || error.cause instanceof RpcError);
      if (isRevoked) message.end({ state: 'revoked' });
      else message.end({ state: error instanceof RpcError ? 'refused' : 'lost', error });
      throw error;
    } finally {
      if (!this.#messages.some(({ state }) => state === 'sending')) this.#heard.clear();
    }
  }

  /** The extension for agents without the draft: the message is delivered with its response. */
  async #steer(content: readonly ContentBlock[], { mode, signal }: InjectOptions): Promise<InjectedMessage> {
    const { sessionId, connection } = this.#init;
    const message = this.#add({ mode, via: 'agent', content, state: 'sending', holder: this.#agent });
    try {
      await steer(connection(), { sessionId, content }, signal === undefined ? {} : { signal });
      message.end({ state: 'delivered', messageId: undefined });
      return message.message;
    } catch (error) {
      const ended = error instanceof RpcError ? 'refused' : 'lost';
      message.end(isAbortError(error) ? { state: 'revoked' } : { state: ended, error: error as Error });
      throw error;
    }
  }

  #agentHolder(): InjectHolder {
    const { sessionId, connection } = this.#init;
    return {
      get canReplace() {
        return connection().supports('session.inject.pending.replace');
      },
      revoke: (message) => {
        const { messageId = '' } = message;
        return settled(message, connection().request('session/revoke_inject', { sessionId, messageId }), () => {
          message.end({ state: 'revoked' });
        });
      },
      replace: async (message, input) => {
        const { messageId = '' } = message;
        const method = 'session/replace_inject';
        const content = this.#blocks(method, input);
        await settled(message, connection().request(method, { sessionId, messageId, content }), () => {
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

  /** The same content is allowed as in a prompt (INJ-23). */
  #blocks(method: string, input: PromptInput): readonly ContentBlock[] {
    const content = promptBlocks(input);
    checkContent(method, content, (path) => this.#init.connection().supports(path));
    return content;
  }
}

const isSteer = ({ mode }: InjectedMessageState): boolean => mode === 'steer';

/** The modes that the agent offers, by the draft or by the extension for steering. */
export function injectModes(connection: Connection<'client'>): readonly InjectMode[] {
  const modes = offeredModes(connection);
  return modes.includes('steer') || !supportsSteering(connection) ? modes : [...modes, 'steer'];
}

function offeredModes({ advertised }: Connection<'client'>): readonly InjectMode[] {
  const { session } = advertised.capabilities as {
    readonly session?: { readonly inject?: InjectCapabilities | null } | null;
  };
  return session?.inject?.modes ?? [];
}

/** Waits for a response of the agent; a message that the agent does not know is lost. */
async function settled(message: InjectedMessageState, called: Promise<unknown>, done: () => void): Promise<void> {
  try {
    await called;
    done();
  } catch (cause) {
    const error = asInjectError(cause);
    if (error instanceof InjectError && error.reason === 'unknown_message_id') message.end({ state: 'lost', error });
    throw error;
  }
}
