/** A hub with a session of ada, and the principals that it is not for, as clients. */
import type { RequestHead } from '@acp-stack/http/server';
import { memoryJournal, type Journal } from '@acp-stack/journal';
import { memoryPair, Peer, RpcError } from '@acp-stack/rpc';
import { agent } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';

import { hubMethods } from '../access/hub-methods.ts';
import { OidcTokens } from '../access/json-web-tokens.ts';
import { createKey, OidcProvider, sign } from '../access/oidc-provider.test-support.ts';
import { staticToken, TokenTable } from '../access/tokens.ts';
import { openHub, type Hub } from './hub.ts';
import { JournalWork } from './journal-work.test-support.ts';

export const cwd = process.cwd();
const secretText = 'CANARY text of ada';

/** An agent that asks for permission and waits; what it is told stays pending. */
const asking = agent({ name: 'asking', version: '1.0.0' }).onPrompt(async (turn) => {
  await turn.message.append(secretText);
  turn.toolCall({ title: secretText, kind: 'execute', status: 'in_progress' });
  await turn.requestPermission({ title: secretText });
});

export class Client {
  readonly peer: Peer;
  /** Methods of the requests and notifications that came, with their params. */
  readonly seen: { readonly method: string; readonly params: unknown }[] = [];

  private constructor(hub: Hub, principal: string) {
    const [ours, theirs] = memoryPair();
    hub.app.connect(theirs, { principal });
    const note = (method: string, params: unknown): void => void this.seen.push({ method, params });
    this.peer = new Peer(ours, {
      handlers: (method) =>
        method === 'session/update' || method.startsWith('_')
          ? {
              kind: 'notification',
              run: (params: unknown) => {
                note(method, params);
              },
            }
          : {
              kind: 'request',
              // Never answered: the question stays open.
              run: (params: unknown) => {
                note(method, params);
                return new Promise(() => undefined);
              },
            },
    });
  }

  static async connect(hub: Hub, principal: string): Promise<Client> {
    const client = new Client(hub, principal);
    const capabilities = { _meta: { 'acp-stack.dev/hub': {} } };
    await client.ask('initialize', { protocolVersion: 2, info: { name: 'test', version: '1' }, capabilities });
    return client;
  }

  async ask(method: string, params: object): Promise<Readonly<Record<string, unknown>>> {
    return (await this.peer.request(method, params)) as Readonly<Record<string, unknown>>;
  }

  /** The error of a request, or its result. */
  async outcome(method: string, params: object): Promise<unknown> {
    try {
      return { result: await this.ask(method, params) };
    } catch (error) {
      return error instanceof RpcError ? error.toObject() : String(error);
    }
  }
}

/** Everything that is stored but the audit log and the rows of the nodes. */
export async function stored(journal: Journal): Promise<string> {
  const lines: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await journal.list({ limit: 1000, ...(cursor === undefined ? {} : { cursor }) });
    for (const info of page.streams) {
      if (/^(?:audit|node)\//u.test(info.stream)) continue;
      const events: unknown[] = [];
      for await (const entry of journal.read(info.stream, { after: info.first - 1 })) events.push(entry);
      lines.push(JSON.stringify([info, events]));
    }
    cursor = page.next;
  } while (cursor !== undefined);
  return lines.toSorted().join('\n');
}

export interface World {
  readonly hub: Hub;
  /** What the hub does with the journal. */
  readonly work: JournalWork;
  readonly journal: Journal;
  readonly ada: Client;
  /** The session of ada: it works, asks, and has a message that waits. */
  readonly sessionId: string;
  readonly messageId: string;
  readonly invitation: string;
  readonly cursor: string;
  /** A call that runs. */
  readonly toolCallId: string;
  readonly others: ReadonlyMap<string, { readonly client: Client; readonly ownSession: string | undefined }>;
}

/** Methods of the program that runs the hub; the last one asks for the session itself. */
export const furtherMethods = ['_host/observer', '_host/controller', '_host/owner', '_host/account'];

const names = ['ada', 'eve', 'bob', 'root'];
/** Those with tokens of the hub, one with a token of a provider, one with a certificate, and one with an invitation. */
export const foreign = ['eve', 'bob', 'root', 'ivo', 'laptop', 'guest'];

