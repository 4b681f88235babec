/**
 * The calls to the client that belong to one turn.
 *
 * They carry the trace of the prompt. When the turn is aborted, each outstanding call is cancelled, and its response is
 * not waited for (CANCEL-11, CANCEL-18).
 */
import { joinSignals, type CallOptions } from '@acp-stack/rpc';

import type { Params, ReceivedResult, RequestFrom } from '../../connection/method-types.ts';
import { propagateTrace, traceOf, type TraceContext } from '../../connection/trace-context.ts';
import type { EditorCalls } from '../editor/editor-calls.ts';

/** The calls of a session. */
interface SessionCalls {
  readonly connection: Pick<EditorCalls, 'supports'>;
  readonly request: EditorCalls['request'];
}

export class TurnCalls implements EditorCalls {
  readonly signal: AbortSignal;
  readonly #session: SessionCalls;
  /** The params of the prompt. */
  readonly #origin: unknown;

  constructor(session: SessionCalls, { origin, signal }: { readonly origin: unknown; readonly signal: AbortSignal }) {
    this.#session = session;
    this.#origin = origin;
    this.signal = signal;
  }

  /** The trace of the prompt. */
  get trace(): TraceContext {
    return traceOf(this.#origin);
  }

  supports(path: string): boolean {
    return this.#session.connection.supports(path);
  }

  request<K extends RequestFrom<'agent'>>(
    method: K,
    params: Params<K>,
    { signal, ...options }: CallOptions = {},
  ): Promise<ReceivedResult<K>> {
    const send = (either: AbortSignal): Promise<ReceivedResult<K>> =>
      this.#session.request(method, this.#traced(params), { ...options, signal: either });
    return signal === undefined ? send(this.signal) : sendUntilEither(send, [this.signal, signal]);
  }

  /** Makes a call that is sent although the turn may have been aborted, such as the release of a terminal. */
  finish<K extends RequestFrom<'agent'>>(
    method: K,
    params: Params<K>,
    options?: CallOptions,
  ): Promise<ReceivedResult<K>> {
    return this.#session.request(method, this.#traced(params), options);
  }

  #traced<P>(params: P): P {
    return propagateTrace(this.#origin, params) as P;
  }
}

async function sendUntilEither<T>(
  send: (signal: AbortSignal) => Promise<T>,
  signals: readonly AbortSignal[],
): Promise<T> {
  const { signal, release } = joinSignals(...signals);
  try {
    return await send(signal);
  } finally {
    release();
  }
}
