/**
 * A hub: sessions that outlive clients, agents and the hub itself, used by many clients at once.
 *
 * This module only connects the parts. A request of a client goes through `attach` into the inbox of its session
 * (`store`); the node that owns the session (`nodes`) works it off (`session`) with an agent (`agents`) and writes the
 * log, which all clients follow (`feed`).
 */
import { packageVersion } from '@acp-stack/schema/package-version';
import { systemClock } from '@acp-stack/rpc';
import type { InjectCapabilities } from '@acp-stack/schema/v2/unstable';
import type { AgentComponent } from '@acp-stack/sdk';

import { AuditLog } from '../access/audit-log.ts';
import { Authenticator } from '../access/authenticator.ts';
import { Invitations } from '../access/invitations.ts';
import { hubName, type Principal } from '../access/principal.ts';
import { Quotas } from '../access/quotas.ts';
import { includesRole } from '../access/roles.ts';
import { setupPolicy } from '../access/setup-policy.ts';
import { Tickets } from '../access/tickets.ts';
import { agentPool, type AgentPoolOptions } from '../agents/agent-pool.ts';
import type { AgentSource } from '../agents/agent-source.ts';
import type { AgentDescription, AgentUser, LoginPool } from '../agents/agent-session.ts';
import { SteeredAgents } from '../agents/steered-agents.ts';
import { hubApp, type HubApp } from '../attach/hub-app.ts';
import { FeedTable } from '../feed/feed-table.ts';
import { SessionHistory } from '../history/session-history.ts';
import { checkFurtherMethods } from '../methods/further-methods.ts';
import { NodeMembership } from '../nodes/membership.ts';
import { NodeDirectory } from '../nodes/node-directory.ts';
import { HubCounters } from '../observe/counters.ts';
import { hubLog, silentLog } from '../observe/hub-log.ts';
import { startHousekeeping } from '../retention/housekeeping.ts';
import type { ServedHub } from '../serve/serve-hub.ts';
import type { SessionHost } from '../session/session-host.ts';
import { takeSession } from '../session/take-session.ts';
import { HubStore } from '../store/hub-store.ts';
import { membersMethod, type Role } from '../store/records.ts';
import { askSession } from './ask-session.ts';
import { hubCommands, type HubStatus } from './hub-commands.ts';
import type { HubOptions } from './hub-options.ts';
import { NewSessions } from './new-sessions.ts';
import { SessionSearch } from './session-search.ts';

/** A running hub. */
export interface Hub extends ServedHub, AsyncDisposable {
  /** The name of this node. */
  readonly node: string;
  /** Serves clients: for `serveHub`, or any channel with `app.connect(channel, { principal })`. */
  readonly app: HubApp;
  /** Whether the hub takes new sessions: it reaches its store, and is not stopping. */
  readonly isAccepting: boolean;
  /** What the hub is doing. */
  status(): HubStatus;
  /** Takes no more sessions, and hands over those that it has when their work ends, at the latest after `timeout`. */
  drain(options?: { readonly timeout?: number }): Promise<void>;
  /**
   * What an agent says of itself; it is started for that if it does not run. Agents are not shared between principals,
   * so one of them is named.
   */
  describeAgent(name: string, user: AgentUser): Promise<AgentDescription>;
  /** Adds an agent, which sessions may use from now on; one with the same name is replaced. */
  addAgent(name: string, agent: AgentComponent | AgentSource): void;
  /** Logs an agent in; the sessions on this node that could not go on without it try again. */
  login(name: string, methodId: string, user: AgentUser): Promise<void>;
  /** An agent was logged in outside of the hub, for example in a terminal; its sessions try again. */
  loggedIn(name: string, user: AgentUser): Promise<void>;
  /** Hands over all sessions, ends the agents and all connections. */
  close(): Promise<void>;
}

/** How long running work may take to end when a hub is stopped, in milliseconds. */
const defaultDrain = 30_000;

/** How long requests of clients may take to end when a hub is closed, in milliseconds. */
const closeGrace = 1000;

/** How often a hub that is alone looks at the inboxes of its sessions without being told, in milliseconds. */
const alonePoll = 60_000;

