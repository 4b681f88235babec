/** Random schedules for a session: what controllers ask, what agents say, and when owners and the store fail. */
import { JournalError, memoryJournal, type Journal } from '@acp-stack/journal';
import { RpcError, type Clock } from '@acp-stack/rpc';
import * as fc from 'fast-check';

import type { InboxItem, LogEntry, LogRecord } from '../store/records.ts';
import type { LiveSession } from './session-host.ts';
import { ScriptedAgents, text, TestNode, type AgentCall, type ScriptedAgent } from './scripted-agents.test-support.ts';

/** One step of a schedule; numbers choose among what there is. */
export type Step =
  | { readonly kind: 'item'; readonly what: ItemKind; readonly controller: number; readonly choice: number }
  | { readonly kind: 'agent'; readonly what: AgentStep; readonly choice: number }
  | { readonly kind: 'crash' }
  | { readonly kind: 'hand-over' }
  | { readonly kind: 'fault'; readonly isWritten: boolean }
  | { readonly kind: 'tick' };

const itemKinds = ['prompt', 'queue', 'steer', 'revoke', 'replace', 'cancel', 'config', 'answer', 'repeat'] as const;
type ItemKind = (typeof itemKinds)[number];
const agentSteps = ['respond', 'refuse', 'echo', 'begin', 'say', 'idle', 'ask', 'die'] as const;
type AgentStep = (typeof agentSteps)[number];

const anyChoice = fc.nat({ max: 20 });

export const schedule: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant('item' as const),
        what: fc.constantFrom(...itemKinds),
        controller: fc.nat({ max: 2 }),
        choice: anyChoice,
      }),
    },
    {
      weight: 10,
      arbitrary: fc.record({
        kind: fc.constant('agent' as const),
        what: fc.constantFrom(...agentSteps),
        choice: anyChoice,
      }),
    },
    { weight: 1, arbitrary: fc.constant<Step>({ kind: 'crash' }) },
    { weight: 1, arbitrary: fc.constant<Step>({ kind: 'hand-over' }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('fault' as const), isWritten: fc.boolean() }) },
    { weight: 6, arbitrary: fc.constant<Step>({ kind: 'tick' }) },
  ),
  { maxLength: 60, size: 'max' },
);

const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Short waits are over at once, long ones never. */
const hastyClock: Clock = {
  now: () => 0,
  schedule: (ms, work) => {
    if (ms > 10_000) return () => undefined;
    const timer = setImmediate(work);
    return () => {
      clearImmediate(timer);
    };
  },
};

/** A session that changes owners, and everything that is known of it. */
export class SessionRun {
  readonly journal: Journal = memoryJournal();
  readonly nodes: TestNode[] = [];
  readonly items: { readonly item: number; readonly request: InboxItem }[] = [];
  /** What each follower of each owner saw. */
  readonly seen: LogEntry[][] = [];
  sessionId = '';
  #live!: LiveSession;
  #faults: boolean[] = [];
  #count = 0;
  #withdrawn: AbortController[] = [];
  readonly #stops: AbortController[] = [];
  readonly #answered = new Set<AgentCall>();
  /** Calls whose message was reported. */
  readonly #reported = new Set<AgentCall>();

