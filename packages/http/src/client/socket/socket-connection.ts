/**
 * A connection over one WebSocket after the other.
 *
 * The first socket must open. When a later one drops, and the server can resume, another takes its place: it is asked to go on, and
 * what it has not received is sent again. Otherwise the connection is over.
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

/** Whose connection it is. */
export interface SocketConnectionOwner {
  /** There is a socket that carries messages. */
  onOpen(link: SocketLink): void;
  onText(text: string, link: SocketLink): void;
  /** More can be sent, or less than before. */
  onChange(): void;
  /** Asks for a sign of life with a message. */
  askInBand(): void;
  /** Nothing more comes or goes; `isAccident` when a server that can resume would have made it good. */
  onOver(error: TransportError | undefined, isAccident: boolean): void;
}

type State =
  | { readonly kind: 'new' | 'over' }
  | { readonly kind: 'dialling'; readonly giveUp: () => void }
  /** The server was asked to go on, and has not answered. */
  | { readonly kind: 'resuming'; readonly link: SocketLink; readonly stopTimer: () => void }
  | { readonly kind: 'open'; readonly link: SocketLink }
  /** There is no socket until it is time for the next attempt. */
  | { readonly kind: 'waiting'; readonly stopTimer: () => void };

const fresh: State = { kind: 'new' };
const over: State = { kind: 'over' };

export class SocketConnection implements LinkOwner {
  readonly #dialer: SocketDialer;
  readonly #settings: Settings;
  readonly #owner: SocketConnectionOwner;
  /** There once a socket has dropped. */
  #backoff: Backoff | undefined;
  #state: State = fresh;
  #resumption: SocketResumption | undefined;
  /** Both sides know that the program has nothing more to say: a socket that closes now may do so. */
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

  /** The socket that carries messages, while there is one. */
  get link(): SocketLink | undefined {
    return this.#state.kind === 'open' ? this.#state.link : undefined;
  }

  /** Bytes that a socket has taken and not handed to the network; undefined without a socket. */
  get unsentBytes(): number | undefined {
    return 'link' in this.#state ? this.#state.link.unsentBytes : undefined;
  }

  /** Opens the first socket. */
  begin(): void {
    this.#dial();
  }

  /** From now on a socket that drops is replaced. */
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

  /** Does without a socket until `resume`, because the program does not read what it brings; false where that would lose something. */
  halt(): boolean {
    if (this.#resumption === undefined) return false;
    this.#isHalted = true;
    this.link?.abort();
    return true;
  }

  /** The program has nothing more to say; the server may still have. */
  end(): void {
    this.#isEnding = true;
    const { link } = this;
    if (link === undefined) this.hangUp();
    // It closes the socket when it has said everything.
    else if (this.#resumption !== undefined) this.#resumption.tellEnd(link);
    // What is on its way still arrives; a server that cannot resume cannot say more.
    else link.close();
  }

  /** Takes nothing more from the socket, and closes it. */
  hangUp(): void {
    const state = this.#state;
    this.#state = over;
    if ('stopTimer' in state) state.stopTimer();
    if (state.kind === 'dialling') state.giveUp();
    if (!('link' in state)) return;
    state.link.resume();
    state.link.close();
  }

  // -------------------------------------------------------------------------------------------- what a socket tells

  get clock(): Clock {
    return this.#settings.clock;
  }

  get silence(): number {
    return this.#settings.limits.silence;
  }

  /** Only of a server that can resume it is known that it answers requests of this kind. */
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

  /** What a socket says that was given up is not heard. */
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

  /** What came after the question whether to go on. */
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

  /** There is no socket any more; makes another one, where that helps. */
  #dropped(error: TransportError, isTransient: boolean): void {
    if (this.#resumption === undefined) {
      this.#finish(error, isTransient);
      return;
    }
    // Somebody who has no token just now may have one in a moment; somebody whose token is refused has none.
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
