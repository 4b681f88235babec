/**
 * How a proxy sends messages of its own: to either side at any time, or on behalf of the message it is handling.
 *
 * Results are checked; a rejection that is never looked at does not end the program.
 */
import { joinSignals, type NotificationContext, type Peer, type RequestContext } from '@acp-stack/rpc';

import { propagateTrace } from '../connection/trace-context.ts';
import { ignoreRejection } from '../shared/ignore-rejection.ts';
import { contentOf, withExtra, withExtraOf } from './extra-fields.ts';
import { checkedResult, type ProxyCallOptions, type ProxySendOptions, type ProxyTarget } from './interceptors.ts';

type Call = (method: string, params: unknown, options: ProxyCallOptions) => Promise<unknown>;

/** Creates a target without types; the callers add them. */
function makeTarget(call: Call, notify: (method: string, params: unknown) => Promise<void>): ProxyTarget<never> {
  return {
    request: (method: string, params?: unknown, { envelopeMeta, ...options }: ProxyCallOptions = {}) => {
      const result = call(method, withExtra(params, { envelopeMeta }), options).then((received) =>
        checkedResult(method, contentOf(received)),
      );
      return ignoreRejection(result) as Promise<never>;
    },
    notify: (method: string, params?: unknown, { envelopeMeta }: ProxySendOptions = {}) =>
      notify(method, withExtra(params, { envelopeMeta })),
  };
}

/** Creates a target that can be used at any time. */
export function target(peer: () => Peer): ProxyTarget<never> {
  return makeTarget(
    (method, params, options) => peer().request(method, params, options),
    (method, params) => peer().notify(method, params),
  );
}

/** Creates a target that sends to the sender of the message that is being handled. */
export function nestedTarget(peer: Peer, context: NotificationContext): ProxyTarget<never> {
  return makeTarget(
    (method, params, options) => context.request(method, params, options),
    (method, params) => peer.notify(method, params),
  );
}

/** Creates a target for the other side, on behalf of a message: with its trace, and cancelled with it. */
export function acrossTarget(
  peer: Peer,
  context: NotificationContext | RequestContext,
  incoming: unknown,
): ProxyTarget<never> {
  return makeTarget(
    async (method, params, options) => {
      const { signal, release } = joinSignals(options.signal, 'signal' in context ? context.signal : undefined);
      try {
        // What a cancelled message has led to is still told to its sender.
        const abandon = options.signal !== undefined;
        const call = { abandon, ...options, signal, orderKey: undefined };
        return await peer.request(method, carryTrace(incoming, params), call);
      } finally {
        release();
      }
    },
    (method, params) => peer.notify(method, params),
  );
}

/** Adds the trace of `incoming` to `outgoing`, whose extra fields stay. */
export const carryTrace = (incoming: unknown, outgoing: unknown): unknown =>
  withExtraOf(outgoing, propagateTrace(contentOf(incoming), contentOf(outgoing)));
