/**
 * The agents that run for the sessions of a hub.
 *
 * An agent is started when a session needs it, and serves one session, the sessions of one principal, or all. It ends
 * a while after its last session was closed, earlier if its place is needed. An agent that keeps failing is not started
 * for a while.
 */
import { RpcError, rpcCodes, systemClock, type Clock } from '@acp-stack/rpc';
import type { AgentComponent } from '@acp-stack/sdk';

import { abortable } from './abortable.ts';
import { cannotOpen } from './agent-failure.ts';
import type { HubObserver } from '../observe/hub-observer.ts';
import type {
  AgentDescription,
  AgentEvents,
  AgentSession,
  AgentSessionSetup,
  AgentUser,
  LoginPool,
} from './agent-session.ts';
import type { AgentSharing, AgentSource } from './agent-source.ts';
import type { AgentSessionOrigin } from './open-request.ts';
import type { OfferMachine } from './offered-machine.ts';
import { RunningAgent, type AgentTimes } from './running-agent.ts';
import { StartFailures, type FailureLimits } from './start-failures.ts';

/** How many agents may run, and how long they may take. */
export interface AgentPoolLimits extends FailureLimits {
  /** Running agents in all. */
  readonly agents: number;
  /** Running agents of one principal; those that all principals share do not count. */
  readonly agentsPerPrincipal: number;
  /** Sessions of one running agent; a further one starts another agent. */
  readonly sessionsPerAgent: number;
  /** Milliseconds that an agent without sessions goes on running. */
  readonly idleTime: number;
  /** Milliseconds from the start of an agent until it has answered `initialize`. */
  readonly startTime: number;
  /** Milliseconds that an agent may take to open or to close a session. */
  readonly openTime: number;
  /** Milliseconds from the end of the input of an agent until it is killed. */
  readonly endTime: number;
}

const defaultAgentPoolLimits: AgentPoolLimits = {
  agents: 256,
  agentsPerPrincipal: 32,
  sessionsPerAgent: 1000,
  idleTime: 30_000,
  startTime: 60_000,
  openTime: 120_000,
  endTime: 5000,
  failures: 5,
  failureTime: 60_000,
};

export interface AgentPoolOptions {
  /** Makes spans of the calls to agents. */
  readonly observer?: Pick<HubObserver, 'agent'>;
  /** Offers agents what is on the machine of the user. */
  readonly offer?: OfferMachine;
  /** The version of the hub, which agents are told. */
  readonly version?: string;
  /** Throws if a principal, for which so many agents run, may not have another. */
  readonly checkStart?: (principal: string, running: number) => void;
  readonly limits?: Partial<AgentPoolLimits>;
  readonly clock?: Clock;
  /** Called with what cannot be told to a client; one sentence. */
  readonly log?: (line: string) => void;
}

/** Runs agents for sessions; the first one is the default. */
export function agentPool(agents: Readonly<Record<string, AgentSource>>, options: AgentPoolOptions = {}): LoginPool {
  return new RunningAgents(agents, options);
}

/** A running agent with its place in the pool. */
interface Member {
  readonly agent: RunningAgent;
  /** Sessions of the same group may share it. */
  readonly group: string;
  /** Undefined if all principals share it. */
  readonly principal: string | undefined;
  readonly share: AgentSharing;
  /** Cancels its end; there while it has no session. */
  stopIdling: (() => void) | undefined;
}

class RunningAgents implements LoginPool {
  readonly #sources: Map<string, AgentSource>;
  readonly #limits: AgentPoolLimits;
  readonly #clock: Clock;
  readonly #log: (line: string) => void;
  readonly #members = new Set<Member>();
  readonly #groups = new Map<string, Set<Member>>();
  readonly #failures: StartFailures;
  readonly #observer: Pick<HubObserver, 'agent'> | undefined;
  readonly #offer: OfferMachine | undefined;
  readonly #version: string | undefined;
  readonly #checkStart: AgentPoolOptions['checkStart'];
  #isClosed = false;

