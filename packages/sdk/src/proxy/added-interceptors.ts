/**
 * Interceptors between the program's own and the agent, for libraries that add something to a proxy.
 *
 * A message of the client meets the program's interceptor first and the added ones in their order; a message of the
 * agent meets them the other way round. Each passes on with `next`, or responds itself.
 */
import type { NotificationFrom, RequestFrom } from '../connection/method-types.ts';
import {
  createInterceptor,
  namesOf,
  type Interceptor,
  type ProxyNext,
  type ProxyNotificationHandler,
  type ProxyRequestHandler,
} from './interceptors.ts';

/** Interceptors that a library adds to a proxy, besides those of the program. */
export interface ProxyInterceptors {
  /** For requests of the client. */
  readonly clientRequests?: { readonly [K in RequestFrom<'client'>]?: ProxyRequestHandler<K> };
  /** For notifications of the client. */
  readonly clientNotifications?: { readonly [K in NotificationFrom<'client'>]?: ProxyNotificationHandler<K> };
  /** For requests of the agent. */
  readonly agentRequests?: { readonly [K in RequestFrom<'agent'>]?: ProxyRequestHandler<K> };
  /** For notifications of the agent. */
  readonly agentNotifications?: { readonly [K in NotificationFrom<'agent'>]?: ProxyNotificationHandler<K> };
}

/** The program's interceptors with those that were added. */
export function withAdded(
  own: ReadonlyMap<string, Interceptor>,
  sets: readonly (Readonly<Record<string, unknown>> | undefined)[],
  from: 'client' | 'agent',
): ReadonlyMap<string, Interceptor> {
  const all = new Map(own);
  for (const set of sets) {
    for (const [method, handler] of Object.entries(set ?? {})) {
      const added = createInterceptor(method, [handler]);
      for (const name of namesOf(method)) {
        const above = all.get(name);
        if (above === undefined) all.set(name, added);
        else all.set(name, from === 'client' ? composed(above, added) : composed(added, above));
      }
    }
  }
  return all;
}

/** Both interceptors as one: what `first` passes on goes to `second`. */
function composed(first: Interceptor, second: Interceptor): Interceptor {
  return {
    ...first,
    run: (params, next, context) => {
      const toSecond: ProxyNext<unknown, unknown> = async (replacement, options) => {
        const given = replacement === undefined ? params : replacement;
        const onward: ProxyNext<unknown, unknown> = (changed, changedOptions) =>
          next(changed === undefined ? given : changed, changedOptions ?? options);
        return second.run(given, onward, context);
      };
      return first.run(params, toSecond, context);
    },
  };
}