/** Opens a hub; resolves when it has joined the other nodes of its journal. */
export async function openHub(options: HubOptions): Promise<Hub> {
  const { journal, clock = systemClock, methods = {} } = options;
  checkFurtherMethods(methods);
  const log = (line: string): void => {
    logger.write('warn', 'problem', { message: line });
  };
  const counters = new HubCounters();
  const store = new HubStore(journal, counters);
  const generation = options.loss === undefined ? await store.generation() : await store.renewGeneration();
  const membership = new NodeMembership({
    journal,
    clock,
    log,
    ...(options.name === undefined ? {} : { name: options.name }),
    ...(options.isAlone === undefined ? {} : { isAlone: options.isAlone }),
  });
  const logger = options.log === undefined ? silentLog : hubLog({ node: membership.name, ...options.log });
  if (options.loss !== undefined) logger.write('error', 'events-lost', { message: options.loss.message });
  const quotas = new Quotas({
    store,
    clock,
    ...(options.quotas === undefined ? {} : { limits: options.quotas }),
    ...(options.quotasOf === undefined ? {} : { limitsOf: options.quotasOf }),
  });
  const pool = poolOf(options, {
    clock,
    log,
    checkStart: (principal, running) => {
      quotas.startProcess(principal, running);
    },
  });
  const steered = new SteeredAgents(pool);
  const agents = steered.pool;
  const feeds = new FeedTable({ store, clock, counters, log });
  const history = new SessionHistory(store, { log });
  const audit = new AuditLog({ journal, counters, clock, log });
  const host: SessionHost = {
    node: membership.name,
    store,
    agents,
    clock,
    counters,
    feeds,
    log,
    snapshotOf: history.snapshot,
    onCommitted: history.committed,
    onEnd: (sessionId, isNeeded) => {
      history.forget(sessionId);
      directory.ended(sessionId, isNeeded);
    },
  };
  const sessionOptions = options.sleepAfter === undefined ? {} : { sleepAfter: options.sleepAfter };
  const directory = new NodeDirectory({
    // Alone, every item of an inbox comes from this node, and its owner is told.
    ...(options.isAlone === true ? { pollEvery: alonePoll } : {}),
    store,
    membership,
    clock,
    counters,
    log,
    take: (sessionId) => takeSession(host, sessionId, sessionOptions),
  });
  const invitations = new Invitations({
    journal,
    hasSession: async (sessionId) => (await store.get(sessionId)) !== undefined,
    addMember: raiseMember,
    removeMember: (sessionId, name) => setMember(sessionId, name, null),
  });
  const tickets = new Tickets(journal);
  const authenticator = new Authenticator({
    invitations,
    counters,
    tickets,
    ...options.credentials,
  });
  const policy = setupPolicy({
    ...options,
    get agents() {
      return agents.names;
    },
  });

  async function setMember(sessionId: string, name: string, role: Role | null): Promise<void> {
    await askSession({ store, feeds, directory, clock }, sessionId, {
      method: membersMethod,
      params: { principal: name, role },
      principal: hubName,
    });
  }

  /** A member keeps a role that includes the new one. */
  async function raiseMember(sessionId: string, name: string, role: Role): Promise<void> {
    const { members = {} } = (await store.get(sessionId)) ?? {};
    const own = Object.hasOwn(members, name) ? members[name] : undefined;
    if (own === undefined || !includesRole(own, role)) await setMember(sessionId, name, role);
  }

  async function deleteSession(sessionId: string): Promise<void> {
    const summary = await store.get(sessionId);
    if (summary === undefined) return;
    await directory.stop(sessionId, 'delete');
    // An owner on another node is refused from now on.
    await store.fence(sessionId);
    await store.delete(sessionId);
    await invitations.deleteOf(sessionId);
    quotas.changed(summary.owner);
  }

  const newSessions = new NewSessions({ host, directory, policy, quotas, history, options: sessionOptions });
  const status = (): HubStatus => ({
    node: directory.node,
    isAccepting: directory.isAccepting,
    taken: directory.taken,
    liveSessions: directory.live.length,
    busySessions: directory.live.filter(({ isBusy }) => isBusy).length,
    agents: agents.count(),
    clients: app.clients,
    attachments: quotas.attachments,
  });
  const drain = ({ timeout = defaultDrain }: { readonly timeout?: number } = {}): Promise<void> =>
    directory.drain({ timeout });
  const app = hubApp(
    {
      generation,
      store,
      feeds,
      directory,
      history,
      quotas,
      audit,
      counters,
      clock,
      log,
      ...(options.observer === undefined ? {} : { observer: options.observer }),
      principalOf: (name) => knownPrincipal(authenticator, name),
      snapshotOf: history.snapshot,
      folders: policy,
      offers: () => ({ mcp: offeredServers(options), inject: injectCapabilities(steered.steerInStream) }),
      createSession: newSessions.create,
      forkSession: newSessions.fork,
      deleteSession: (_, sessionId) => deleteSession(sessionId),
      furtherMethods: methods,
      commands: hubCommands({
        store,
        invitations,
        audit,
        search: new SessionSearch({ store, history }),
        status,
        drain: (timeout) => void drain(timeout === undefined ? {} : { timeout }),
        stopSession: (sessionId) => directory.stop(sessionId, 'hand-over'),
      }),
    },
    { name: 'acp-hub', version: options.version ?? packageVersion },
  );
  await directory.start();
  const housekeeping = startHousekeeping({
    journal,
    store,
    invitations,
    tickets,
    audit,
    clock,
    retention: options.retention ?? {},
    log: (message) => {
      logger.write('info', 'housekeeping', { message });
    },
  });

  const tryAgain = (agent: string, { principal }: AgentUser): void => {
    for (const session of directory.live) session.agentLoggedIn(agent, principal);
  };
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    housekeeping[Symbol.dispose]();
    const failure = await directory.close().then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    await app.close({ grace: closeGrace });
    await agents.close();
    // Without the store there is nothing to wait for.
    if (failure === undefined) {
      await history.settled();
      await audit.flush();
    }
    feeds[Symbol.dispose]();
    if (failure !== undefined) throw failure.error;
  };
  return {
    node: directory.node,
    app,
    counters,
    quotas,
    clock,
    status,
    drain,
    describeAgent: (name, user) => pool.describe(name, user),
    addAgent: (name, agent) => {
      pool.add(name, sourceOf(agent));
    },
    login: async (name, methodId, user) => {
      await pool.login(name, methodId, user);
      tryAgain(name, user);
    },
    loggedIn: async (name, user) => {
      await pool.loggedIn(name, user);
      tryAgain(name, user);
    },
    log: logger,
    gauges: status,
    access: authenticator,
    isDraining: () => membership.isDraining,
    get isAccepting() {
      return directory.isAccepting;
    },
    ping: async () => {
      await store.generation();
      if (!membership.isWriting) throw new Error('The store cannot be written.');
    },
    close: () => (closing ??= close()),
    [Symbol.asyncDispose]: () => (closing ??= close()),
  };
}

