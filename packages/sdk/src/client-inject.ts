/**
 * Messages that are handed to an agent while it works (draft): they wait at the agent, and can be taken back until it delivers them.
 *
 * A message is delivered when its `user_message` arrives; the agent decides every race, and its error says how one was lost.
 */
import type { ContentBlock, InjectCapabilities, InjectMode } from '@acp-stack/schema/v2/unstable';

import { bindMethods } from './bound-methods.ts';
import { CapabilityError } from './capability-error.ts';
import { checkContent } from './client-gates.ts';
import type { Connection } from './connection.ts';
import { promptBlocks, type PromptInput } from './content.ts';

/** When an injected message is delivered, and until when it may be given up. */
export interface InjectOptions {
  /** `queue`: when the work is done. `steer`: within the running work, at its next safe point. */
  readonly mode: InjectMode;
  /** Gives up before the agent has accepted the message; afterwards `revoke` takes it back (INJ-22). */
  readonly signal?: AbortSignal;
}

/** A message that the agent has accepted. */
export class InjectedMessage {
  static {
    bindMethods(this);
  }

  /** The id that its `user_message` will have. */
  readonly messageId: string;
  readonly #connection: Connection<'client'>;
  readonly #sessionId: string;

  /** Made by `session.inject(…)`. */
  constructor(connection: Connection<'client'>, sessionId: string, messageId: string) {
    this.#connection = connection;
    this.#sessionId = sessionId;
    this.messageId = messageId;
  }

  /** Takes the message back: once this resolves it is never delivered. Rejects with -32010 when it already was (INJ-10, INJ-11). */
  async revoke(): Promise<void> {
    const { messageId } = this;
    await this.#connection.request('session/revoke_inject', { sessionId: this.#sessionId, messageId });
  }

  /** Exchanges the content; the message keeps its place. Rejects with -32010 when it was already delivered (INJ-13). */
  async replace(input: PromptInput): Promise<void> {
    const method = 'session/replace_inject';
    const content = contentFor(method, input, this.#connection);
    await this.#connection.request(method, { sessionId: this.#sessionId, messageId: this.messageId, content });
  }
}

/** Hands a message to the agent; a mode that it does not offer is refused here (INJ-01). */
export async function inject(
  connection: Connection<'client'>,
  sessionId: string,
  message: { readonly input: PromptInput; readonly options: InjectOptions },
): Promise<InjectedMessage> {
  const { mode, signal } = message.options;
  const method = 'session/inject';
  if (connection.supports('session.inject') && !modesOf(connection).includes(mode)) {
    throw new CapabilityError(method, `session.inject with the mode ${mode}`, 'agent');
  }
  const content = contentFor(method, message.input, connection);
  const options = signal === undefined ? {} : { signal };
  const { messageId } = await connection.request(method, { sessionId, mode, content }, options);
  return new InjectedMessage(connection, sessionId, messageId);
}

function modesOf({ advertised }: Connection<'client'>): readonly string[] {
  const { session } = advertised.capabilities as { readonly session?: { readonly inject?: InjectCapabilities } };
  return session?.inject?.modes ?? [];
}

/** An injected message is as good as a prompt (INJ-23). */
function contentFor(method: string, input: PromptInput, connection: Connection<'client'>): readonly ContentBlock[] {
  const content = promptBlocks(input);
  checkContent(method, content, (path) => connection.supports(path));
  return content;
}
