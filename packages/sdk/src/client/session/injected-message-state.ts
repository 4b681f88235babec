/** The state of one injected message, as its session keeps it. It ends once. */
import type { ContentBlock, InjectMode } from '@acp-stack/schema/v2/unstable';

import type { PromptInput } from '../../shared/content.ts';
import { InjectError } from '../../shared/inject-error.ts';
import {
  InjectedMessage,
  type InjectedMessageCore,
  type InjectOutcome,
  type InjectRoute,
  type InjectState,
} from './injected-message.ts';

/** Revokes and replaces messages where they wait: in the agent, or in the client. */
export interface InjectHolder {
  readonly canReplace: boolean;
  revoke(message: InjectedMessageState): Promise<void>;
  replace(message: InjectedMessageState, input: PromptInput): Promise<void>;
}

export interface InjectedMessageInit {
  readonly id: string;
  readonly mode: InjectMode;
  readonly via: InjectRoute;
  readonly content: readonly ContentBlock[];
  readonly state: 'sending' | 'pending';
  readonly holder: InjectHolder;
  /** Called when the content or the state has changed. */
  readonly onChange: () => void;
}

export class InjectedMessageState implements InjectedMessageCore {
  readonly id: string;
  readonly mode: InjectMode;
  readonly via: InjectRoute;
  /** The message as the program sees it. */
  readonly message: InjectedMessage;
  readonly delivered: Promise<InjectOutcome>;
  readonly #holder: InjectHolder;
  readonly #onChange: () => void;
  #content: readonly ContentBlock[];
  #state: InjectState;
  #messageId: string | undefined;
  #settle: (outcome: InjectOutcome) => void = () => undefined;
  /** Resolves when the agent has accepted or refused the message. */
  readonly #sent: Promise<void>;
  #hasSent: () => void = () => undefined;

  constructor({ id, mode, via, content, state, holder, onChange }: InjectedMessageInit) {
    this.id = id;
    this.mode = mode;
    this.via = via;
    this.#content = content;
    this.#state = state;
    this.#holder = holder;
    this.#onChange = onChange;
    this.delivered = new Promise((resolve) => {
      this.#settle = resolve;
    });
    this.#sent = new Promise((resolve) => {
      this.#hasSent = resolve;
    });
    if (state === 'pending') this.#hasSent();
    this.message = new InjectedMessage(this);
  }

  get content(): readonly ContentBlock[] {
    return this.#content;
  }

  get state(): InjectState {
    return this.#state;
  }

  get messageId(): string | undefined {
    return this.#messageId;
  }

  get isOver(): boolean {
    return this.#state !== 'sending' && this.#state !== 'pending';
  }

  get canReplace(): boolean {
    return !this.isOver && this.#holder.canReplace;
  }

  async revoke(): Promise<void> {
    await this.#sent;
    if (this.#state === 'revoked') return;
    this.#requireWaiting();
    await this.#holder.revoke(this);
  }

  async replace(input: PromptInput): Promise<void> {
    await this.#sent;
    this.#requireWaiting();
    await this.#holder.replace(this, input);
  }

  /** The agent has accepted the message. */
  accepted(messageId: string): void {
    this.#messageId = messageId;
    this.move('pending');
  }

  move(state: 'sending' | 'pending'): void {
    if (this.isOver || this.#state === state) return;
    this.#state = state;
    if (state === 'pending') this.#hasSent();
    this.#onChange();
  }

  setContent(content: readonly ContentBlock[]): void {
    this.#content = content;
    this.#onChange();
  }

  /** The message has ended; only the first end counts. */
  end(outcome: InjectOutcome): void {
    if (this.isOver) return;
    this.#state = outcome.state;
    if (outcome.state === 'delivered') this.#messageId = outcome.messageId;
    this.#hasSent();
    this.#settle(outcome);
    this.#onChange();
  }

  #requireWaiting(): void {
    const messageId = this.#messageId;
    if (this.#state === 'delivered') {
      throw InjectError.precondition({
        reason: 'already_delivered',
        ...(messageId === undefined ? {} : { messageId }),
      });
    }
    if (this.isOver) throw InjectError.unknown(messageId ?? this.id);
  }
}
