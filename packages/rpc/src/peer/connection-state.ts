/** The state of a connection: open, closing, closed. It closes once, with a reason. */
import { ConnectionError, failedError } from '../message/errors.ts';

/** How a connection ended. */
export interface CloseReason {
  /** Which side ended it. */
  readonly by: 'us' | 'them';
  /** Undefined if it ended normally. */
  readonly error: Error | undefined;
}

type State = { readonly kind: 'open' | 'closing' } | { readonly kind: 'closed'; readonly reason: CloseReason };

const open: State = { kind: 'open' };
const closing: State = { kind: 'closing' };

export class ConnectionState {
  #state: State = open;
  /** Made when it is first read. */
  #closed: Promise<CloseReason> | undefined;
  #settleClosed: ((reason: CloseReason) => void) | undefined;

  /** Resolves once, when the connection has ended. */
  get closed(): Promise<CloseReason> {
    this.#closed ??= new Promise((resolve) => {
      if (this.#state.kind === 'closed') resolve(this.#state.reason);
      else this.#settleClosed = resolve;
    });
    return this.#closed;
  }

  get kind(): State['kind'] {
    return this.#state.kind;
  }

  /** Why nothing can be sent any more; undefined while something can. */
  ended(): ConnectionError | undefined {
    return this.#state.kind === 'closed' ? closedError(this.#state.reason) : undefined;
  }

  /** Why no call can be made any more; undefined while one can. */
  closing(): ConnectionError | undefined {
    if (this.#state.kind === 'closing') return new ConnectionError('closed', 'The connection is closing.');
    return this.ended();
  }

  /** No call can be made from now on. */
  beginClosing(): void {
    if (this.#state.kind === 'open') this.#state = closing;
  }

  /** The connection has ended; `closed` resolves. */
  close(reason: CloseReason): void {
    this.#state = { kind: 'closed', reason };
    this.#settleClosed?.(reason);
  }
}

/** The error of a call that cannot be made because the connection ended for `reason`. */
export function closedError({ by, error }: CloseReason): ConnectionError {
  if (error !== undefined) return failedError(error);
  const words = by === 'them' ? 'The other side ended the connection.' : 'The connection is closed.';
  return new ConnectionError('closed', words);
}
