/** One injected message as its session sees it: what is known of it, and that it ends once. */
import type { ContentBlock, InjectMode } from '@acp-stack/schema/v2/unstable';

import {
  InjectedMessage,
  type InjectCore,
  type InjectOutcome,
  type InjectRoute,
  type InjectState,
} from './injected-message.ts';
import type { PromptInput } from '../../shared/content.ts';
import { InjectError } from '../../shared/inject-error.ts';

/** What is done to a message that waits, by whoever keeps it. */
export interface InjectKeeper {
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
  readonly keeper: InjectKeeper;
  /** Hears that it reads differently now. */
  readonly onChange: () => void;
}

export class InjectedMessageState implements InjectCore {
  readonly id: string;
  readonly mode: InjectMode;
  readonly via: InjectRoute;
  readonly face: InjectedMessage;
  readonly delivered: Promise<InjectOutcome>;
  readonly #keeper: InjectKeeper;
  readonly #onChange: () => void;
  #content: readonly ContentBlock[];
  #state: InjectState;
  #messageId: string | undefined;
  #settle: (outcome: InjectOutcome) => void = () => undefined;
  /** Resolves when it is known whether the agent has taken the message. */
  readonly #sent: Promise<void>;
  #hasSent: () => void = () => undefined;

  constructor({ id, mode, via, content, state, keeper, onChange }: InjectedMessageInit) {
    this.id = id;
    this.mode = mode;
    this.via = via;
    this.#content = content;
    this.#state = state;
    this.#keeper = keeper;
    this.#onChange = onChange;
    this.delivered = new Promise((resolve) => {
      this.#settle = resolve;
    });
    this.#sent = new Promise((resolve) => {
      this.#hasSent = resolve;
    });
    if (state === 'pending') this.#hasSent();
    this.face = new InjectedMessage(this);
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
    return !this.isOver && this.#keeper.canReplace;
  }

  async revoke(): Promise<void> {
    await this.#sent;
    if (this.#state === 'revoked') return;
    this.#requireWaiting();
    await this.#keeper.revoke(this);
  }

  async replace(input: PromptInput): Promise<void> {
    await this.#sent;
    this.#requireWaiting();
    await this.#keeper.replace(this, input);
  }

  /** The agent has taken the message. */
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
