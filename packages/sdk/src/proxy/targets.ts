/**
 * The ways in which a proxy speaks on its own: to either side at any time, or on behalf of what it is handling.
 *
 * What is answered is checked; what the caller never looks at takes nothing down.
 */
import type { NotificationContext, Peer, RequestContext } from '@acp-stack/rpc';

import { contentOf, load, reload } from './extra-fields.ts';
import { checkedResult, type ProxyCallOptions, type ProxySendOptions, type ProxyTarget } from './handlers.ts';
import { propagateTrace } from '../connection/trace-context.ts';

type Call = (method: string, params: unknown, options: ProxyCallOptions) => Promise<unknown>;

/** Any of the typed targets; their types are for those who call. */
function makeTarget(call: Call, notify: (method: string, params: unknown) => Promise<void>): ProxyTarget<never> {
  return {
    request: (method: string, params?: unknown, { envelopeMeta, ...options }: ProxyCallOptions = {}) => {
      const answer = call(method, load(params, { envelopeMeta }), options).then((result) =>
        checkedResult(method, contentOf(result)),
      );
      // A caller that never looks must not take the program down.
      answer.catch(() => undefined);
      return answer as Promise<never>;
    },
    notify: (method: string, params?: unknown, { envelopeMeta }: ProxySendOptions = {}) =>
      notify(method, load(params, { envelopeMeta })),
  };
}

/** At any time. */
export function target(peer: () => Peer): ProxyTarget<never> {
  return makeTarget(
    (method, params, options) => peer().request(method, params, options),
    (method, params) => peer().notify(method, params),
  );
}

/** Towards whoever sent what is being handled. */
export function nestedTarget(peer: Peer, context: NotificationContext): ProxyTarget<never> {
  return makeTarget(
    (method, params, options) => context.request(method, params, options),
    (method, params) => peer.notify(method, params),
  );
}

/** Towards the other side, on behalf of what is being handled: with its trace, and cancelled with it. The answer waits for nobody. */
export function acrossTarget(
  peer: Peer,
  context: NotificationContext | RequestContext,
  incoming: unknown,
): ProxyTarget<never> {
  return makeTarget(
    async (method, params, options) => {
      const controller = new AbortController();
      const stops = [options.signal, 'signal' in context ? context.signal : undefined].map((each) =>
        follow(controller, each),
      );
      const { signal } = controller;
      try {
        return await peer.request(method, carryTrace(incoming, params), { ...options, signal, orderKey: undefined });
      } finally {
        for (const stop of stops) stop();
      }
    },
    (method, params) => peer.notify(method, params),
  );
}

/**
 * Aborts `controller` with `signal`, until the answer is called.
 *
 * Not `AbortSignal.any`: on Node 20 what it makes may be collected while somebody still waits for it.
 */
function follow(controller: AbortController, signal: AbortSignal | undefined): () => void {
  const abort = (): void => {
    controller.abort(signal?.reason);
  };
  if (signal?.aborted === true) abort();
  else signal?.addEventListener('abort', abort);
  return () => {
    signal?.removeEventListener('abort', abort);
  };
}

/** Carries a trace on, whatever else is carried beside it. */
export const carryTrace = (incoming: unknown, outgoing: unknown): unknown =>
  reload(outgoing, propagateTrace(contentOf(incoming), contentOf(outgoing)));
