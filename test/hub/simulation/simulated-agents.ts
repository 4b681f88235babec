/**
 * Agents that do random things: they answer, echo, work, ask, refuse and crash, and write down what they were given.
 *
 * Their sessions are known to all processes of a machine, as if they were stored: a session can be resumed anywhere.
 */
import { ConnectionError, RpcError, type Clock } from '@acp-stack/rpc';
import type { AgentCapabilities, Implementation, SessionUpdate } from '@acp-stack/schema/v2/unstable';

import {
  CannotForkError,
  CannotResumeError,
  type AgentEvents,
  type AgentPool,
  type AgentSession,
  type AgentSessionSetup,
} from '../../../packages/hub/src/agents/agent-session.ts';
import { textOf, type HistoryEvent } from '../checker/history.ts';
import type { ProcessLife } from './process-life.ts';
import type { Random } from './random.ts';

/** What all agents of a simulation share. */
export class AgentWorld {
  readonly #time: Clock;
  readonly random: Random;
  readonly record: (event: HistoryEvent) => void;
  /** The sessions that agents know. */
  readonly known = new Set<string>();
  /** Agents work without faults from now on. */
  isHealed = false;
  /** Counts what agents say, so that each text is different. */
  texts = 0;

  constructor(time: Clock, random: Random, record: (event: HistoryEvent) => void) {
    this.#time = time;
    this.random = random;
    this.record = record;
  }

  /** Takes some time. */
  wait(least: number, most: number): Promise<void> {
    return new Promise((resolve) => this.#time.schedule(this.random.between(least, most), resolve));
  }
}

/** The name of the session in the hub: a test gives each session a folder of its own. */
const nameOf = ({ cwd }: AgentSessionSetup): string => cwd.replace('/sessions/', '');

export class SimulatedAgents implements AgentPool {
  readonly names = ['simulated'];
  readonly #world: AgentWorld;
  readonly #life: ProcessLife;
  readonly #sessions = new Set<SimulatedAgentSession>();

  /** `life` is that of the process that runs them. */
  constructor(world: AgentWorld, life: ProcessLife) {
    this.#world = world;
    this.#life = life;
  }

  async open(_agent: string, setup: AgentSessionSetup, events: AgentEvents): Promise<AgentSession> {
    const id = `agent-${(this.#world.texts += 1)}`;
    this.#world.known.add(id);
    return this.#start(id, setup, events);
  }

  async resume(_agent: string, id: string, setup: AgentSessionSetup, events: AgentEvents): Promise<AgentSession> {
    const { random, known, isHealed } = this.#world;
    if (!known.has(id)) throw new CannotResumeError('The agent does not know the session.');
    await this.#world.wait(1, 30);
    await this.#life.running();
    if (!isHealed && random.chance(0.1)) throw new Error('The agent could not be started.');
    return this.#start(id, setup, events);
  }

  async fork(_agent: string, id: string, setup: AgentSessionSetup, events: AgentEvents): Promise<AgentSession> {
    const { random, known, isHealed } = this.#world;
    if (!known.has(id) || random.chance(0.5)) throw new CannotForkError('The agent cannot copy the session.');
    await this.#world.wait(1, 30);
    await this.#life.running();
    if (!isHealed && random.chance(0.1)) throw new Error('The agent could not be started.');
    return this.open(_agent, setup, events);
  }

  count(): number {
    return this.#sessions.size;
  }

  async close(): Promise<void> {
    for (const session of this.#sessions) await session.close();
  }

  #start(id: string, setup: AgentSessionSetup, events: AgentEvents): AgentSession {
    const session = new SimulatedAgentSession(id, nameOf(setup), {
      world: this.#world,
      life: this.#life,
      events,
      onEnd: () => this.#sessions.delete(session),
    });
    this.#sessions.add(session);
    return session;
  }
}

interface SessionParts {
  readonly world: AgentWorld;
  readonly life: ProcessLife;
  readonly events: AgentEvents;
  readonly onEnd: () => void;
}

class SimulatedAgentSession implements AgentSession {
  readonly id: string;
  readonly opened = {};
  readonly capabilities: AgentCapabilities = { session: {} };
  readonly info: Implementation = { name: 'simulated', version: '1' };
  readonly #session: string;
  readonly #parts: SessionParts;
  #isEnded = false;
  #isCancelled = false;
  #stop = new AbortController();
  /** What it says goes one after the other. */
  #saying: Promise<void> = Promise.resolve();

