/**
 * The outgoing messages of a WebSocket channel.
 *
 * Messages wait until a socket is open. If the connection can be resumed, they are kept until the server acknowledges
 * them; when too many are unacknowledged, further messages wait.
 */
import { memoryWindow, type ReplayWindow } from '../../replay/replay-window.ts';

/** Sends a text: a socket, or its owner. */
export interface Sender {
  send(text: string): void;
}

export class SendQueue {
  readonly #windowBytes: number;
  /** Undefined while no message waits. */
  #waiting: string[] | undefined;
  #waitingBytes = 0;
  #window: ReplayWindow | undefined;

  constructor(windowBytes: number) {
    this.#windowBytes = windowBytes;
  }

  /** Characters that no socket has taken. */
  get waitingBytes(): number {
    return this.#waitingBytes;
  }

  /** Characters that the server has not acknowledged. */
  get keptBytes(): number {
    return this.#window?.bytes ?? 0;
  }

  /** From now on, messages are kept until the server acknowledges them. */
  keep(): void {
    this.#window = memoryWindow(Number.POSITIVE_INFINITY);
  }

  add(text: string): void {
    if (this.#waiting === undefined) this.#waiting = [text];
    else this.#waiting.push(text);
    this.#waitingBytes += text.length;
  }

  /** Passes to `sender` as many waiting messages as the window allows. */
  flush(sender: Sender): void {
    const waiting = this.#waiting;
    if (waiting === undefined) return;
    let index = 0;
    while (index < waiting.length && this.keptBytes < this.#windowBytes) {
      const text = waiting[index] ?? '';
      index += 1;
      this.#waitingBytes -= text.length;
      this.#window?.append(text);
      sender.send(text);
    }
    if (index === waiting.length) this.#waiting = undefined;
    else waiting.splice(0, index);
  }

  /** The server has received the first `count` messages. */
  received(count: number): void {
    this.#window?.trim(count);
  }

  /** Sends everything after the first `count` messages again; returns false if some of it is gone. */
  repeat(count: number, sender: Sender): boolean {
    const missed = this.#window?.after(count);
    if (missed === undefined) return false;
    for (const text of missed) sender.send(text);
    this.#window?.trim(count);
    return true;
  }

  clear(): void {
    this.#waiting = undefined;
    this.#waitingBytes = 0;
    this.#window?.trim(this.#window.last);
  }
}
