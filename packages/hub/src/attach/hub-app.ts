/**
 * The hub as clients see it: an agent whose sessions belong to the hub, for any number of clients at once.
 *
 * Each connection has a `HubClient`. The SDK speaks the protocol: it negotiates the version, translates for clients of
 * version 1, and checks what is sent and received. Every request counts against the quotas of its principal, and what
 * principals do is noted in the audit log.
 */
import { randomUUID } from 'node:crypto';

import type { App } from '@acp-stack/http/server';
import { describeError } from '@acp-stack/rpc';
import type { Implementation, InjectCapabilities } from '@acp-stack/schema/v2/unstable';
import { agent, type Agent, type Connection, type RequestFrom } from '@acp-stack/sdk';

import { hubMethods } from '../access/hub-methods.ts';
import type { Principal } from '../access/principal.ts';
import { isRole, requirements, requireStanding } from '../access/roles.ts';
import { callableMethods, furtherParams, namedSession, type FurtherMethods } from '../methods/further-methods.ts';
import { membersMethod } from '../store/records.ts';
import { parserOf, type HubCommand, type HubMethodParams } from './extension-methods.ts';
import { FollowedSessions } from './followed-session.ts';
import { guard, type GuardedRequest } from './guarded-requests.ts';
import { HubClient, type SessionRequest } from './hub-client.ts';
import { hubKey, lostKey } from './hub-meta.ts';
import type { HubParts } from './hub-parts.ts';
import { listSessions } from './session-list.ts';

/** The hub as a program that is served. */
export interface HubApp extends App {
  /** How many clients are connected. */
  readonly clients: number;
  /** How many sessions have clients of this node that are attached. */
  readonly sessions: number;
  /** Ends the connections of a principal, because it may not use the hub any more. */
  disconnect(principal: string): void;
  /** Takes no more connections and ends those that there are; running requests have `grace` milliseconds. */
  close(options?: { readonly grace?: number }): Promise<void>;
}

/** Requests that the owner of the session works off; the session has to be open on the connection. */
const ofOpenSessions = [
  'session/prompt',
  'session/inject',
  'session/revoke_inject',
  'session/replace_inject',
  'session/set_config_option',
  'tool_call/cancel',
  'terminal/cancel',
] as const satisfies readonly RequestFrom<'client'>[];

/** The same, without the session being open. */
const ofAnySession = [
  'session/set_title',
  'session/archive',
  'session/unarchive',
] as const satisfies readonly RequestFrom<'client'>[];

const commands: readonly HubCommand[] = [
  'invite',
  'invitations',
  'revokeInvitation',
  'acceptInvitation',
  'search',
  'sessions',
  'status',
  'drain',
  'stopSession',
  'audit',
];

/** The hub itself keeps messages until the agent is idle. */
const queueOnly: InjectCapabilities = { modes: ['queue'], pending: { replace: true } };

/** What all clients of a node share. */
interface Clients {
  readonly of: (connection: Connection<'agent'>) => HubClient;
  readonly followed: FollowedSessions;
  readonly offers: ReturnType<NonNullable<HubParts['offers']>>;
  /** The extension methods that they are told of. */
  readonly methods: readonly string[];
}

/** Makes the program that serves the clients of a hub. */
export function hubApp(parts: HubParts, info: Implementation): HubApp {
  const followed = new FollowedSessions(parts);
  const clients = new Map<Connection<'agent'>, HubClient>();
  const clientOf = (connection: Connection<'agent'>): HubClient => {
    const client = clients.get(connection);
    if (client === undefined) throw new Error('The connection has ended.');
    return client;
  };
  let isClosed = false;
  let offered = '';
  /** By the methods that its clients may call: as many as there are kinds of principals. */
  const agents = new Map<string, Agent>();
  /** The agent with what a principal is offered now: agents that have run may have made it more. */
  const hub = (principal: Principal): Agent => {
    const offers = parts.offers?.() ?? {};
    const text = JSON.stringify(offers);
    if (text !== offered) agents.clear();
    offered = text;
    const methods = callableMethods(principal, parts.furtherMethods ?? {});
    const key = methods.join(' ');
    const known = agents.get(key) ?? hubAgent(parts, info, { of: clientOf, followed, offers, methods });
    agents.set(key, known);
    return known;
  };
  return {
    get clients() {
      return clients.size;
    },
    get sessions() {
      return followed.size;
    },
    connect(channel, { principal: name } = {}) {
      const principal = parts.principalOf(name);
      const { raw, closed } = hub(principal).connect(parts.observer?.client(channel) ?? channel, {
        clock: parts.clock,
        // What clients send wrongly is theirs; only failures of the hub are logged, and never what a client has sent.
        onReport: (report) => {
          if (report.kind === 'handler-failed') parts.log(`${report.method} failed: ${describeError(report.error)}`);
        },
        ...(name === undefined ? {} : { principal: name }),
      });
      const client = new HubClient(raw, { id: randomUUID(), parts, principal, followed });
      clients.set(raw, client);
      if (isClosed) raw.destroy(new Error('The hub is closed.'));
      parts.audit.note(principal.name, 'connect');
      void closed.then(() => {
        clients.delete(raw);
        client.disconnect();
      });
      return { closed };
    },
    disconnect(principal) {
      for (const [connection, client] of clients)
        if (client.principal.name === principal) connection.destroy(new Error('The access of the client was revoked.'));
    },
    async close(options = {}) {
      isClosed = true;
      await Promise.all([...clients.keys()].map((connection) => connection.close(options)));
    },
  };
}

