/**
 * A message that was injected while the agent works (draft), as the program sees it.
 *
 * It ends exactly once: delivered, revoked, refused, or lost with its session or connection. The agent decides every
 * race, and its error says which way it went.
 */
import type { ContentBlock, InjectMode } from '@acp-stack/schema/v2/unstable';

import { bindMethods } from '../../shared/bound-methods.ts';
import type { PromptInput } from '../../shared/content.ts';

/** When an injected message is delivered, and what happens if the agent does not offer the mode. */
export interface InjectOptions {
  /** `queue`: when the work is done. `steer`: within the running work, at its next safe point. */
  readonly mode: InjectMode;
  /** Cancels the call before the agent has accepted the message; afterwards use `revoke`. */
  readonly signal?: AbortSignal;
  /**
   * For an agent that does not offer the mode. When absent, a `queue` message waits in the client and becomes the next
   * prompt, and a `steer` message is refused. With `cancel-and-prompt`, a `steer` message cancels the work and becomes
   * the next prompt. With `none`, a mode that the agent does not offer is always refused.
   */
  readonly fallback?: 'cancel-and-prompt' | 'none';
}

/** Where a message waits until it is delivered: in the agent, or in the client, which then sends it as a prompt. */
export type InjectRoute = 'agent' | 'client-queue' | 'cancel-and-prompt';

/** How an injected message ended. */
export type InjectOutcome =
  /** It is part of the conversation. The id is undefined only if the agent does not report message ids. */
  | { readonly state: 'delivered'; readonly messageId: string | undefined }
  /** It was revoked, and is never delivered. */
  | { readonly state: 'revoked' }
  /** It was refused, and is never delivered. */
  | { readonly state: 'refused'; readonly error: Error }
  /** The session was closed before it was delivered. */
  | { readonly state: 'closed' }
  /**
   * The connection ended before it was delivered, or the agent does not know the message any more. An agent that stores
   * such messages delivers it when the session is opened again; it is then in `pendingMessages` again.
   */
  | { readonly state: 'lost'; readonly error: Error };

/** The state of an injected message: being sent, pending, or how it ended. */
export type InjectState = 'sending' | 'pending' | InjectOutcome['state'];

/** The state behind an `InjectedMessage`. */
export interface InjectedMessageCore {
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

/** A message that waits to be delivered, and can be revoked until then. */
export class InjectedMessage {
  static {
    bindMethods(this);
  }

  readonly #core: InjectedMessageCore;

  /** Made by `session.inject(…)`. */
  constructor(core: InjectedMessageCore) {
    this.#core = core;
  }

  /** The id of the message in the client. */
  get id(): string {
    return this.#core.id;
  }

  /** The id of its `user_message`; undefined until the agent has accepted it. */
  get messageId(): string | undefined {
    return this.#core.messageId;
  }

  /** When the message is delivered. */
  get mode(): InjectMode {
    return this.#core.mode;
  }

  /** Where it waits: not `agent` if the agent does not offer the mode. */
  get via(): InjectRoute {
    return this.#core.via;
  }

  /** The current content. */
  get content(): readonly ContentBlock[] {
    return this.#core.content;
  }

  /** The current state. */
  get state(): InjectState {
    return this.#core.state;
  }

  /** Whether `replace` is possible; otherwise revoke it and inject another one, which then comes last. */
  get canReplace(): boolean {
    return this.#core.canReplace;
  }

  /** Resolves with how it ended; never rejects. */
  get delivered(): Promise<InjectOutcome> {
    return this.#core.delivered;
  }

  /** Revokes the message: once this resolves it is never delivered. Rejects with an `InjectError` if it already was. */
  revoke(): Promise<void> {
    return this.#core.revoke();
  }

  /** Replaces the content; the message keeps its place. Rejects with an `InjectError` if it was already delivered. */
  replace(input: PromptInput): Promise<void> {
    return this.#core.replace(input);
  }
}
