/**
 * A message that was handed to the agent while it works (draft), from the call to the one way in which it ends.
 *
 * It ends exactly once: delivered, taken back, refused, or gone with its session or connection. The agent decides every race, and its error says
 * how one was lost.
 */
import type { ContentBlock, InjectMode } from '@acp-stack/schema/v2/unstable';

import { bindMethods } from '../../shared/bound-methods.ts';
import type { PromptInput } from '../../shared/content.ts';

/** When an injected message is delivered, and what is done for an agent that does not take it. */
export interface InjectOptions {
  /** `queue`: when the work is done. `steer`: within the running work, at its next safe point. */
  readonly mode: InjectMode;
  /** Gives up before the agent has accepted the message; afterwards `revoke` takes it back (INJ-22). */
  readonly signal?: AbortSignal;
  /**
   * For an agent that does not offer the mode. When absent, a `queue` message waits here and becomes the next prompt, and any other is refused.
   * `cancel-and-prompt` lets a `steer` message cancel the work and become the next prompt. `none` refuses whatever the agent does not offer.
   */
  readonly fallback?: 'cancel-and-prompt' | 'none';
}

/** Who keeps a message until it is delivered: the agent, or this side, which then sends it as a prompt. */
export type InjectRoute = 'agent' | 'client-queue' | 'cancel-and-prompt';

/** How an injected message ended. */
export type InjectOutcome =
  /** It is part of the conversation. The id is undefined only where the agent names no messages. */
  | { readonly state: 'delivered'; readonly messageId: string | undefined }
  /** It was taken back, and is never delivered. */
  | { readonly state: 'revoked' }
  /** It was not taken, and is never delivered. */
  | { readonly state: 'refused'; readonly error: Error }
  /** The session was closed before. */
  | { readonly state: 'closed' }
  /**
   * The connection ended before, or the agent does not know the message any more. An agent that keeps such messages delivers it when the session
   * is opened again; it is then among the session's pending messages anew.
   */
  | { readonly state: 'lost'; readonly error: Error };

/** Where an injected message is: on its way to the agent, waiting, or at its end. */
export type InjectState = 'sending' | 'pending' | InjectOutcome['state'];

/** The session's side of a message. */
export interface InjectCore {
  readonly id: string;
  readonly mode: InjectMode;
  readonly via: InjectRoute;
  readonly content: readonly ContentBlock[];
  readonly state: InjectState;
  readonly messageId: string | undefined;
  readonly canReplace: boolean;
  readonly delivered: Promise<InjectOutcome>;
  revoke(): Promise<void>;
  replace(input: PromptInput): Promise<void>;
}

/** A message that waits to be delivered, and can be taken back until then. */
export class InjectedMessage {
  static {
    bindMethods(this);
  }

  readonly #core: InjectCore;

  /** Made by `session.inject(…)`. */
  constructor(core: InjectCore) {
    this.#core = core;
  }

  /** Names the message on this side, from the beginning. */
  get id(): string {
    return this.#core.id;
  }

  /** The id that its `user_message` has; undefined until the agent has given it one. */
  get messageId(): string | undefined {
    return this.#core.messageId;
  }

  /** When the message is delivered. */
  get mode(): InjectMode {
    return this.#core.mode;
  }

  /** Who keeps it: something else than `agent` when the agent does not offer the mode. */
  get via(): InjectRoute {
    return this.#core.via;
  }

  /** What it says now. */
  get content(): readonly ContentBlock[] {
    return this.#core.content;
  }

  /** What has become of the message so far. */
  get state(): InjectState {
    return this.#core.state;
  }

  /** Whether `replace` can work; otherwise revoke it and inject another one, which is then the last. */
  get canReplace(): boolean {
    return this.#core.canReplace;
  }

  /** How it ended; never rejects. */
  get delivered(): Promise<InjectOutcome> {
    return this.#core.delivered;
  }

  /** Takes the message back: once this resolves it is never delivered. Rejects with an `InjectError` when it already was (INJ-10, INJ-11). */
  revoke(): Promise<void> {
    return this.#core.revoke();
  }

  /** Exchanges the content; the message keeps its place. Rejects with an `InjectError` when it was already delivered (INJ-13). */
  replace(input: PromptInput): Promise<void> {
    return this.#core.replace(input);
  }
}
