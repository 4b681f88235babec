/** A hub with the methods of a host, and its users: `ada` and `bob`, and `root`, who runs it. */
import { memoryJournal } from '@acp-stack/journal';
import { memoryPair, Peer } from '@acp-stack/rpc';
import { openHub, staticToken, TokenTable, type FurtherMethods, type Hub, type HubOptions } from '@acp-stack/hub';
import { agent } from '@acp-stack/sdk';

import { hostMethods, type HostMethod, type HostParams, type HostResults } from '@acp-stack/web';

import type { HostOptions } from './host.ts';

const tokens = new TokenTable(['ada', 'bob', 'root'].map((name) => staticToken(name, name, name === 'root')));

/** For tests without logins. */
export const noLogins: HostOptions['logins'] = {
  hub: () => {
    throw new Error('There is no hub.');
  },
  serverOf: () => undefined,
  hidden: [],
};

/** Any params, also wrong ones. */
type AnyParams = Readonly<Record<string, unknown>>;

export interface HostClient extends AsyncDisposable {
  readonly methods: readonly string[];
  /** Notifications in their order. */
  readonly seen: { readonly method: string; readonly params: unknown }[];
  /** Opens a session in a folder. */
  readonly open: (cwd: string, additionalDirectories?: readonly string[]) => Promise<string>;
  readonly call: <Name extends HostMethod>(name: Name, params: HostParams[Name]) => Promise<HostResults[Name]>;
  /** A call with params that the types do not allow. */
  readonly tryCall: (name: HostMethod, params: AnyParams) => Promise<unknown>;
  readonly request: (method: string, params: AnyParams) => Promise<never>;
}

export interface HostHub extends AsyncDisposable {
  readonly hub: Hub;
  readonly connect: (principal: string, version?: 1 | 2) => Promise<HostClient>;
}

export async function openHostHub(
  methods: FurtherMethods,
  options: Pick<HubOptions, 'roots'> & Partial<HubOptions>,
): Promise<HostHub> {
  const silent = agent({ name: 'silent', version: '1.0.0' }, { additionalDirectories: true }).onPrompt(() => undefined);
  const hub = await openHub({
    journal: memoryJournal(),
    agents: { silent },
    credentials: { tokens: () => tokens },
    methods,
    ...options,
  });
  return {
    hub,
    connect: (principal, version = 2) => connect(hub, principal, version),
    [Symbol.asyncDispose]: () => hub.close(),
  };
}

async function connect(hub: Hub, principal: string, version: 1 | 2): Promise<HostClient> {
  const [ours, theirs] = memoryPair();
  hub.app.connect(theirs, { principal });
  const seen: HostClient['seen'] = [];
  const peer = new Peer(ours, {
    handlers: (method) => ({
      kind: 'notification',
      run: (params) => void seen.push({ method, params }),
    }),
  });
  const request = async (method: string, params: AnyParams): Promise<never> =>
    (await peer.request(method, params)) as never;
  const response: { capabilities?: object; agentCapabilities?: object } = await request('initialize', {
    protocolVersion: version,
    ...(version === 1 ? { clientCapabilities: {} } : { info: { name: 't', version: '1' }, capabilities: {} }),
  });
  const { _meta: meta } = (response.capabilities ?? response.agentCapabilities) as {
    readonly _meta: Readonly<Record<string, { readonly methods: readonly string[] }>>;
  };
  return {
    methods: meta['acp-stack.dev/hub']?.methods ?? [],
    seen,
    request,
    open: async (cwd, additionalDirectories) => {
      const more = additionalDirectories === undefined ? {} : { additionalDirectories };
      const { sessionId }: { readonly sessionId: string } = await request('session/new', {
        cwd,
        mcpServers: [],
        ...more,
      });
      return sessionId;
    },
    call: (name, params) => request(hostMethods[name], params),
    tryCall: (name, params) => request(hostMethods[name], params),
    [Symbol.asyncDispose]: () => peer.close(),
  };
}