function knownPrincipal(authenticator: Authenticator, name: string | undefined): Principal {
  if (name === undefined) return { name: 'local', isOperator: true };
  // A connection whose credentials ended at this moment may do nothing; it is closed soon.
  return authenticator.principalOf(name) ?? { name, isOperator: false, onlySession: '' };
}

/** The MCP servers that clients may name. */
const offeredServers = ({ allowsMcpHttp, allowsMcpStdio }: HubOptions): readonly ('http' | 'stdio')[] => [
  ...(allowsMcpHttp === false ? [] : (['http'] as const)),
  ...(allowsMcpStdio === true ? (['stdio'] as const) : []),
];

/** The hub keeps messages itself, and passes those on that steer an agent. */
const injectCapabilities = (steerInStream: SteeredAgents['steerInStream']): InjectCapabilities => ({
  ...(steerInStream.length === 0 ? { modes: ['queue'] } : { modes: ['queue', 'steer'], steerInStream }),
  pending: { replace: true },
});

const sourceOf = (agent: AgentComponent | AgentSource): AgentSource =>
  'component' in agent ? agent : { component: agent };

/** The pool of the agents of the options. */
function poolOf(
  { agents, agentLimits, quotas, observer, offer, version }: HubOptions,
  parts: Pick<AgentPoolOptions, 'clock' | 'log' | 'checkStart'>,
): LoginPool {
  const sources = Object.entries(agents).map(([name, agent]) => [name, sourceOf(agent)] as const);
  return agentPool(Object.fromEntries(sources), {
    ...parts,
    ...(observer === undefined ? {} : { observer }),
    ...(offer === undefined ? {} : { offer }),
    ...(version === undefined ? {} : { version }),
    limits: { ...(quotas?.processes === undefined ? {} : { agentsPerPrincipal: quotas.processes }), ...agentLimits },
  });
}
