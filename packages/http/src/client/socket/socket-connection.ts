/**
 * A connection over a sequence of WebSockets.
 *
 * The first socket must open. When a socket drops and the server can resume, a new one takes its place, and both sides
 * send again what the other has not received. Otherwise the connection ends.
 */
import type { Clock } from '@acp-stack/rpc';

import { Backoff } from '../../timing/backoff.ts';
import type { Settings } from '../connect/connect-options.ts';
import { cleanCodes, closeError, historyLostError, transientCodes, socketName } from './socket-close.ts';
import type { SocketDialer } from './socket-dialer.ts';
import { SocketLink, type LinkOwner } from './socket-link.ts';
import type { SocketResumption } from './socket-resumption.ts';
import type { SocketClose } from './socket.ts';
import type { TransportError } from '../connect/transport-error.ts';

/** The owner of a connection, whose methods are called with its events. */
export interface SocketConnectionOwner {
  /** A socket is ready for messages. */
  onOpen(link: SocketLink): void;
  onText(text: string, link: SocketLink): void;
  /** The amount of unsent data has changed. */
  onChange(): void;
  /** Sends a message that the server has to respond to, to find out whether it is alive. */
  askInBand(): void;
  /** The connection has ended; `isAccident` if a server that can resume would have resumed it. */
  onOver(error: TransportError | undefined, isAccident: boolean): void;
}

type State =
  | { readonly kind: 'new' | 'over' }
  | { readonly kind: 'dialling'; readonly giveUp: () => void }
  /** The server was asked to resume, and has not responded. */
  | { readonly kind: 'resuming'; readonly link: SocketLink; readonly stopTimer: () => void }
  | { readonly kind: 'open'; readonly link: SocketLink }
  /** No socket is open until the next attempt. */
  | { readonly kind: 'waiting'; readonly stopTimer: () => void };

const fresh: State = { kind: 'new' };
const over: State = { kind: 'over' };

export class SocketConnection implements LinkOwner {
  readonly #dialer: SocketDialer;
  readonly #settings: Settings;
  readonly #owner: SocketConnectionOwner;
  /** Created with the first drop. */
  #backoff: Backoff | undefined;
  #state: State = fresh;
  #resumption: SocketResumption | undefined;
  /** The program has ended its side, and the server knows: a close is expected. */
  #isEnding = false;
  #isPaused = false;
  #isHalted = false;

  constructor(dialer: SocketDialer, settings: Settings, owner: SocketConnectionOwner) {
    this.#dialer = dialer;
    this.#settings = settings;
    this.#owner = owner;
  }

  get isNew(): boolean {
    return this.#state.kind === 'new';
  }

  get isOver(): boolean {
    return this.#state.kind === 'over';
  }

  /** The socket that carries messages, if one is open. */
  get link(): SocketLink | undefined {
    return this.#state.kind === 'open' ? this.#state.link : undefined;
  }

  /** Bytes that the socket has not sent to the network; undefined without a socket. */
  get unsentBytes(): number | undefined {
    return 'link' in this.#state ? this.#state.link.unsentBytes : undefined;
  }

  /** Opens the first socket. */
  begin(): void {
    this.#dial();
  }

  /** From now on, a dropped socket is replaced. */
  resumeWith(resumption: SocketResumption): void {
    this.#resumption = resumption;
  }

  pause(): void {
    this.#isPaused = true;
    this.link?.pause();
  }

