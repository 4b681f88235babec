/**
 * Nodes that start, are killed, paused and cut off at random: none is counted as dead while it is active, and one that
 * goes on after a late beat has lost none of its sessions.
 */
import { expect, test } from 'vitest';

import { TestCluster, type TestNode } from '../../../packages/hub/src/nodes/cluster.test-support.ts';
import { Random } from './random.ts';

/** Always the same: about one in 2,000 has a node that is paused while it takes a session, and takes it too late. */
const schedules = 20;
const steps = 60;
const mostNodes = 4;

class Schedule {
  readonly #seed: number;
  readonly #random: Random;
  readonly #cluster = new TestCluster();
  readonly #nodes: TestNode[] = [];
  #started = 0;
  /** When each session was taken for the last time, and by which node. */
  readonly #taken = new Map<unknown, { readonly node: string; readonly at: number }>();
  /** Sessions of a node that went on which another node had taken. */
  readonly lost: string[] = [];
  /** Nodes that were counted as dead while they were active. */
  readonly wronged: string[] = [];
  readonly lines: string[] = [];

  constructor(seed: number) {
    this.#seed = seed;
    this.#random = new Random(seed);
  }

  async run(): Promise<void> {
    const { clock } = this.#cluster;
    for (let count = this.#random.between(1, 3); count > 0; count -= 1) this.#start();
    await clock.advance(3000);
    for (const sessionId of await this.#cluster.createSessions(6))
      void this.#random
        .pick(this.#nodes)
        ?.directory.ensureOwner(sessionId)
        .catch(() => undefined);
    for (let step = 0; step < steps; step += 1) {
      this.#disturb();
      await clock.advance(this.#random.between(100, 4000));
    }
    for (const node of this.#nodes) node.kill();
  }

  #disturb(): void {
    const { clock } = this.#cluster;
    const random = this.#random;
    const node = random.pick(this.#nodes);
    if (node === undefined || (this.#nodes.length < mostNodes && random.chance(0.15))) this.#start();
    else if (random.chance(0.1)) {
      this.#nodes.splice(this.#nodes.indexOf(node), 1);
      node.kill();
    } else if (random.chance(0.6)) {
      node.pause();
      clock.schedule(random.between(500, 5000), () => {
        node.resume();
      });
    } else {
      node.access.isCut = true;
      clock.schedule(random.between(100, 4000), () => (node.access.isCut = false));
    }
  }

  #start(): void {
    const node = this.#cluster.node({ uniqueName: `node ${(this.#started += 1)}` });
    this.#slowDown(node);
    this.#watch(node);
    this.#nodes.push(node);
    // One that cannot reach the store ends.
    node.directory.start().catch(() => {
      node.kill();
    });
  }

  #slowDown({ access }: TestNode): void {
    const random = this.#random;
    access.beforeCall = (name, stream) => {
      // A session is taken at once: one that was being taken when its owner came back may be lost later.
      if (name !== 'list' && !String(stream).startsWith('node/')) return undefined;
      if (random.chance(0.6)) return undefined;
      const ms = random.chance(0.1) ? random.between(100, 1500) : random.between(1, 50);
      return new Promise((resolve) => this.#cluster.clock.schedule(ms, resolve));
    };
  }

  #watch({ membership, directory, lines, access }: TestNode): void {
    const { name } = membership;
    /** When the last beat was written, and the one before it. */
    let beats: readonly [number, number] = [0, 0];
    access.afterWrite = (call, [stream, events]) => {
      const at = this.#cluster.clock.now();
      if (call === 'append') this.#taken.set(stream, { node: name, at });
      if (call === 'append' && String(stream).startsWith('node/')) void this.#checkNote(String(stream), events);
      if (call === 'patch' && stream === `node/${name}`) beats = [beats[1], at];
    };
    lines.push = (...added) => {
      this.lines.push(...added);
      const [before] = beats;
      if (added.join().includes('go on'))
        for (const { sessionId } of directory.live) {
          const last = this.#taken.get(`log/${sessionId}`);
          if (last !== undefined && last.node !== name && last.at > before)
            this.lost.push(`seed ${this.#seed}: ${last.node} took ${sessionId} of ${name} at ${last.at}`);
        }
      return this.lines.length;
    };
  }

  /** A note has no effect if the node has beaten since. */
  async #checkNote(stream: string, events: unknown): Promise<void> {
    const [note] = events as readonly { readonly beat?: number }[];
    const noted = this.#nodes.find(({ membership }) => `node/${membership.name}` === stream);
    if (note?.beat === undefined || noted?.membership.isActive !== true) return;
    const found = await this.#cluster.journal.get(stream);
    if (found?.metadata['beat'] === note.beat)
      this.wronged.push(`seed ${this.#seed}: ${noted.membership.name} at ${this.#cluster.clock.now()}`);
  }
}

test('no node is counted as dead while it is active, and one that goes on has lost none of its sessions', async () => {
  const lines: string[] = [];
  for (let seed = 1; seed <= schedules; seed += 1) {
    const schedule = new Schedule(seed);
    await schedule.run();
    lines.push(...schedule.lines);
    expect({ lost: schedule.lost, wronged: schedule.wronged }).toEqual({ lost: [], wronged: [] });
  }
  // Both happen, so that the schedules show something.
  expect(lines).toContainEqual(expect.stringContaining('sessions go on'));
  expect(lines).toContainEqual(expect.stringContaining('its sessions stop'));
  expect(lines).toContainEqual(expect.stringContaining('was counted as dead'));
});