  constructor(id: string, session: string, parts: SessionParts) {
    this.id = id;
    this.#session = session;
    this.#parts = parts;
  }

  async request(method: string, params: Readonly<Record<string, unknown>>): Promise<unknown> {
    const { world, life } = this.#parts;
    if (this.#isEnded) throw lost();
    if (method !== 'session/prompt') throw new RpcError(-32601, 'Method not found');
    const text = textOf(params['prompt']);
    world.record({ kind: 'given', session: this.#session, text });
    const { random } = world;
    await world.wait(1, 40);
    if (!world.isHealed && random.chance(0.05)) this.#crash();
    if (this.#isEnded) throw lost();
    if (random.chance(0.05)) throw new RpcError(-32000, 'The agent does not like this prompt.');
    this.#isCancelled = false;
    const messageId = `message-${(world.texts += 1)}`;
    const echo = { sessionUpdate: 'user_message', messageId, content: params['prompt'] } as SessionUpdate;
    const order = random.between(0, 2);
    if (order === 0) await this.#say(echo);
    void this.#work(order === 1 ? echo : undefined);
    await life.running();
    if (this.#isEnded) throw lost();
    return random.chance(0.5) ? { messageId } : {};
  }

  cancel(): void {
    this.#isCancelled = true;
    this.#stop.abort();
  }

  async close(): Promise<void> {
    this.#end();
  }

  async #work(echo: SessionUpdate | undefined): Promise<void> {
    const { world } = this.#parts;
    const { random } = world;
    await world.wait(0, 20);
    await this.#say({ sessionUpdate: 'state_update', state: 'running' });
    if (echo !== undefined) await this.#say(echo);
    const messageId = `answer-${(world.texts += 1)}`;
    for (let steps = random.between(1, 8); steps > 0 && !this.#isCancelled && !this.#isEnded; steps -= 1) {
      const text = `${this.#session} says ${(world.texts += 1)}`;
      await this.#say({ sessionUpdate: 'agent_message_chunk', messageId, content: { type: 'text', text } });
      if (random.chance(0.12)) await this.#ask();
      if (!world.isHealed && random.chance(0.03)) this.#crash();
      await world.wait(1, random.chance(0.1) ? 2000 : 100);
    }
    const stopReason = this.#isCancelled ? 'cancelled' : 'end_turn';
    await this.#say({ sessionUpdate: 'state_update', state: 'idle', stopReason });
  }

  async #ask(): Promise<void> {
    const { world, life, events } = this.#parts;
    const title = `May ${this.#session} do ${(world.texts += 1)}?`;
    await this.#say({ sessionUpdate: 'state_update', state: 'requires_action' });
    await life.running();
    if (this.#isEnded) return;
    const options = [
      { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
      { optionId: 'no', name: 'No', kind: 'reject_once' },
    ];
    const params = { title, options };
    this.#stop = new AbortController();
    const result = await events.ask({ method: 'session/request_permission', params }, this.#stop.signal);
    const { outcome } = result as { readonly outcome: { readonly outcome: string } };
    if (outcome.outcome === 'selected') world.record({ kind: 'answered', session: this.#session, text: title });
    if (!this.#isCancelled) await this.#say({ sessionUpdate: 'state_update', state: 'running' });
  }

  /** Sends an update; what it said before comes first, and nothing comes after its end. */
  #say(update: SessionUpdate): Promise<void> {
    const { life, events } = this.#parts;
    this.#saying = this.#saying.then(async () => {
      await life.running();
      if (!this.#isEnded) await events.update(update);
    });
    return this.#saying;
  }

  #crash(): void {
    const { life, events } = this.#parts;
    if (!this.#end()) return;
    void life.running().then(() => {
      events.lost('The agent has crashed.');
    });
  }

  #end(): boolean {
    if (this.#isEnded) return false;
    this.#isEnded = true;
    this.#parts.onEnd();
    return true;
  }
}

const lost = (): ConnectionError => new ConnectionError('closed', 'The agent has ended.');
