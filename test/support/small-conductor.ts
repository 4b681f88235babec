/**
 * As little of a conductor as a chain needs, for tests of proxies: it knows which component stands where, and wraps
 * what comes from behind. It does not translate, and speaks the dialect of the specification.
 */
import { isAbortError, Peer, RpcError, type Channel, type Handler, type RequestContext } from '@acp-stack/rpc';

interface Envelope {
  readonly method: string;
  readonly params?: unknown;
}

/** Lets the client, the proxies and the agent at the far ends of `channels` talk to each other, in this order. */
export function conduct(channels: readonly Channel[]): void {
  const peers: Peer[] = [];
  const last = channels.length - 1;
  const route = (index: number, message: Envelope): Envelope & { readonly to: number } => {
    const isOnward = index === 0 || message.method === 'proxy/successor';
    const inner = index !== 0 && isOnward ? (message.params as Envelope) : message;
    if (!isOnward) return { to: index - 1, ...(index === 1 ? inner : { method: 'proxy/successor', params: inner }) };
    const isStart = inner.method === 'initialize' && index + 1 < last;
    return { to: index + 1, method: isStart ? 'proxy/initialize' : inner.method, params: inner.params ?? undefined };
  };
  for (const [index, channel] of channels.entries()) {
    const handlers: Readonly<Record<Handler['kind'], Handler>> = {
      request: {
        kind: 'request',
        run: async (params: unknown, { method, signal }: RequestContext) => {
          const { to, ...message } = route(index, { method, params });
          try {
            return await peers[to]?.request(message.method, message.params, { signal });
          } catch (error) {
            throw isAbortError(error) && (error as Error).cause instanceof RpcError ? (error as Error).cause : error;
          }
        },
      },
      notification: {
        kind: 'notification',
        run: (params: unknown, { method }) => {
          const { to, ...message } = route(index, { method, params });
          void peers[to]?.notify(message.method, message.params);
        },
      },
    };
    peers.push(new Peer(channel, { handlers: (_, kind) => handlers[kind] }));
  }
  void peers[0]?.closed.then(() => Promise.all(peers.map((peer) => peer.close())));
}