  resume(): void {
    this.#isPaused = false;
    this.link?.resume();
    if (!this.#isHalted) return;
    this.#isHalted = false;
    if (this.#state.kind === 'waiting') this.#dial();
  }

  /**
   * Drops the socket until `resume`, because the paused program would let received data pile up; returns false if
   * messages would be lost.
   */
  halt(): boolean {
    if (this.#resumption === undefined) return false;
    this.#isHalted = true;
    this.link?.abort();
    return true;
  }

  /** The program has ended its side; the server may still send. */
  end(): void {
    this.#isEnding = true;
    const { link } = this;
    if (link === undefined) this.hangUp();
    // The server closes the socket when it has ended its side too.
    else if (this.#resumption !== undefined) this.#resumption.sendEnd(link);
    // Messages in flight still arrive; without resumption a close ends both directions.
    else link.close();
  }

  /** Closes the socket and ignores it from now on. */
  hangUp(): void {
    const state = this.#state;
    this.#state = over;
    if ('stopTimer' in state) state.stopTimer();
    if (state.kind === 'dialling') state.giveUp();
    if (!('link' in state)) return;
    state.link.hangUp();
  }

  // ---------------------------------------- events of a socket

  get clock(): Clock {
    return this.#settings.clock;
  }

  get silence(): number {
    return this.#settings.limits.silence;
  }

  /** Only servers that can resume are known to respond to such a request. */
  get canAskInBand(): boolean {
    return this.#resumption !== undefined;
  }

  askInBand(): void {
    this.#owner.askInBand();
  }

  opened(link: SocketLink): void {
    if (this.#resumption === undefined) {
      this.#use(link);
      return;
    }
    const stopTimer = this.clock.schedule(this.#settings.limits.answerTimeout, () => {
      link.abort();
    });
    this.#state = { kind: 'resuming', link, stopTimer };
    this.#resumption.ask(link);
  }

  arrived(link: SocketLink, text: string): void {
    if (!this.#isCurrent(link)) return;
    if (this.#state.kind === 'resuming') this.#answered(link, text, this.#state.stopTimer);
    else this.#owner.onText(text, link);
  }

  drained(): void {
    this.#owner.onChange();
  }

  failed(error: TransportError): void {
    this.#dropped(error, true);
  }

  closed(link: SocketLink, close: SocketClose): void {
    if (!this.#isCurrent(link)) return;
    const state = this.#state;
    if (state.kind === 'resuming') state.stopTimer();
    const canSayMore = this.#resumption?.isOver === false;
    const isExpected = this.#isEnding && !canSayMore;
    if (state.kind === 'open' && (isExpected || cleanCodes.has(close.code))) this.#finish(undefined);
    else this.#failed(close);
  }

  /** Whether `link` is in use; events of other sockets are ignored. */
  #isCurrent(link: SocketLink): boolean {
    return 'link' in this.#state && this.#state.link === link;
  }

  #dial(): void {
    this.#state = { kind: 'dialling', giveUp: this.#dialer.dial(new SocketLink(this)) };
  }

  #use(link: SocketLink): void {
    this.#state = { kind: 'open', link };
    if (this.#isPaused) link.pause();
    this.#owner.onOpen(link);
  }

  /** Handles the response to the resume request. */
  #answered(link: SocketLink, text: string, stopTimer: () => void): void {
    const outcome = this.#resumption?.answered(text, link);
    if (outcome === undefined) return;
    stopTimer();
    if (outcome === 'history-lost') {
      link.close();
      this.#finish(historyLostError());
      return;
    }
    this.#backoff?.reset();
    this.#settings.report({ kind: 'resumed', name: socketName });
    this.#use(link);
    this.#resumption?.repeatEnd(link);
  }

  #failed(close: SocketClose): void {
    const error = closeError(close, socketName);
    this.#dropped(error, transientCodes.has(close.code) && error.code !== 'limit');
  }

  /** The socket is gone; connects again if that makes sense. */
  #dropped(error: TransportError, isTransient: boolean): void {
    if (this.#resumption === undefined) {
      this.#finish(error, isTransient);
      return;
    }
    // A missing token may be available later; a refused one is final.
    const isRefused = error.code === 'unauthorized' && error.status !== undefined;
    if (!isTransient || isRefused) this.#finish(error);
    else if (this.#isHalted) this.#wait(() => undefined);
    else this.#dialLater(error);
  }

  #dialLater(error: TransportError): void {
    this.#backoff ??= new Backoff(this.#settings);
    const delay = this.#backoff.next();
    if (delay === undefined) {
      this.#finish(error);
      return;
    }
    const stopTimer = this.clock.schedule(delay, () => {
      this.#dial();
    });
    this.#wait(stopTimer);
    this.#settings.report({ kind: 'dropped', name: socketName, error, delay });
  }

  #wait(stopTimer: () => void): void {
    this.#state = { kind: 'waiting', stopTimer };
    this.#owner.onChange();
  }

  #finish(error: TransportError | undefined, isAccident = false): void {
    this.#state = over;
    this.#owner.onOver(error, isAccident);
  }
}
