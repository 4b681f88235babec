/**
 * What a WebSocket channel has taken to send.
 *
 * Messages wait until a socket takes them. Where the connection can be resumed they are kept until the server has said that it has
 * them; when it is too far behind, further ones wait.
 */
import { memoryWindow, type ReplayWindow } from '../wire/replay-window.ts';

export class Outgoing {
  readonly #windowBytes: number;
  #waiting: string[] = [];
  #waitingBytes = 0;
  #window: ReplayWindow | undefined;

  constructor(windowBytes: number) {
    this.#windowBytes = windowBytes;
  }

  /** Characters that no socket has taken. */
  get waitingBytes(): number {
    return this.#waitingBytes;
  }

  /** Characters that the server has not said it has. */
  get keptBytes(): number {
    return this.#window?.bytes ?? 0;
  }

  /** From now on messages are kept until the server has them. */
  keep(): void {
    this.#window = memoryWindow(Number.POSITIVE_INFINITY);
  }

  add(text: string): void {
    this.#waiting.push(text);
    this.#waitingBytes += text.length;
  }

  /** Gives everything to `send` that may go. */
  flush(send: (text: string) => void): void {
    let index = 0;
    while (index < this.#waiting.length && this.keptBytes < this.#windowBytes) {
      const text = this.#waiting[index] ?? '';
      index += 1;
      this.#waitingBytes -= text.length;
      this.#window?.append(text);
      send(text);
    }
    if (index === this.#waiting.length) this.#waiting = [];
    else this.#waiting.splice(0, index);
  }

  /** The server has the first `count` messages. */
  received(count: number): void {
    this.#window?.trim(count);
  }

  /** Gives everything to `send` again that comes after the first `count` messages; false when some of it is gone. */
  repeat(count: number, send: (text: string) => void): boolean {
    const missed = this.#window?.after(count);
    if (missed === undefined) return false;
    for (const text of missed) send(text);
    this.#window?.trim(count);
    return true;
  }

  clear(): void {
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#window?.trim(this.#window.last);
  }
}
