/**
 * One WebSocket: text frames both ways, and pings to notice a dead peer.
 *
 * What is sent in one macrotask leaves in one write, or in a few if it is large. A link ends once, with its close code.
 */
import type { Socket } from 'node:net';

import type { Clock } from '@acp-stack/rpc';
import type { RawData, WebSocket } from 'ws';

import { compactReceived } from '../../fragments/compact-received.ts';
import { Pongs } from '../../timing/pongs.ts';
import type { HttpLimits } from '../limits/http-limits.ts';
import { textFrame } from './text-frame.ts';

export interface LinkEvents {
  /** A text frame arrived. */
  readonly onText: (text: string) => void;
  /** Some of the waiting data was sent. */
  readonly onDrain: () => void;
  /** The socket is closed; called once. `isNormal`: the client closed it on purpose. */
  readonly onClosed: (isNormal: boolean) => void;
  /** The client did not answer a ping, or did not read. */
  readonly onCut: () => void;
}

export interface LinkOptions {
  readonly limits: Pick<HttpLimits, 'keepAliveInterval' | 'pongTimeout' | 'stallTimeout'>;
  readonly clock: Clock;
}

/** Received bytes that show that the peer is busy sending a large message and cannot answer a ping. */
const busyBytes = 16 * 1024;
/** Bytes that are written before the macrotask is over. */
const fullWrite = 64 * 1024;

export class WebSocketLink {
  readonly #socket: Socket;
  readonly #webSocket: WebSocket;
  readonly #options: LinkOptions;
  #events: LinkEvents | undefined;
  /** Frames for the next write, one character per byte. */
  #frames = '';
  #isOver = false;
  #isPaused = false;
  /** Whether the client sends its messages in binary frames; undefined until its first message. */
  #isBinary: boolean | undefined;
  /** Created with the first ping of the client. */
  #pongs: Pongs | undefined;
  #stopTimer: () => void = () => undefined;

  /** `webSocket` has no `autoPong`: its pings are answered here. */
  constructor(webSocket: WebSocket, socket: Socket, options: LinkOptions) {
    this.#webSocket = webSocket;
    this.#socket = socket;
    this.#options = options;
    // Without a listener a malformed frame would crash the process; `close` follows.
    webSocket.on('error', () => undefined);
    webSocket.on('message', (data: RawData, isBinary: boolean) => {
      // With the default binaryType of ws this is a Buffer.
      const text = this.#textOf(data as Buffer, isBinary);
      if (text !== undefined) this.#events?.onText(text);
    });
    webSocket.on('ping', (data: Buffer) => {
      this.#pongs ??= this.#createPongs();
      this.#pongs.answer(data);
    });
    webSocket.on('close', (code: number) => {
      this.#finish(normalCloseCodes.has(code));
    });
    socket.on('data', () => {
      compactReceived(webSocket);
    });
    socket.on('drain', () => {
      this.#events?.onDrain();
    });
    this.#watch();
  }

  /** From now on, `events` receives the events of this link. */
  listen(events: LinkEvents): void {
    this.#events = events;
    if (this.#isOver) events.onClosed(false);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get unsentBytes(): number {
    return this.#isOver ? 0 : this.#frames.length + this.#webSocket.bufferedAmount;
  }

  send(text: string): void {
    if (this.#isOver) return;
    const frame = textFrame(text);
    if (frame === undefined) {
      this.#flush();
      // With a callback, a failed write does not throw; `close` follows.
      this.#webSocket.send(text, noop);
      return;
    }
    if (this.#frames === '') process.nextTick(this.#flush);
    this.#frames += frame;
    if (this.#frames.length >= fullWrite) this.#flush();
  }

  pause(): void {
    this.#isPaused = true;
    this.#webSocket.pause();
  }

  resume(): void {
    this.#isPaused = false;
    this.#webSocket.resume();
  }

  /** Closes the socket after what was sent. */
  close(code: number, reason: string): void {
    this.#flush();
    this.#webSocket.resume();
    this.#webSocket.close(code, reason);
  }

  /** Drops the socket. */
  terminate(): void {
    this.#webSocket.terminate();
    this.#finish(false);
  }

  /**
   * The text of a frame; undefined if the frame is ignored. Binary frames are ignored (WS-02), except from a client
   * whose first message is in one: all its messages are.
   */
  #textOf(data: Buffer, isBinary: boolean): string | undefined {
    if (isBinary && this.#isBinary === false) return undefined;
    const text = isBinary ? utf8(data) : data.toString();
    if (text === undefined) return undefined;
    if (isBinary && this.#isBinary === undefined && !text.trimStart().startsWith('{')) return undefined;
    this.#isBinary ??= isBinary;
    return text;
  }

  /** Writes the collected frames, if the socket is open; bound, because it is passed as a callback. */
  readonly #flush = (): void => {
    const frames = this.#frames;
    this.#frames = '';
    if (frames !== '' && this.#webSocket.readyState === this.#webSocket.OPEN) this.#socket.write(frames, 'latin1');
  };

  /** Sends pings, and drops the socket if one is not answered in time. */
  #watch(): void {
    const { clock, limits } = this.#options;
    let isAnswered = true;
    let hasReadOne = false;
    this.#webSocket.on('pong', () => {
      isAnswered = true;
    });
    // Nothing more is read from the system while the stream holds more than its high-water mark, so nothing can arrive.
    const hasUnread = (): boolean => this.#socket.readableLength > 0;
    const check = (readBefore: number): void => {
      const read = this.#socket.bytesRead;
      // While reading is paused, the pong is behind unread data; any received data shows that the peer is alive.
      if (isAnswered || (this.#isPaused && read > readBefore)) ask();
      else if (read - readBefore >= busyBytes || (this.#isPaused && (!hasReadOne || hasUnread()))) look();
      else this.#cut();
    };
    const look = (): void => {
      const read = this.#socket.bytesRead;
      hasReadOne = this.#isPaused;
      if (hasReadOne) this.#readOneChunk();
      this.#stopTimer = clock.schedule(limits.pongTimeout, () => {
        check(read);
      });
    };
    const ask = (): void => {
      this.#stopTimer = clock.schedule(limits.keepAliveInterval, () => {
        isAnswered = false;
        this.#webSocket.ping(noop);
        look();
      });
    };
    ask();
  }

  #createPongs(): Pongs {
    const { clock, limits } = this.#options;
    return new Pongs({
      clock,
      timeout: limits.stallTimeout,
      send: (data, onTaken) => {
        this.#webSocket.pong(data, false, onTaken);
      },
      onStalled: () => {
        this.#cut();
      },
    });
  }

  /** Drops the socket of a client that does not read or answer. */
  #cut(): void {
    this.#events?.onCut();
    this.terminate();
  }

  /** Reads one chunk although the link is paused. */
  #readOneChunk(): void {
    this.#socket.once('data', () => {
      if (this.#isPaused) this.#webSocket.pause();
    });
    this.#webSocket.resume();
  }

  #finish(isNormal: boolean): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stopTimer();
    this.#events?.onClosed(isNormal);
  }
}

/** Close codes of a client that is done, or whose page was left; any other end is an accident. */
const normalCloseCodes: ReadonlySet<number> = new Set([1000, 1001]);

const noop = (): void => undefined;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function utf8(bytes: Buffer): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