  async start(): Promise<this> {
    const append = this.journal.append.bind(this.journal);
    this.journal.append = async (...given) => {
      const isFaulty = given[0].startsWith('log/') && this.#faults.length > 0;
      if (!isFaulty) return append(...given);
      if (this.#faults.shift() === true) await append(...given);
      throw new JournalError('interrupted', 'The store was interrupted.');
    };
    const node = this.#addNode();
    const created = await node.create();
    this.#live = created.session;
    this.sessionId = created.sessionId;
    this.#follow(node);
    return this;
  }

  async run(steps: readonly Step[]): Promise<void> {
    for (const step of steps) await this.#take(step);
  }

  /** Lets everything come to its end, and stops. */
  async finish(): Promise<{ readonly log: readonly LogEntry[]; readonly isBusy: boolean }> {
    this.#faults = [];
    for (let round = 0; round < 400; round += 1) {
      for (const withdrawn of this.#withdrawn.splice(0)) withdrawn.abort();
      for (let turn = 0; turn < 3; turn += 1) await tick();
      const agent = this.#agent;
      const open = agent?.calls.find((call) => !this.#answered.has(call));
      const steer = agent?.calls.find((call) => call.method === 'session/inject' && !this.#reported.has(call));
      if (agent !== undefined && open !== undefined) await this.#complete(agent, open);
      else if (agent !== undefined && steer !== undefined) this.#echo(agent, steer);
      else if (this.#live.isBusy) agent?.idle();
      // Agents that ended too soon are not started again for what waits, but for a new message.
      else if (await this.#hasFailed()) await this.#submit('prompt', 0, 0);
      else break;
    }
    const isBusy = this.#live.isBusy;
    for (let turn = 0; turn < 3; turn += 1) await tick();
    for (const stop of this.#stops) stop.abort();
    const log: LogEntry[] = [];
    for await (const entry of this.#node.store.read(this.sessionId, 0)) log.push(entry);
    for (const node of this.nodes) await node[Symbol.asyncDispose]();
    return { log, isBusy };
  }

  /** The prompts that all agents got. */
  get prompts(): readonly string[] {
    return this.nodes.flatMap((node) => node.agents.started.flatMap((agent) => agent.prompts));
  }

  get #node(): TestNode {
    const node = this.nodes.at(-1);
    if (node === undefined) throw new Error('There is no node.');
    return node;
  }

  get #agent(): ScriptedAgent | undefined {
    return this.#node.agents.started.at(-1);
  }

  #addNode(): TestNode {
    const agents = new ScriptedAgents();
    const inject = {
      modes: ['queue', 'steer'] as const,
      steerInStream: ['finish'] as const,
      pending: { replace: true },
    };
    agents.capabilities = { session: { inject } };
    const node = new TestNode(this.journal, `n${this.nodes.length}`, agents);
    Object.assign(node.host, { clock: hastyClock });
    this.nodes.push(node);
    return node;
  }

  /** Follows the feed of a node from the beginning. */
  #follow(node: TestNode): void {
    const seen: LogEntry[] = [];
    this.seen.push(seen);
    const { feed } = node.feeds.open(this.sessionId);
    const stop = new AbortController();
    this.#stops.push(stop);
    const follow = async (): Promise<void> => {
      for (;;) seen.push(...structuredClone(await feed.next(seen.at(-1)?.sequence ?? 0, stop.signal)));
    };
    follow().catch(() => undefined);
  }

  async #take(step: Step): Promise<void> {
    switch (step.kind) {
      case 'item':
        await this.#submit(step.what, step.controller, step.choice);
        break;
      case 'agent':
        this.#agentDoes(step.what, step.choice);
        break;
      case 'crash':
        await this.#change();
        break;
      case 'hand-over':
        await this.#live.stop('hand-over');
        await this.#change();
        break;
      case 'fault':
        this.#faults.push(step.isWritten);
        break;
      case 'tick':
        await tick();
        break;
    }
  }

  /** The owner is gone without a word, and another node takes over; the old one may still believe to be the owner. */
  async #change(): Promise<void> {
    const node = this.#addNode();
    this.#live = await node.take(this.sessionId);
    this.#follow(node);
  }

  async #submit(what: ItemKind, controller: number, choice: number): Promise<void> {
    const number = (this.#count += 1);
    const from = { principal: controller === 0 ? 'ada' : `c${controller}`, client: `client-${controller}` };
    const request = await this.#request(what, number, choice);
    if (request === undefined) return;
    const item: InboxItem = { key: `k${number}`, ...from, ...request };
    this.items.push({ item: await this.#node.store.submit(this.sessionId, item), request: item });
    this.#live.wake();
  }

  async #request(
    what: ItemKind,
    number: number,
    choice: number,
  ): Promise<(Pick<InboxItem, 'method' | 'params'> & Partial<InboxItem>) | undefined> {
    switch (what) {
      case 'prompt':
        return { method: 'session/prompt', params: { prompt: text(`m${number}.`) } };
      case 'queue':
      case 'steer':
        return { method: 'session/inject', params: { mode: what, content: text(`m${number}.`) } };
      case 'revoke':
      case 'replace': {
        const waiting = (await this.#records()).flatMap((each) =>
          each.kind === 'pending' && each.change === 'added' ? [each.message] : [],
        );
        const message = pick(waiting, choice);
        if (message === undefined) return undefined;
        const [block] = message.content as readonly { readonly text: string }[];
        const content = text(`${(block?.text ?? '').split('.')[0]}.r${number}`);
        return { method: `session/${what}_inject`, params: { messageId: message.messageId, content } };
      }
      case 'cancel':
        return { method: 'session/cancel', params: {} };
      case 'config':
        return { method: 'session/set_config_option', params: { configId: 'x', type: 'id', value: String(number) } };
      case 'answer': {
        const asked = (await this.#records()).flatMap((each) => (each.kind === 'question' ? [each.question] : []));
        const question = pick(asked, choice);
        const result = { outcome: { outcome: 'selected', optionId: choice % 3 === 0 ? 'no such option' : 'yes' } };
        return question === undefined ? undefined : { method: 'hub/answer', params: { question, result } };
      }
      case 'repeat':
      default:
        return pick(this.items, choice)?.request;
    }
  }

  async #hasFailed(): Promise<boolean> {
    const states = (await this.#records()).flatMap((each) => (each.kind === 'agent' ? [each.state] : []));
    return states.at(-1) === 'failed';
  }

  async #records(): Promise<readonly LogRecord[]> {
    return this.#node.log(this.sessionId);
  }

  #agentDoes(what: AgentStep, choice: number): void {
    // Mostly the agent of the owner, sometimes one of an owner before it.
    const agents = this.nodes.flatMap((node) => node.agents.started);
    const agent = choice < 15 ? this.#agent : pick(agents, choice);
    if (agent === undefined) return;
    const call = pick(
      agent.calls.filter((each) => !this.#answered.has(each)),
      choice,
    );
    const number = (this.#count += 1);
    if (what === 'respond' && call !== undefined) this.#respond(agent, call);
    else if (what === 'refuse' && call !== undefined) {
      this.#answered.add(call);
      call.refuse(new RpcError(-32_603, 'No.'));
    } else if (what === 'echo' && call?.method === 'session/prompt') this.#echo(agent, call);
    else if (what === 'begin') agent.begin();
    else if (what === 'idle') agent.idle();
    else if (what === 'die') agent.die();
    else if (what === 'say')
      void agent.say({ sessionUpdate: 'agent_message', messageId: `a${number}`, content: text(`a${number}`) });
    else if (what === 'ask') {
      const withdrawn = new AbortController();
      this.#withdrawn.push(withdrawn);
      const params = { title: 'May I?', options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }] };
      void agent.ask({ method: 'session/request_permission', params }, withdrawn.signal);
    }
  }

  #idOf(agent: ScriptedAgent, call: AgentCall): string {
    const agents = this.nodes.flatMap((node) => node.agents.started.map((each) => ({ node, each })));
    const { node, each } = agents.find((found) => found.each === agent) ?? {};
    return [node?.host.node, node?.agents.started.indexOf(each ?? agent), agent.calls.indexOf(call)].join('-');
  }

  #respond(agent: ScriptedAgent, call: AgentCall): void {
    this.#answered.add(call);
    call.respond(
      call.method === 'session/set_config_option' ? { configOptions: [] } : { messageId: this.#idOf(agent, call) },
    );
  }

  #echo(agent: ScriptedAgent, call: AgentCall): void {
    this.#reported.add(call);
    const content = (call.params['prompt'] ?? call.params['content']) as ReturnType<typeof text>;
    void agent.say({ sessionUpdate: 'user_message', messageId: this.#idOf(agent, call), content });
  }

  /** The agent does what it was asked for, to the end. */
  async #complete(agent: ScriptedAgent, call: AgentCall): Promise<void> {
    this.#respond(agent, call);
    await tick();
    if (call.method !== 'session/prompt') return;
    this.#echo(agent, call);
    agent.begin();
    agent.idle();
  }
}

const pick = <T>(values: readonly T[], choice: number): T | undefined => values[choice % Math.max(1, values.length)];
