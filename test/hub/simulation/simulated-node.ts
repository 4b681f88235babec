/** A simulated hub process: everything of a node but its network. */
import type { Journal } from '@acp-stack/journal';
import type { Clock } from '@acp-stack/rpc';

import { FeedTable } from '../../../packages/hub/src/feed/feed-table.ts';
import { NodeMembership } from '../../../packages/hub/src/nodes/membership.ts';
import { NodeDirectory } from '../../../packages/hub/src/nodes/node-directory.ts';
import type { SessionHost } from '../../../packages/hub/src/session/session-host.ts';
import { takeSession } from '../../../packages/hub/src/session/take-session.ts';
import { HubStore } from '../../../packages/hub/src/store/hub-store.ts';
import type { HistoryEvent } from '../checker/history.ts';
import { FaultyJournal, type CallFaults, type FaultyJournalOptions } from './faulty-journal.ts';
import { ProcessLife } from './process-life.ts';
import type { Random } from './random.ts';
import { SimulatedAgents, type AgentWorld } from './simulated-agents.ts';

export interface SimulatedNodeOptions {
  readonly name: string;
  readonly time: Clock;
  readonly journal: Journal;
  readonly random: Random;
  readonly world: AgentWorld;
  readonly faults: CallFaults;
  readonly record: (event: HistoryEvent) => void;
  readonly log: (line: string) => void;
  readonly sabotage?: FaultyJournalOptions['sabotage'];
}

/** Sessions fall asleep soon, so that schedules have some that do. */
const sleepAfter = 4000;

export class SimulatedNode {
  readonly name: string;
  readonly life: ProcessLife;
  readonly access: FaultyJournal;
  readonly store: HubStore;
  readonly feeds: FeedTable;
  readonly directory: NodeDirectory;
  readonly host: SessionHost;
  #isLeaving = false;

  constructor(options: SimulatedNodeOptions) {
    const { name, time, journal, random, world, faults, record } = options;
    this.name = name;
    this.life = new ProcessLife(time);
    const log = (line: string): void => {
      options.log(`${name}: ${line}`);
    };
    this.access = new FaultyJournal(journal, {
      time,
      life: this.life,
      random,
      faults,
      sabotage: options.sabotage,
      onAppended: (stream, { first, last }) => {
        if (stream.startsWith('log/') && last >= first)
          record({ kind: 'wrote', session: stream.slice('log/'.length), node: name, first, last });
      },
    });
    const { clock } = this.life;
    this.store = new HubStore(this.access.journal);
    this.feeds = new FeedTable({ store: this.store, clock, log });
    const membership = new NodeMembership({ journal: this.access.journal, clock, uniqueName: name, log });
    this.host = {
      node: name,
      store: this.store,
      agents: new SimulatedAgents(world, this.life),
      clock,
      feeds: this.feeds,
      onEnd: (sessionId, isNeeded) => {
        this.directory.ended(sessionId, isNeeded);
      },
      log,
    };
    this.directory = new NodeDirectory({
      store: this.store,
      membership,
      clock,
      log,
      take: (sessionId) => takeSession(this.host, sessionId, { sleepAfter }),
    });
  }

  /** Starts; a process that cannot reach the store ends. */
  async start(): Promise<void> {
    try {
      await this.directory.start();
    } catch {
      this.life.kill();
    }
  }

  /** Whether clients can connect. */
  get isServing(): boolean {
    return this.life.state !== 'dead' && !this.#isLeaving;
  }

  /** Stops as after SIGTERM. */
  async stop(timeout: number): Promise<void> {
    this.#isLeaving = true;
    try {
      await this.directory.drain({ timeout });
      await this.directory.close();
    } catch {
      // The store fails while it stops: the process ends without a word.
    }
    this.life.kill();
  }
}