/** The handlers of everything that clients may ask for. */
function hubAgent(parts: HubParts, info: Implementation, { of, followed, offers, methods }: Clients): Agent {
  const { mcp = ['http', 'stdio'], inject = queueOnly } = offers;
  const hub = agent(info, {
    // What the agent of a session does not take is refused by its owner.
    accepts: ['image', 'audio', 'embeddedContext'],
    mcp,
    inject,
    additionalDirectories: true,
    capabilitiesMeta: { [hubKey]: { methods }, [lostKey]: {} },
  });
  const { request, notification } = guard(parts, of);

  hub.on(
    'session/new',
    request('session/new', (client, params, context) => client.create(params, context)),
  );
  hub.on(
    'session/resume',
    request('session/resume', (client, params, context) => client.resume(params, context)),
  );
  hub.on(
    'session/fork',
    request('session/fork', (client, params, context) => client.fork(params, context)),
  );
  hub.on(
    'session/list',
    request('session/list', ({ principal, features }, params) => {
      requireStanding(principal, 'session/list');
      return listSessions(parts, params, { principal, isHubAware: features.isHubAware });
    }),
  );
  hub.on(
    'session/close',
    request('session/close', async (client, { sessionId }) => {
      await client.close(sessionId);
      return {};
    }),
  );
  hub.on(
    'session/status',
    request('session/status', (client, { sessionId }) => client.status(sessionId)),
  );
  hub.on(
    'session/delete',
    request('session/delete', async (client, { sessionId }) => {
      await client.summaryOf(sessionId, 'session/delete');
      await parts.deleteSession(client.principal, sessionId);
      await followed.deleted(sessionId);
      return {};
    }),
  );
  hub.onNotification(
    'session/cancel',
    notification('session/cancel', (client, params) => client.tell('session/cancel', params)),
  );
  for (const method of ofOpenSessions) {
    // Params and results have the form of the method, whatever it is: the owner of the session knows them.
    hub.on(method, request(method, (client, params, context) => client.ask(method, params, context) as never) as never);
  }
  for (const method of ofAnySession) {
    hub.on(
      method,
      request(method, (client, params, context) => client.askAny(method, params, context) as never) as never,
    );
  }
  serveHubMethods(hub, parts, request);
  serveFurtherMethods(hub, parts.furtherMethods ?? {}, request);
  return hub;
}

/** The methods that only a hub has. */
function serveHubMethods(hub: Agent, parts: HubParts, request: GuardedRequest): void {
  hub.on(
    hubMethods.members,
    parserOf('members'),
    request(hubMethods.members, async (client, { sessionId }: HubMethodParams['members']) => {
      const { owner, members } = await client.summaryOf(sessionId, hubMethods.members);
      return { owner, members };
    }),
  );
  hub.on(
    hubMethods.setMember,
    parserOf('setMember'),
    request(hubMethods.setMember, (client, params: HubMethodParams['setMember'], context) =>
      client.askAny(membersMethod, params, context),
    ),
  );
  hub.on(
    hubMethods.removeMember,
    parserOf('removeMember'),
    request(hubMethods.removeMember, (client, params: HubMethodParams['removeMember'], context) =>
      client.askAny(membersMethod, { ...params, role: null } as SessionRequest, context),
    ),
  );
  for (const name of commands) {
    const method = hubMethods[name];
    const command = parts.commands[name] as (principal: Principal, params: object, signal: AbortSignal) => object;
    hub.on(
      method,
      parserOf(name),
      request(method, async (client, params: HubMethodParams[typeof name], { signal }) => {
        const { sessionId } = params as Partial<SessionRequest>;
        if (sessionId !== undefined && isRole(requirements.get(method))) await client.summaryOf(sessionId, method);
        else requireStanding(client.principal, method);
        return command(client.principal, params, signal);
      }),
    );
  }
}

/** The methods of the program that runs the hub. */
function serveFurtherMethods(hub: Agent, methods: FurtherMethods, request: GuardedRequest): void {
  for (const [name, { requires, run }] of Object.entries(methods)) {
    const method = name as keyof FurtherMethods;
    hub.on(
      method,
      furtherParams(method),
      request(method, async (client, params: Readonly<Record<string, unknown>>, context) => {
        if (isRole(requires)) await client.summaryOf(namedSession(method, params), method, requires);
        else requireStanding(client.principal, method, requires);
        return (await run(params, client.methodContext(method, context))) ?? {};
      }),
    );
  }
}
