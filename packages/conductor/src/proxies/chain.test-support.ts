/** Chains in one process for the tests of proxies: a client, proxies and an agent, in version 1 or 2. */
import {
  isAbortError,
  memoryPair,
  Peer,
  RpcError,
  type Channel,
  type Handler,
  type RequestContext,
} from '@acp-stack/rpc';
import {
  client,
  type Agent,
  type AgentComponent,
  type Client,
  type ClientConnection,
  type ProxyComponent,
  type SessionUpdate,
} from '@acp-stack/sdk';

export const info = { name: 'tester', version: '1.0.0' };

/** The versions that each proxy is tested with. */
export const versions = [1, 2] as const;

export type Version = (typeof versions)[number];

/** `agent`, which speaks only one version. */
export const speaking = (version: Version, agent: Agent): AgentComponent => ({
  name: 'agent',
  role: 'agent',
  start: () => {
    const [ours, theirs] = memoryPair();
    agent.connect(theirs, { versions: [version] as never });
    return ours;
  },
});

interface Envelope {
  readonly method: string;
  readonly params?: unknown;
}

/** As little of a conductor as a chain of one version needs. */
function conduct(channels: readonly Channel[]): void {
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

/** The proxies and the agent as one agent. */
export const chained = (proxies: readonly ProxyComponent[], agent: AgentComponent): AgentComponent => ({
  name: 'chain',
  role: 'agent',
  start: () => {
    const [ours, theirs] = memoryPair();
    conduct([theirs, ...proxies.map((each) => each.start()), agent.start()]);
    return ours;
  },
});

export interface Connected extends AsyncDisposable {
  readonly connection: ClientConnection;
  /** All updates that the client has got. */
  readonly updates: SessionUpdate[];
  /** The text of the updates of a kind. */
  readonly textOf: (kind: SessionUpdate['sessionUpdate']) => string;
}

/** A client of the version at the front of the chain. */
export async function connected(
  version: Version,
  component: AgentComponent,
  app: Client = client(info),
): Promise<Connected> {
  const updates: SessionUpdate[] = [];
  app.onUpdate((update) => void updates.push(update));
  const connection = await app.connect(component, { versions: [version] as never, onReport: () => undefined });
  return {
    connection,
    updates,
    textOf: (kind) =>
      updates
        .filter(({ sessionUpdate }) => sessionUpdate === kind)
        .map((update) => ('content' in update ? textIn(update.content) : ''))
        .join(''),
    [Symbol.asyncDispose]: () => connection.close(),
  };
}

function textIn(content: unknown): string {
  if (Array.isArray(content)) return content.map(textIn).join('');
  const { text, content: inner } = Object(content) as { readonly text?: unknown; readonly content?: unknown };
  return typeof text === 'string' ? text : inner === undefined ? '' : textIn(inner);
}
