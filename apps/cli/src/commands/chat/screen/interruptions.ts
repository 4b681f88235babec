/**
 * What Esc and Ctrl+C do: they close what is open, clear the line, cancel the work, and Ctrl+C twice quits.
 *
 * Neither sends anything: messages that wait when the work is cancelled are held until the user has decided.
 */
import type { Conversation } from '../conversation/conversation.ts';
import type { MessageInput } from '../input/message-input.ts';

export interface InterruptionParts {
  readonly conversation: () => Conversation | undefined;
  readonly messages: MessageInput;
  /** Stops a command that the user runs; false if none runs. */
  readonly stopCommand: () => boolean;
  readonly leave: () => void;
}

export class Interruptions {
  readonly #parts: InterruptionParts;
  /** Whether the next Ctrl+C quits. */
  isLeaving = false;

  constructor(parts: InterruptionParts) {
    this.#parts = parts;
  }

  escape(): void {
    const { conversation, messages, stopCommand } = this.#parts;
    const { box, pending, early } = messages;
    const current = conversation();
    if (box.hasList) return box.closeList();
    if (pending.stopEditing()) return box.clear();
    if (stopCommand()) return undefined;
    if (current?.isBusy === true) {
      this.#cancel(current);
      return undefined;
    }
    const last = early.takeLast();
    return last === undefined ? undefined : box.restore(last);
  }

  /** Ctrl+C. */
  interrupt(): void {
    const { conversation, messages, stopCommand, leave } = this.#parts;
    if (this.isLeaving) return leave();
    messages.pending.stopEditing();
    if (!messages.box.isEmpty) return messages.box.clear();
    if (stopCommand()) return undefined;
    const current = conversation();
    const isAsked = current?.isBusy === true && this.#cancel(current);
    this.isLeaving = !isAsked;
    return undefined;
  }

  /** Returns whether the user is asked about messages that wait. */
  #cancel(conversation: Conversation): boolean {
    const isHolding = conversation.interrupt();
    if (isHolding) this.#parts.messages.decideHeld(conversation);
    return isHolding;
  }
}
