/** Nodes of a hub on one journal, whose sessions do nothing but write down that they have an owner. */
import { JournalError, memoryJournal, type Journal } from '@acp-stack/journal';

import { SimulatedClock } from '../../../../test/support/simulated-clock.ts';
import type { LiveSession } from '../session/session-host.ts';
import { HubStore, metadataPatch } from '../store/hub-store.ts';
import type { InboxItem } from '../store/records.ts';
import { NodeMembership, type MembershipOptions } from './membership.ts';
import { NodeDirectory } from './node-directory.ts';

/** A journal as one node reaches it: it can be cut off, paused and watched. */
class NodeJournal {
  readonly journal: Journal;
  /** Every call fails from now on. */
  isCut = false;
  /** Calls wait until this is over. */
  paused: Promise<void> | undefined;
  /** How many calls of each kind were made. */
  readonly calls = new Map<string, number>();
  /** Called before every call with its name; what it throws is what the call rejects with. */
  beforeCall: ((name: string, stream: unknown) => void | Promise<void>) | undefined;
  /** Called when a call has taken effect, also if the process of the node is paused. */
  afterWrite: ((name: string, args: readonly unknown[]) => void) | undefined;
  /** Called after every call that took effect; what it throws is what the call rejects with. */
  afterCall: ((name: string, stream: unknown) => void) | undefined;

  constructor(journal: Journal) {
    this.journal = new Proxy(journal, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function' || typeof name !== 'string') return value;
        const call = value.bind(target) as (...args: unknown[]) => unknown;
        if (name === 'watch') return call;
        if (name === 'read') return (...args: unknown[]) => this.#read(call, args);
        return async (...args: unknown[]) => {
          await this.#enter(name, args[0]);
          const result = await call(...args);
          this.afterWrite?.(name, args);
          await this.paused;
          this.afterCall?.(name, args[0]);
          return result;
        };
      },
    });
  }

  async *#read(call: (...args: unknown[]) => unknown, args: readonly unknown[]): AsyncGenerator {
    await this.#enter('read', args[0]);
    for await (const entry of call(...args) as AsyncIterable<unknown>) {
      await this.paused;
      yield entry;
    }
  }

  async #enter(name: string, stream: unknown): Promise<void> {
    this.calls.set(name, (this.calls.get(name) ?? 0) + 1);
    await this.paused;
    await this.beforeCall?.(name, stream);
    if (this.isCut) throw new JournalError('unavailable', 'The database does not answer.');
  }
}

/** A session that writes its barrier when it is taken, and counts how often it was woken. */
class PlainSession implements LiveSession {
  agentLoggedIn(): void {
    // It has no agent.
  }

  readonly sessionId: string;
  readonly token: number;
  isBusy = false;
  isFinishing = false;
  wakes = 0;
  stopped: string | undefined;
  readonly #onStop: () => Promise<void>;

  constructor(sessionId: string, token: number, onStop: () => Promise<void> = async () => undefined) {
    this.sessionId = sessionId;
    this.token = token;
    this.#onStop = onStop;
  }

  wake(): void {
    this.wakes += 1;
  }

  finish(): void {
    this.isFinishing = true;
  }

  async stop(why: string): Promise<void> {
    this.stopped = why;
    await this.#onStop();
  }
}

export interface TestNode {
  readonly membership: NodeMembership;
  readonly directory: NodeDirectory;
  readonly access: NodeJournal;
  readonly store: HubStore;
  readonly sessions: Map<string, PlainSession>;
  readonly lines: string[];
  /** The process is gone: nothing of it is heard any more. */
  kill(): void;
  /** The process stands still: its timers and what it waits for come after `resume`. */
  pause(): void;
  resume(): void;
}

export class TestCluster {
  readonly clock: SimulatedClock = new SimulatedClock();
  readonly journal: Journal = memoryJournal();
  readonly store: HubStore = new HubStore(this.journal);
  #sessions = 0;

  /** Starts a node. */
  async start(options: Partial<MembershipOptions> = {}): Promise<TestNode> {
    const node = this.node(options);
    await node.directory.start();
    return node;
  }

  node(options: Partial<MembershipOptions> = {}): TestNode {
    const access = new NodeJournal(this.journal);
    const store = new HubStore(access.journal);
    const lines: string[] = [];
    const log = (line: string): void => void lines.push(line);
    // What a killed process has scheduled never runs, and what a paused one has scheduled runs when it goes on.
    let isKilled = false;
    let held: (() => void)[] | undefined;
    const clock = {
      now: () => this.clock.now(),
      schedule: (ms: number, work: () => void) => {
        let isCancelled = false;
        const due = (): void => {
          if (isKilled || isCancelled) return;
          if (held === undefined) work();
          else held.push(due);
        };
        const cancel = this.clock.schedule(ms, due);
        return () => {
          isCancelled = true;
          cancel();
        };
      },
    };
    const membership = new NodeMembership({ journal: access.journal, clock, log, ...options });
    const sessions = new Map<string, PlainSession>();
    const take = async (sessionId: string): Promise<LiveSession> => {
      const session = await takePlain(store, sessionId, membership.name);
      sessions.set(sessionId, session);
      return session;
    };
    const directory = new NodeDirectory({ store, membership, clock, take, log });
    const kill = (): void => {
      isKilled = true;
      access.paused = new Promise(() => undefined);
    };
    let goOn: () => void;
    const pause = (): void => {
      if (held !== undefined || isKilled) return;
      held = [];
      access.paused = new Promise((resolve) => (goOn = resolve));
    };
    const resume = (): void => {
      if (held === undefined || isKilled) return;
      const due = held;
      held = undefined;
      access.paused = undefined;
      goOn();
      for (const work of due) this.clock.schedule(0, work);
    };
    return { membership, directory, access, store, sessions, lines, kill, pause, resume };
  }

  /** Creates sessions without an owner. */
  async createSessions(count: number): Promise<readonly string[]> {
    const sessionIds = Array.from({ length: count }, () => `s${(this.#sessions += 1)}`);
    for (const sessionId of sessionIds) {
      await this.store.create({
        sessionId,
        owner: 'ada',
        agent: 'echo',
        cwd: '/garden',
        additionalDirectories: [],
        node: '',
      });
      await this.store.patch(sessionId, { node: null });
    }
    return sessionIds;
  }

  /** The nodes that the sessions carry. */
  async ownersOf(sessionIds: readonly string[]): Promise<readonly (string | null | undefined)[]> {
    return Promise.all(sessionIds.map(async (sessionId) => (await this.store.get(sessionId))?.node));
  }

  /** The barriers in the log of a session. */
  async barriersOf(sessionId: string): Promise<readonly string[]> {
    const barriers: string[] = [];
    for await (const { record } of this.store.read(sessionId, 0))
      if (record.kind === 'owner') barriers.push(record.node);
    return barriers;
  }
}

/** Takes a session as the hub does: fence, then the barrier, with the name of the node in its summary. */
async function takePlain(store: HubStore, sessionId: string, node: string): Promise<PlainSession> {
  const { token, last } = await store.fence(sessionId);
  const before = await store.get(sessionId);
  if (before === undefined) throw new JournalError('missing', 'The session was deleted.');
  const summary = metadataPatch(before, { node });
  await store.append(sessionId, [{ kind: 'owner', node, token }], { token, expectedLast: last, summary });
  return new PlainSession(sessionId, token);
}

/** A prompt. */
export const prompt = (key: string): InboxItem => ({
  key,
  principal: 'ada',
  client: 'one',
  method: 'session/prompt',
  params: { prompt: [{ type: 'text', text: key }] },
});