  constructor(
    agents: Readonly<Record<string, AgentSource>>,
    { limits, clock = systemClock, log, observer, offer, version, checkStart }: AgentPoolOptions,
  ) {
    this.#sources = new Map(Object.entries(agents));
    this.#limits = { ...defaultAgentPoolLimits, ...limits };
    this.#clock = clock;
    this.#observer = observer;
    this.#offer = offer;
    this.#version = version;
    this.#checkStart = checkStart;
    this.#log = log ?? (() => undefined);
    this.#failures = new StartFailures(this.#limits, clock);
  }

  get names(): readonly string[] {
    return [...this.#sources.keys()];
  }

  add(name: string, source: AgentSource): void {
    this.#sources.set(name, source);
  }

  async open(agent: string, setup: AgentSessionSetup, events: AgentEvents): Promise<AgentSession> {
    return this.#open(agent, setup, { events, origin: { kind: 'new' } });
  }

  async resume(
    agent: string,
    agentSessionId: string,
    setup: AgentSessionSetup,
    events: AgentEvents,
  ): Promise<AgentSession> {
    return this.#open(agent, setup, { events, origin: { kind: 'resumed', agentSessionId } });
  }

  async fork(
    agent: string,
    agentSessionId: string,
    setup: AgentSessionSetup,
    events: AgentEvents,
  ): Promise<AgentSession> {
    return this.#open(agent, setup, { events, origin: { kind: 'forked', agentSessionId } });
  }

  count(principal?: string): number {
    if (principal === undefined) return this.#members.size;
    return [...this.#members].filter((member) => member.principal === principal).length;
  }

  async describe(agent: string, { principal, signal }: AgentUser): Promise<AgentDescription> {
    const [member = this.#memberFor(agent, principal)] = this.#running(agent, principal);
    return abortable(member.agent.describe(), signal);
  }

  async login(agent: string, methodId: string, { principal, signal }: AgentUser): Promise<void> {
    const running = this.#running(agent, principal);
    const members = running.length === 0 ? [this.#memberFor(agent, principal)] : running;
    await Promise.all(members.map((member) => member.agent.login(methodId, signal)));
    for (const { group } of members) this.#failures.forget(group);
  }

  async loggedIn(agent: string, { principal }: AgentUser): Promise<void> {
    const idle = this.#running(agent, principal).filter(({ stopIdling }) => stopIdling !== undefined);
    for (const { group } of idle) this.#failures.forget(group);
    await Promise.all(idle.map((member) => this.#end(member)));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#members].map((member) => this.#end(member)));
  }

  #open(
    name: string,
    setup: AgentSessionSetup,
    { events, origin }: { readonly events: AgentEvents; readonly origin: AgentSessionOrigin },
  ): Promise<AgentSession> {
    const member = this.#memberFor(name, setup.principal);
    member.stopIdling?.();
    member.stopIdling = undefined;
    return member.agent.open(setup, events, origin);
  }

  #sourceOf(name: string): AgentSource {
    const source = this.#sources.get(name);
    if (source !== undefined) return source;
    const known = this.names.length === 0 ? 'it has none' : `it has ${this.names.join(', ')}`;
    throw new RpcError(rpcCodes.invalidParams, `The hub has no agent ${JSON.stringify(name)}; ${known}.`, {
      data: { reason: 'agent_unknown', agent: name },
    });
  }

  /** The agents with this name that a principal uses. */
  #running(name: string, principal: string): readonly Member[] {
    const group = groupOf(name, this.#sourceOf(name), principal);
    return [...(this.#groups.get(group) ?? [])].filter(({ agent }) => agent.isUsable);
  }

  /** A running agent that has room for a session, or one that is started now. */
  #memberFor(name: string, principal: string): Member {
    if (this.#isClosed) throw cannotOpen('The hub is ending; open the session again in a while.', 'closed');
    const source = this.#sourceOf(name);
    const { share = 'principal', sessions = this.#limits.sessionsPerAgent } = source;
    const group = groupOf(name, source, principal);
    const shared = share === 'session' ? undefined : this.#withRoom(group, sessions);
    if (shared !== undefined) return shared;
    const refusal = this.#failures.refusal(group);
    if (refusal !== undefined) throw cannotOpen(`The agent ${name} cannot be started. ${refusal}`, 'agent_failed');
    const owner = share === 'all' ? undefined : principal;
    this.#makeRoom(owner);
    return this.#start(name, source.component, { group, share, principal: owner });
  }

  #withRoom(group: string, sessions: number): Member | undefined {
    for (const member of this.#groups.get(group) ?? [])
      if (member.agent.isUsable && member.agent.load < sessions) return member;
    return undefined;
  }

  /** Throws if no more agents may run; ends one without sessions if that helps. */
  #makeRoom(principal: string | undefined): void {
    const { agents, agentsPerPrincipal } = this.#limits;
    const own = principal === undefined ? [] : [...this.#members].filter((member) => member.principal === principal);
    if (principal !== undefined) this.#checkQuota(principal, own);
    if (own.length >= agentsPerPrincipal && !this.#endIdle(own))
      throw cannotOpen(
        `${agentsPerPrincipal} agents run for ${principal}, which is the most; close a session first.`,
        'too_many_agents',
      );
    if (this.#members.size >= agents && !this.#endIdle(this.#members))
      throw cannotOpen(`${agents} agents run in the hub, which is the most; try again later.`, 'too_many_agents');
  }

  #checkQuota(principal: string, own: readonly Member[]): void {
    try {
      this.#checkStart?.(principal, own.length);
    } catch (error) {
      if (!this.#endIdle(own)) throw error;
    }
  }

  /** Ends the agent that has been without a session for the longest time; false if there is none. */
  #endIdle(members: Iterable<Member>): boolean {
    for (const member of members) {
      if (member.stopIdling === undefined) continue;
      void this.#end(member);
      return true;
    }
    return false;
  }

  #start(name: string, component: AgentComponent, place: Pick<Member, 'group' | 'share' | 'principal'>): Member {
    const { startTime, openTime, endTime } = this.#limits;
    const times: AgentTimes = { start: startTime, open: openTime, end: endTime };
    const member: Member = {
      ...place,
      stopIdling: undefined,
      agent: new RunningAgent({
        name,
        component,
        times,
        clock: this.#clock,
        log: this.#log,
        observer: this.#observer,
        offer: this.#offer,
        version: this.#version,
        onIdle: () => {
          this.#idle(member);
        },
        onEnd: (reason) => {
          this.#remove(member);
          if (reason !== undefined) this.#failures.add(member.group, reason);
        },
      }),
    };
    this.#members.add(member);
    const group = this.#groups.get(member.group) ?? new Set();
    this.#groups.set(member.group, group.add(member));
    return member;
  }

  #idle(member: Member): void {
    member.stopIdling?.();
    if (member.share === 'session') void this.#end(member);
    else
      member.stopIdling = this.#clock.schedule(this.#limits.idleTime, () => {
        void this.#end(member);
      });
  }

  async #end(member: Member): Promise<void> {
    this.#remove(member);
    await member.agent.end();
  }

  #remove(member: Member): void {
    member.stopIdling?.();
    member.stopIdling = undefined;
    this.#members.delete(member);
    const group = this.#groups.get(member.group);
    group?.delete(member);
    if (group?.size === 0) this.#groups.delete(member.group);
  }
}

/** Sessions of the same group may share a running agent, unless each session has its own. */
const groupOf = (name: string, { share }: AgentSource, principal: string): string =>
  JSON.stringify(share === 'all' ? [name] : [name, principal]);
