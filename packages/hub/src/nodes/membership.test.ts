import { JournalError } from '@acp-stack/journal';
import { describe, expect, test } from 'vitest';

import { promisesSettled } from '../../../../test/support/simulated-clock.ts';
import { TestCluster, type TestNode } from './cluster.test-support.ts';

/** Nodes that know each other. */
async function started(count: number): Promise<{ readonly cluster: TestCluster; readonly nodes: readonly TestNode[] }> {
  const cluster = new TestCluster();
  const nodes: TestNode[] = [];
  for (let n = 0; n < count; n += 1) nodes.push(await cluster.start());
  await cluster.clock.advance(1000);
  return { cluster, nodes };
}

const namesOf = (nodes: readonly TestNode[]): readonly string[] =>
  nodes.map(({ membership }) => membership.name).toSorted();

describe('NodeMembership', () => {
  test('gives every node a name of its own, with the part that was asked for', async () => {
    const cluster = new TestCluster();
    const names = [cluster.node({ name: 'my host/1' }), cluster.node({ name: 'my host/1' })].map(
      ({ membership }) => membership.name,
    );
    expect(names[0]).toMatch(/^my-host-1-[0-9a-f]{12}$/u);
    expect(names[0]).not.toBe(names[1]);
  });

  test('sees the nodes that are alive', async () => {
    const { cluster, nodes } = await started(3);
    await cluster.clock.advance(60_000);
    for (const { membership } of nodes) {
      expect([...membership.others.alive, membership.name].toSorted()).toEqual(namesOf(nodes));
      expect(membership.others.dead).toEqual([]);
      expect(membership.isActive).toBe(true);
    }
  });

  test('counts a node as dead between 2.5 and 3.5 seconds after its last beat, and not before', async () => {
    const { cluster, nodes } = await started(3);
    const [first, second] = nodes as [TestNode, TestNode];
    const { name } = first.membership;
    first.kill();
    await cluster.clock.advance(2000);
    expect(await second.membership.isAlive(name)).toBe(true);
    await cluster.clock.advance(1500);
    expect(await second.membership.isAlive(name)).toBe(false);
  });

  test('lapses two seconds after its last beat, before any other node counts it as dead', async () => {
    const { cluster, nodes } = await started(2);
    const [first, second] = nodes as [TestNode, TestNode];
    first.access.isCut = true;
    const wasAlive: boolean[] = [];
    await cluster.clock.advanceUntil(
      async () => {
        wasAlive.push(await second.membership.isAlive(first.membership.name));
        return !first.membership.isActive;
      },
      { what: 'the node has lapsed', step: 10, limit: 3000 },
    );
    expect(wasAlive.at(-1)).toBe(true);
    expect(first.lines).toContainEqual(expect.stringContaining('its sessions stop'));
  });

  test('knows at once that it has lapsed when it runs again after a pause, without waiting for a timer', async () => {
    const cluster = new TestCluster();
    const node = await cluster.start();
    node.kill();
    await cluster.clock.advance(3501);
    expect(node.membership.isActive).toBe(false);
  });

  test('lapses also when it writes its row right after a pause, before the timer of the lapse', async () => {
    const cluster = new TestCluster();
    const node = cluster.node({ beatEvery: 2000, lapsedAfter: 2000, settleAfter: 2500 });
    const seen: string[] = [];
    const note = (what: string) => (): void => void seen.push(what);
    await node.membership.start({
      died: note('died'),
      lapsed: note('lapsed'),
      returned: note('returned'),
      asked: note('asked'),
    });
    // The timer of the beat is older than that of the lapse, so it comes first.
    await cluster.clock.advance(2000);
    expect(seen).toEqual(['lapsed', 'returned']);
    expect(node.membership.isActive).toBe(true);
  });

  test('goes on after a pause of the process if no other node has taken its sessions', async () => {
    const { cluster, nodes } = await started(1);
    const [node] = nodes as [TestNode];
    const [sessionId] = (await cluster.createSessions(1)) as [string];
    await node.directory.ensureOwner(sessionId);
    for (const pause of [3600, 4100, 60_000]) {
      node.pause();
      await cluster.clock.advance(pause);
      expect(node.membership.isActive).toBe(false);
      node.resume();
      await cluster.clock.advance(2000);
      expect(node.membership.isActive).toBe(true);
    }
    expect(node.sessions.get(sessionId)?.stopped).toBe(undefined);
    expect(await cluster.barriersOf(sessionId)).toHaveLength(1);
    expect(node.lines.at(-1)).toMatch(/ beat \d+ ms too late; no other node counted it as dead: sessions go on\.$/u);
  });

  test('stops its sessions after a pause of the process if another node has counted it as dead', async () => {
    const { cluster, nodes } = await started(2);
    const [first, second] = nodes as [TestNode, TestNode];
    const [sessionId] = (await cluster.createSessions(1)) as [string];
    await first.directory.ensureOwner(sessionId);
    const session = first.sessions.get(sessionId);
    first.pause();
    await cluster.clock.advance(4000);
    expect(await second.membership.isAlive(first.membership.name)).toBe(false);
    first.resume();
    await cluster.clock.advance(0);
    expect(session?.stopped).toBe('fenced');
    await cluster.clock.advance(10_000);
    expect(first.lines).toEqual([expect.stringMatching(/was counted as dead by .+; its sessions stop\.$/u)]);
    expect(first.membership.isActive).toBe(true);
    expect(await cluster.ownersOf([sessionId])).toEqual([second.membership.name]);
  });

  test('stops its sessions after a pause that its own clock has not noticed, and when its row was removed', async () => {
    const { cluster, nodes } = await started(1);
    const [{ membership, lines }] = nodes as [TestNode];
    await cluster.journal.append(`node/${membership.name}`, [{ takenBy: 'other', beat: 3 }]);
    await cluster.clock.advance(1000);
    expect(lines).toEqual([`The node ${membership.name} was counted as dead by other; its sessions stop.`]);
    await cluster.journal.delete(`node/${membership.name}`);
    await cluster.clock.advance(1000);
    expect(lines.slice(1)).toEqual([
      `The node ${membership.name} was counted as dead by another node; its sessions stop.`,
    ]);
    expect(membership.isActive).toBe(true);
  });

  test('stops its sessions after a pause of the process if it cannot write its row soon', async () => {
    const { cluster, nodes } = await started(1);
    const [node] = nodes as [TestNode];
    node.pause();
    await cluster.clock.advance(10_000);
    node.access.isCut = true;
    node.resume();
    await cluster.clock.advance(900);
    expect(node.lines).not.toContainEqual(expect.stringContaining('its sessions stop'));
    await cluster.clock.advance(200);
    expect(node.lines).toContainEqual(expect.stringContaining('its sessions stop'));
  });

  test('counts no node as dead before that is written into its row', async () => {
    const { cluster, nodes } = await started(2);
    const [first, second] = nodes as [TestNode, TestNode];
    const { name } = first.membership;
    first.kill();
    second.access.beforeCall = (call, stream) => {
      if (call === 'append' && stream === `node/${name}`) throw new JournalError('busy', 'A lock is held.');
    };
    await cluster.clock.advance(10_000);
    expect(await second.membership.isAlive(name)).toBe(true);
    second.access.beforeCall = undefined;
    await cluster.clock.advance(1000);
    expect(await second.membership.isAlive(name)).toBe(false);
    expect(second.lines).toEqual([expect.stringContaining('A lock is held.')]);
  });

  test('takes nothing from a node that beats while it is counted as dead', async () => {
    const { cluster, nodes } = await started(2);
    const [first, second] = nodes as [TestNode, TestNode];
    const { name } = first.membership;
    const [sessionId] = (await cluster.createSessions(1)) as [string];
    await first.directory.ensureOwner(sessionId);
    first.pause();
    second.access.beforeCall = (call, stream) => {
      // Between the reading that found it silent and the note.
      if (call === 'append' && stream === `node/${name}`) first.resume();
      return call === 'append' ? promisesSettled() : undefined;
    };
    await cluster.clock.advance(4000);
    expect(await second.membership.isAlive(name)).toBe(true);
    await cluster.clock.advance(10_000);
    expect(await cluster.ownersOf([sessionId])).toEqual([name]);
    expect(await cluster.barriersOf(sessionId)).not.toContain(second.membership.name);
  });

  test('is active again as soon as it could write its row, also after its row was removed', async () => {
    const { cluster, nodes } = await started(2);
    const [first, second] = nodes as [TestNode, TestNode];
    const { name } = first.membership;
    first.access.isCut = true;
    // The other one has no sessions to take, so it removes the row.
    await cluster.clock.advanceUntil(async () => (await cluster.journal.get(`node/${name}`)) === undefined, {
      what: 'the row is removed',
    });
    first.access.isCut = false;
    await cluster.clock.advance(1000);
    expect(first.membership.isActive).toBe(true);
    expect(await second.membership.isAlive(name)).toBe(true);
    expect(second.membership.others.alive).toEqual([name]);
  });

  test('goes on without the store for longer than two seconds when it is alone, and not for ever', async () => {
    const { cluster, nodes } = await started(1);
    const [node] = nodes as [TestNode];
    node.access.isCut = true;
    await cluster.clock.advance(2900);
    expect(node.membership.isActive).toBe(true);
    node.access.isCut = false;
    await cluster.clock.advance(1000);
    expect(node.membership.isActive).toBe(true);
    expect(node.lines).not.toContainEqual(expect.stringContaining('its sessions stop'));
    node.access.isCut = true;
    await cluster.clock.advance(4000);
    expect(node.membership.isActive).toBe(false);
    expect(node.lines.at(-1)).toMatch(/could not write its row for \d+ ms; its sessions stop\.$/u);
  });

  test('has stopped before a node that starts meanwhile counts it as dead', async () => {
    const { cluster, nodes } = await started(1);
    const [first] = nodes as [TestNode];
    first.access.isCut = true;
    await cluster.clock.advance(10);
    const second = await cluster.start();
    await cluster.clock.advanceUntil(async () => !(await second.membership.isAlive(first.membership.name)), {
      what: 'it is counted as dead',
      step: 10,
      limit: 5000,
    });
    expect(first.membership.isActive).toBe(false);
  });

  test('counts no node as dead because none could reach the store', async () => {
    const { cluster, nodes } = await started(3);
    for (const { access } of nodes) access.isCut = true;
    await cluster.clock.advance(20_000);
    expect(nodes.map(({ membership }) => membership.isActive)).toEqual([false, false, false]);
    for (const { access } of nodes) access.isCut = false;
    await cluster.clock.advance(2000);
    for (const { membership } of nodes) {
      expect(membership.isActive).toBe(true);
      expect(membership.others.dead).toEqual([]);
    }
  });

  test('a write that took longer than the lapse does not make a node active', async () => {
    const { cluster, nodes } = await started(1);
    const [node] = nodes as [TestNode];
    let resume = (): void => undefined;
    node.access.paused = new Promise((resolve) => (resume = resolve));
    await cluster.clock.advance(10_000);
    node.access.paused = undefined;
    resume();
    await promisesSettled();
    expect(node.membership.isActive).toBe(false);
    await cluster.clock.advance(500);
    expect(node.membership.isActive).toBe(true);
  });

  test('says nothing of sessions that go on when several beats that waited for the store come back', async () => {
    const { cluster, nodes } = await started(1);
    const [first] = nodes as [TestNode];
    first.access.isCut = true;
    await cluster.clock.advance(6000);
    first.access.isCut = false;
    const resume: (() => void)[] = [];
    const [write, look] = [0, 1].map(() => new Promise<void>((resolve) => void resume.push(resolve)));
    first.access.beforeCall = (name) => (name === 'patch' ? write : name === 'get' ? look : undefined);
    await cluster.clock.advance(1600);
    // All of them write the row before one has read it.
    for (const goOn of resume) {
      goOn();
      await promisesSettled();
    }
    expect(first.membership.isActive).toBe(true);
    expect(first.lines.map((line) => line.replace(/.* (?=its sessions|cannot)/u, ''))).toEqual([
      'cannot use the store: The database does not answer.',
      'its sessions stop.',
    ]);
  });

  test('goes on although one beat hangs for ever', async () => {
    const { cluster, nodes } = await started(2);
    const [first, second] = nodes as [TestNode, TestNode];
    let hangs = 0;
    first.access.beforeCall = (name) => {
      if (name !== 'patch' || (hangs += 1) > 1) return undefined;
      return new Promise(() => undefined);
    };
    await cluster.clock.advance(5000);
    expect(hangs).toBeGreaterThan(1);
    expect(first.membership.isActive).toBe(true);
    expect(await second.membership.isAlive(first.membership.name)).toBe(true);
  });

  test('goes on although the rows cannot be read', async () => {
    const { cluster, nodes } = await started(2);
    const [first, second] = nodes as [TestNode, TestNode];
    first.access.beforeCall = (name) => (name === 'list' ? new Promise(() => undefined) : undefined);
    first.access.calls.clear();
    await cluster.clock.advance(60_000);
    expect(first.membership.isActive).toBe(true);
    expect(first.lines).toEqual([]);
    expect(second.lines).toEqual([]);
    expect(await second.membership.isAlive(first.membership.name)).toBe(true);
    expect(Object.fromEntries(first.access.calls)).toEqual({ patch: 120, list: 4 });
  });

  test('does not lapse because one beat hangs', async () => {
    const { cluster, nodes } = await started(2);
    const [first] = nodes as [TestNode];
    let hangs = 0;
    first.access.beforeCall = (name) => {
      if (name !== 'patch' || (hangs += 1) > 1) return undefined;
      return new Promise(() => undefined);
    };
    await cluster.clock.advance(5000);
    expect(hangs).toBeGreaterThan(1);
    expect(first.lines).toEqual([]);
  });

  test('lets only a few beats hang', async () => {
    const { cluster, nodes } = await started(1);
    const [node] = nodes as [TestNode];
    let hangs = 0;
    node.access.beforeCall = () => {
      hangs += 1;
      return new Promise(() => undefined);
    };
    await cluster.clock.advance(600_000);
    expect(hangs).toBe(4);
    expect(node.membership.isActive).toBe(false);
  });

  test('never lapses when no other process can use the journal, and counts all others as dead at once', async () => {
    const cluster = new TestCluster();
    const old = await cluster.start();
    old.kill();
    const node = await cluster.start({ isAlone: true });
    expect(await node.membership.isAlive(old.membership.name)).toBe(false);
    node.access.isCut = true;
    await cluster.clock.advance(60_000);
    expect(node.membership.isActive).toBe(true);
  });

  test('looks a node up that it has never seen', async () => {
    const { cluster, nodes } = await started(1);
    const [first] = nodes as [TestNode];
    const second = await cluster.start();
    expect(await first.membership.isAlive(second.membership.name)).toBe(true);
    expect(await first.membership.isAlive('nobody')).toBe(false);
  });

  test('reads the rows twice a second and nothing else while nothing happens', async () => {
    const { cluster, nodes } = await started(2);
    const [first] = nodes as [TestNode];
    first.access.calls.clear();
    await cluster.clock.advance(10_000);
    expect(Object.fromEntries(first.access.calls)).toEqual({ patch: 20, list: 20 });
  });
});