const headOf = (credentials: { readonly bearer?: string; readonly certificate?: object }): RequestHead => ({
  method: 'POST',
  url: '/acp',
  certificate: () => credentials.certificate as ReturnType<RequestHead['certificate']>,
  header: (name) =>
    name === 'authorization' && credentials.bearer !== undefined ? `Bearer ${credentials.bearer}` : undefined,
});

async function waitFor(isThere: () => boolean): Promise<void> {
  while (!isThere()) await settled();
}

/** Opens it; ada's session works, asks and has a message that waits. */
export async function openWorld(): Promise<World> {
  const journal = memoryJournal();
  const work = new JournalWork(journal);
  const key = await createKey('first');
  const provider = await OidcProvider.start(key);
  const oidc = new OidcTokens({ issuer: provider.issuer, audience: 'hub' }, { log: () => undefined });
  const table = new TokenTable(names.map((name) => staticToken(name, `token-${name}`, name === 'root')));
  const hub = await openHub({
    journal: work.journal,
    agents: { asking },
    roots: [cwd],
    credentials: { tokens: () => table, oidc, certificates: { name: 'subject' } },
    quotas: { requestsPerSecond: Infinity },
    methods: Object.fromEntries(
      furtherMethods.map((name, index) => [
        name,
        {
          requires: (['observer', 'controller', 'owner', 'account'] as const)[index] ?? 'operator',
          run: async ({ sessionId }, { session }) => ({
            ...(await session(String(sessionId), 'observer')),
            text: secretText,
          }),
        },
      ]),
    ),
  });
  const ada = await Client.connect(hub, 'ada');
  const { sessionId } = (await ada.ask('session/new', { cwd })) as { sessionId: string };
  const prompt = [{ type: 'text', text: secretText }];
  await ada.ask('session/prompt', { sessionId, prompt });
  await waitFor(() => ada.seen.some(({ method }) => method === 'session/request_permission'));
  const { messageId } = (await ada.ask('session/inject', { sessionId, mode: 'queue', content: prompt })) as {
    messageId: string;
  };
  const invite = async (id: string, by: Client): Promise<{ secret: string; invitation: { id: string } }> =>
    (await by.ask(hubMethods.invite, { sessionId: id, role: 'controller' })) as never;
  const { invitation } = await invite(sessionId, ada);
  const update = ada.seen.findLast(({ method }) => method === 'session/update')?.params as {
    _meta: Record<string, { cursor: string }>;
  };
  const others = new Map<string, { client: Client; ownSession: string | undefined }>();
  const identify = async (credentials: Parameters<typeof headOf>[0]): Promise<string> =>
    (await hub.access.identify(headOf(credentials)))?.name ?? '';
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const bearer = await sign({ iss: provider.issuer, aud: 'hub', sub: 'ivo', exp }, key);
  const certificate = { subject: { CN: 'laptop' }, valid_to: '2090-01-01T00:00:00Z' };
  const identified = [await identify({ bearer }), await identify({ certificate })];
  await provider[Symbol.asyncDispose]();
  for (const name of [...names.slice(1), ...identified]) {
    const client = await Client.connect(hub, name);
    const { sessionId: ownSession } = (await client.ask('session/new', { cwd })) as { sessionId: string };
    others.set(name, { client, ownSession });
  }
  // A guest of the session of bob.
  const bob = others.get('bob');
  const { secret } = await invite(bob?.ownSession ?? '', bob?.client as Client);
  const client = await Client.connect(hub, await identify({ bearer: secret }));
  await client.ask('session/resume', { sessionId: bob?.ownSession, cwd });
  others.set('guest', { client, ownSession: bob?.ownSession });
  const [, toolCallId = ''] = /"toolCallId":"([^"]+)"/u.exec(JSON.stringify(ada.seen)) ?? [];
  return {
    hub,
    work,
    toolCallId,
    journal,
    ada,
    sessionId,
    messageId,
    others,
    invitation: invitation.id,
    cursor: update._meta['acp-stack.dev/hub']?.cursor ?? '',
  };
}
