/** Chains in one process for the tests of proxies: a client, proxies and an agent, in version 1 or 2. */
import { memoryPair } from '@acp-stack/rpc';
import {
  client,
  type Agent,
  type AgentComponent,
  type Client,
  type ClientConnection,
  type ProxyComponent,
  type SessionUpdate,
} from '@acp-stack/sdk';

import { chain, type Chain } from '../chain/chain.ts';

export const info = { name: 'tester', version: '1.0.0' };

/** The versions that each proxy is tested with. */
export const versions = [1, 2] as const;

export type Version = (typeof versions)[number];

/** `agent`, which speaks only one version. */
export const speaking = (version: Version, agent: Agent): AgentComponent & { readonly role: 'agent' } => ({
  name: 'agent',
  role: 'agent',
  start: () => {
    const [ours, theirs] = memoryPair();
    agent.connect(theirs, { versions: [version] as never });
    return ours;
  },
});

/** The proxies and the agent as one agent. */
export const chained = (
  proxies: readonly ProxyComponent[],
  agent: AgentComponent & { readonly role: 'agent' },
): Chain<'agent'> => chain(...proxies, agent);

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
