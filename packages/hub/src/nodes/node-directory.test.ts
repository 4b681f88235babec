import { JournalError } from '@acp-stack/journal';
import { describe, expect, test } from 'vitest';

import { promisesSettled } from '../../../../test/support/simulated-clock.ts';
import { NodeRows } from './node-rows.ts';
import { prompt, TestCluster, type TestNode } from './cluster.test-support.ts';

interface Started {
  readonly cluster: TestCluster;
  readonly nodes: readonly [TestNode, TestNode, TestNode];
}

/** Three nodes that know each other. */
async function three(): Promise<Started> {
  const cluster = new TestCluster();
  const nodes = [await cluster.start(), await cluster.start(), await cluster.start()] as const;
  await cluster.clock.advance(1000);
  return { cluster, nodes };
}

const nameOf = ({ membership }: TestNode): string => membership.name;

describe('NodeDirectory, asked for an owner', () => {
  test('takes a session that has none', async () => {
    const { cluster, nodes } = await three();
    const [sessionId = ''] = await cluster.createSessions(1);
    await nodes[0].directory.ensureOwner(sessionId);
    expect(await cluster.ownersOf([sessionId])).toEqual([nameOf(nodes[0])]);
    expect(nodes[0].directory.live.map((each) => each.sessionId)).toEqual([sessionId]);
  });

  test('takes a session once for many calls at the same time', async () => {
    const { cluster, nodes } = await three();
    const [sessionId = ''] = await cluster.createSessions(1);
    await Promise.all(Array.from({ length: 10 }, () => nodes[0].directory.ensureOwner(sessionId)));
    expect(await cluster.barriersOf(sessionId)).toEqual([nameOf(nodes[0])]);
  });

  test('leaves a session to a live node that owns it', async () => {
    const { cluster, nodes } = await three();
    const [sessionId = ''] = await cluster.createSessions(1);
    await nodes[0].directory.ensureOwner(sessionId);
    await nodes[1].directory.ensureOwner(sessionId);
    expect(await cluster.barriersOf(sessionId)).toEqual([nameOf(nodes[0])]);
    expect(nodes[1].directory.live).toEqual([]);
  });

  test('does nothing for a session that does not exist', async () => {
    const { nodes } = await three();
    await nodes[0].directory.ensureOwner('none');
    expect(nodes[0].directory.live).toEqual([]);
  });

  test('ends as the loser when another node was faster', async () => {
    const { cluster, nodes } = await three();
    const [sessionId = ''] = await cluster.createSessions(1);
    await Promise.all(nodes.map(({ directory }) => directory.ensureOwner(sessionId)));
    const [owner] = await cluster.ownersOf([sessionId]);
    const owners = nodes.filter(({ directory }) => directory.get(sessionId) !== undefined).map(nameOf);
    expect(owners).toEqual([owner]);
    expect(await cluster.barriersOf(sessionId)).toEqual([owner]);
  });

  test('passes the error of the store on, and takes the session at the next call', async () => {
    const { cluster, nodes } = await three();
    const [sessionId = ''] = await cluster.createSessions(1);
    nodes[0].access.isCut = true;
    await expect(nodes[0].directory.ensureOwner(sessionId)).rejects.toMatchObject({ code: 'unavailable' });
    nodes[0].access.isCut = false;
    await nodes[0].directory.ensureOwner(sessionId);
    expect(nodes[0].directory.get(sessionId)).toBeDefined();
  });
});

describe('NodeDirectory, given an item', () => {
  test('stores it and wakes the owner on this node', async () => {
    const { cluster, nodes } = await three();
    const [sessionId = ''] = await cluster.createSessions(1);
    expect(await nodes[0].directory.submit(sessionId, prompt('a'))).toBe(1);
    expect(nodes[0].sessions.get(sessionId)?.wakes).toBe(1);
    expect(await nodes[0].directory.submit(sessionId, prompt('b'))).toBe(2);
    expect(nodes[0].sessions.get(sessionId)?.wakes).toBe(2);
  });

  test('costs one append and no read when this node is the owner', async () => {
    const { cluster, nodes } = await three();
    const [sessionId = ''] = await cluster.createSessions(1);
    await nodes[0].directory.ensureOwner(sessionId);
    nodes[0].access.calls.clear();
    await nodes[0].directory.submit(sessionId, prompt('a'));
    expect(Object.fromEntries(nodes[0].access.calls)).toEqual({ append: 1 });
  });

  test('wakes the owner on another node within a beat', async () => {
    const { cluster, nodes } = await three();
    const [sessionId = ''] = await cluster.createSessions(1);
    await nodes[1].directory.ensureOwner(sessionId);
    const before = nodes[1].sessions.get(sessionId)?.wakes ?? 0;
    await nodes[0].directory.submit(sessionId, prompt('a'));
    await cluster.clock.advance(500);
    expect(nodes[1].sessions.get(sessionId)?.wakes).toBeGreaterThan(before);
    expect(nodes[0].directory.live).toEqual([]);
  });

  test('wakes every live session from time to time without a hint', async () => {
    const { cluster, nodes } = await three();
    const sessionIds = await cluster.createSessions(25);
    for (const sessionId of sessionIds) await nodes[0].directory.ensureOwner(sessionId);
    await cluster.clock.advance(5000);
    expect(sessionIds.map((sessionId) => nodes[0].sessions.get(sessionId)?.wakes)).toEqual(sessionIds.map(() => 1));
  });

  test('is not forgotten when the node that was asked to take the session is dead', async () => {
    const { cluster, nodes } = await three();
    const [sessionId = ''] = await cluster.createSessions(1);
    await nodes[0].directory.drain({ timeout: 0 });
    nodes[1].kill();
    nodes[2].kill();
    await nodes[0].directory.submit(sessionId, prompt('a'));
    const survivor = await cluster.start();
    await cluster.clock.advance(6000);
    expect(await cluster.ownersOf([sessionId])).toEqual([nameOf(survivor)]);
  });

  test('stores nothing if no owner can be found', async () => {
    const { cluster, nodes } = await three();
    const [sessionId = ''] = await cluster.createSessions(1);
    nodes[0].access.isCut = true;
    await expect(nodes[0].directory.submit(sessionId, prompt('a'))).rejects.toBeInstanceOf(JournalError);
    expect(await cluster.journal.get(`inbox/${sessionId}`)).toMatchObject({ last: 0 });
  });

  test('is acknowledged once it is stored, even if the owner cannot be told; it is looked at later', async () => {
    const { cluster, nodes } = await three();
    const [sessionId = ''] = await cluster.createSessions(1);
    await nodes[1].directory.ensureOwner(sessionId);
    let isStored = false;
    nodes[0].access.beforeCall = (name, stream) => {
      if (isStored) throw new JournalError('unavailable', 'The database does not answer.');
      isStored = name === 'append' && stream === `inbox/${sessionId}`;
    };
    expect(await nodes[0].directory.submit(sessionId, prompt('a'))).toBe(1);
    expect(nodes[0].lines).toContainEqual(expect.stringContaining('could not be told'));
  });

  test('is found by the survivors if the node ends right after it was stored', async () => {
    const { cluster, nodes } = await three();
    const [sessionId = ''] = await cluster.createSessions(1);
    nodes[0].access.beforeCall = (name, stream) => {
      if (name === 'append' && String(stream) === `inbox/${sessionId}`) {
        nodes[0].access.beforeCall = undefined;
        void cluster.store.submit(sessionId, prompt('a'));
        nodes[0].kill();
      }
    };
    void nodes[0].directory.submit(sessionId, prompt('a'));
    await cluster.clock.advance(5000);
    const [owner] = await cluster.ownersOf([sessionId]);
    expect([nodes[1], nodes[2]].map(nameOf)).toContain(owner);
  });

  test('that came while its session fell asleep is not forgotten', async () => {
    const { cluster, nodes } = await three();
    const [sessionId = ''] = await cluster.createSessions(1);
    await nodes[0].directory.submit(sessionId, prompt('a'));
    await cluster.store.patch(sessionId, { node: null });
    nodes[0].directory.ended(sessionId);
    expect(nodes[0].directory.live).toEqual([]);
    await cluster.clock.advance(3500);
    expect(await cluster.ownersOf([sessionId])).toEqual([nameOf(nodes[0])]);
  });

  test('lets a session sleep that has no new item', async () => {
    const { cluster, nodes } = await three();
    const [sessionId = ''] = await cluster.createSessions(1);
    await nodes[0].directory.submit(sessionId, prompt('a'));
    await cluster.clock.advance(60_000);
    await cluster.store.patch(sessionId, { node: null });
    nodes[0].directory.ended(sessionId);
    await cluster.clock.advance(10_000);
    expect(await cluster.ownersOf([sessionId])).toEqual([null]);
  });
});

describe('NodeDirectory, when a node dies', () => {
  test('shares its sessions among the survivors within five seconds, each taken once', async () => {
    const { cluster, nodes } = await three();
    const sessionIds = await cluster.createSessions(300);
    for (const sessionId of sessionIds) await nodes[0].directory.ensureOwner(sessionId);
    nodes[0].kill();
    await cluster.clock.advance(5000);
    const owners = await cluster.ownersOf(sessionIds);
    const shares = [nodes[1], nodes[2]].map((node) => owners.filter((owner) => owner === nameOf(node)).length);
    expect((shares[0] ?? 0) + (shares[1] ?? 0)).toBe(300);
    expect(Math.min(...shares)).toBeGreaterThan(100);
    for (const sessionId of sessionIds) expect(await cluster.barriersOf(sessionId)).toHaveLength(2);
  });

  test('removes the row of the dead node when none of its sessions is left', async () => {
    const { cluster, nodes } = await three();
    const [sessionId = ''] = await cluster.createSessions(1);
    await nodes[0].directory.ensureOwner(sessionId);
    nodes[0].kill();
    await cluster.clock.advance(10_000);
    expect(await cluster.journal.get(`node/${nameOf(nodes[0])}`)).toBeUndefined();
    expect(nodes[1].membership.others.dead).toEqual([]);
  });

  test('takes the share of a survivor that dies as well', async () => {
    const { cluster, nodes } = await three();
    const sessionIds = await cluster.createSessions(40);
    for (const sessionId of sessionIds) await nodes[0].directory.ensureOwner(sessionId);
    nodes[0].kill();
    await cluster.clock.advance(1500);
    nodes[1].kill();
    await cluster.clock.advance(8000);
    expect(new Set(await cluster.ownersOf(sessionIds))).toEqual(new Set([nameOf(nodes[2])]));
  });

  test('takes those first whose agent was working', async () => {
    const { cluster, nodes } = await three();
    const sessionIds = await cluster.createSessions(60);
    for (const sessionId of sessionIds) await nodes[0].directory.ensureOwner(sessionId);
    const busy = sessionIds.filter((_, index) => index % 6 === 0);
    for (const sessionId of busy) await cluster.store.patch(sessionId, { isBusy: true });
    nodes[2].kill();
    await cluster.clock.advance(5000);
    nodes[0].kill();
    await cluster.clock.advance(6000);
    expect([...nodes[1].sessions.keys()].slice(0, busy.length).toSorted()).toEqual([...busy].toSorted());
    expect(nodes[1].sessions.size).toBe(60);
  });

  test('takes no more at a time than allowed', async () => {
    const { cluster, nodes } = await three();
    const sessionIds = await cluster.createSessions(100);
    for (const sessionId of sessionIds) await nodes[0].directory.ensureOwner(sessionId);
    let [inside, most] = [0, 0];
    nodes[2].kill();
    nodes[1].access.beforeCall = async (name) => {
      if (name !== 'fence') return;
      inside += 1;
      most = Math.max(most, inside);
      await promisesSettled();
      inside -= 1;
    };
    nodes[0].kill();
    await cluster.clock.advance(6000);
    expect(new Set(await cluster.ownersOf(sessionIds))).toEqual(new Set([nameOf(nodes[1])]));
    expect(most).toBe(16);
  });

  test('tries sessions again that could not be taken', async () => {
    const { cluster, nodes } = await three();
    const sessionIds = await cluster.createSessions(3);
    for (const sessionId of sessionIds) await nodes[0].directory.ensureOwner(sessionId);
    for (const { access } of [nodes[1], nodes[2]]) {
      access.beforeCall = (name, stream) => {
        if (name === 'fence' && stream === `log/${sessionIds[1]}`)
          throw new JournalError('interrupted', 'The connection was lost.');
      };
    }
    nodes[0].kill();
    await cluster.clock.advance(6000);
    expect((await cluster.ownersOf(sessionIds)).map((owner) => owner === nameOf(nodes[0]))).toEqual([
      false,
      true,
      false,
    ]);
    for (const { access } of [nodes[1], nodes[2]]) access.beforeCall = undefined;
    await cluster.clock.advance(10_000);
    expect(await cluster.ownersOf(sessionIds)).not.toContain(nameOf(nodes[0]));
  });

  test('takes the sessions of the process before it at once, when no other process can use the journal', async () => {
    const cluster = new TestCluster();
    const old = await cluster.start({ isAlone: true });
    const sessionIds = await cluster.createSessions(20);
    for (const sessionId of sessionIds) await old.directory.ensureOwner(sessionId);
    old.kill();
    const node = await cluster.start({ isAlone: true });
    await promisesSettled();
    expect(new Set(await cluster.ownersOf(sessionIds))).toEqual(new Set([nameOf(node)]));
    await cluster.clock.advance(2000);
    expect(await cluster.journal.get(`node/${nameOf(old)}`)).toBeUndefined();
  });
});

describe('NodeDirectory, when its own node lapses', () => {
  test('stops every session without writing, and takes back what no other node has taken', async () => {
    const cluster = new TestCluster();
    const node = await cluster.start();
    const sessionIds = await cluster.createSessions(5);
    for (const sessionId of sessionIds) await node.directory.ensureOwner(sessionId);
    const before = [...node.sessions.values()];
    node.access.isCut = true;
    await cluster.clock.advance(3500);
    expect(before.map(({ stopped }) => stopped)).toEqual(sessionIds.map(() => 'fenced'));
    expect(node.directory.live).toEqual([]);
    expect(node.directory.isAccepting).toBe(false);
    expect(() => {
      node.directory.assertAccepting();
    }).toThrow('This hub cannot reach its database; try again in a moment.');
    node.access.isCut = false;
    await cluster.clock.advance(1000);
    expect(node.directory.live.map(({ sessionId }) => sessionId).toSorted()).toEqual([...sessionIds].toSorted());
  });

  test('leaves to the others what they have taken meanwhile', async () => {
    const { cluster, nodes } = await three();
    const sessionIds = await cluster.createSessions(20);
    for (const sessionId of sessionIds) await nodes[0].directory.ensureOwner(sessionId);
    nodes[0].access.isCut = true;
    await cluster.clock.advance(6000);
    nodes[0].access.isCut = false;
    await cluster.clock.advance(6000);
    expect(nodes[0].directory.live).toEqual([]);
    for (const sessionId of sessionIds) expect(await cluster.barriersOf(sessionId)).toHaveLength(2);
  });

  test('looks at the owners of its sessions at once after a late beat', async () => {
    const { cluster, nodes } = await three();
    const [lost, kept] = (await cluster.createSessions(2)) as [string, string];
    for (const sessionId of [lost, kept]) await nodes[0].directory.ensureOwner(sessionId);
    await cluster.clock.advance(5000);
    nodes[0].pause();
    await cluster.store.patch(lost, { node: nodes[1].membership.name });
    await cluster.clock.advance(2100);
    nodes[0].resume();
    await cluster.clock.advance(0);
    expect(nodes[0].sessions.get(lost)?.stopped).toBe('fenced');
    expect(nodes[0].sessions.get(kept)?.stopped).toBe(undefined);
  });

  test('takes nothing from a node that has come back while this one could not read the rows', async () => {
    const { cluster, nodes } = await three();
    const [sessionId = ''] = await cluster.createSessions(1);
    const { name } = nodes[0].membership;
    nodes[0].pause();
    await cluster.clock.advance(4000);
    expect(await nodes[1].membership.isAlive(name)).toBe(false);
    nodes[1].access.beforeCall = (call) => (call === 'list' ? new Promise(() => undefined) : undefined);
    nodes[0].resume();
    await cluster.clock.advance(1000);
    await nodes[0].directory.ensureOwner(sessionId);
    await nodes[1].directory.ensureOwner(sessionId);
    expect(await cluster.ownersOf([sessionId])).toEqual([name]);
  });

  test('stops a session whose taking ends after the lapse', async () => {
    const { cluster, nodes } = await three();
    const [sessionId = ''] = await cluster.createSessions(1);
    let resume = (): void => undefined;
    nodes[0].access.paused = new Promise((resolve) => (resume = resolve));
    const taking = nodes[0].directory.ensureOwner(sessionId);
    await cluster.clock.advance(1999);
    nodes[0].access.paused = undefined;
    nodes[0].access.beforeCall = async (name) => {
      if (name !== 'patch') await cluster.clock.advance(3000);
      else throw new JournalError('unavailable', 'The database does not answer.');
    };
    resume();
    await taking.catch(() => undefined);
    expect(nodes[0].directory.live).toEqual([]);
    for (const { stopped } of nodes[0].sessions.values()) expect(stopped).toBe('fenced');
  });

  test('stops a session that another node has taken while it had nothing to write', async () => {
    const { cluster, nodes } = await three();
    const [sessionId = ''] = await cluster.createSessions(1);
    await nodes[0].directory.ensureOwner(sessionId);
    await cluster.store.patch(sessionId, { node: null });
    await nodes[1].directory.ensureOwner(sessionId);
    await cluster.clock.advance(6000);
    expect(nodes[0].sessions.get(sessionId)?.stopped).toBe('fenced');
    expect(nodes[0].directory.live).toEqual([]);
    expect(nodes[1].directory.get(sessionId)).toBeDefined();
  });

  test('takes a session back that it could take only in part', async () => {
    const { cluster, nodes } = await three();
    const [sessionId = ''] = await cluster.createSessions(1);
    let calls = 0;
    nodes[0].access.afterCall = (name) => {
      if (name === 'append' && (calls += 1) === 1) throw new JournalError('interrupted', 'The connection was lost.');
    };
    await expect(nodes[0].directory.ensureOwner(sessionId)).rejects.toMatchObject({ code: 'interrupted' });
    expect(await cluster.ownersOf([sessionId])).toEqual([nameOf(nodes[0])]);
    expect(nodes[0].directory.live).toEqual([]);
    await cluster.clock.advance(4000);
    expect(nodes[0].directory.get(sessionId)).toBeDefined();
  });

  test('takes a session back that another node has fenced and never owned', async () => {
    const { cluster, nodes } = await three();
    const [sessionId = ''] = await cluster.createSessions(1);
    await nodes[0].directory.ensureOwner(sessionId);
    await cluster.store.fence(sessionId);
    // The next append of the session fails, and it ends.
    nodes[0].directory.ended(sessionId);
    await cluster.clock.advance(4000);
    expect(nodes[0].directory.get(sessionId)).toBeDefined();
    expect(await cluster.barriersOf(sessionId)).toEqual([nameOf(nodes[0]), nameOf(nodes[0])]);
  });
});

describe('NodeDirectory, drained', () => {
  test('hands sessions without work over at once, and the others when their turn ends', async () => {
    const { cluster, nodes } = await three();
    const sessionIds = await cluster.createSessions(10);
    for (const sessionId of sessionIds) await nodes[0].directory.ensureOwner(sessionId);
    const busy = nodes[0].sessions.get(sessionIds[0] ?? '');
    if (busy !== undefined) busy.isBusy = true;
    const draining = nodes[0].directory.drain({ timeout: 60_000 });
    await cluster.clock.advance(1500);
    expect(nodes[0].directory.live.map(({ sessionId }) => sessionId)).toEqual([sessionIds[0]]);
    expect(await cluster.ownersOf(sessionIds.slice(1))).not.toContain(nameOf(nodes[0]));
    expect(nodes[0].directory.isAccepting).toBe(false);
    // What waits for the end of the turn is for the next owner.
    expect(busy?.isFinishing).toBe(true);
    if (busy !== undefined) busy.isBusy = false;
    await cluster.clock.advance(1500);
    await draining;
    expect(await cluster.ownersOf(sessionIds)).not.toContain(nameOf(nodes[0]));
    expect([...nodes[0].sessions.values()].map(({ stopped }) => stopped)).toEqual(sessionIds.map(() => 'hand-over'));
  });

  test('hands a session with a turn over when the time is up', async () => {
    const { cluster, nodes } = await three();
    const [sessionId = ''] = await cluster.createSessions(1);
    await nodes[0].directory.ensureOwner(sessionId);
    const busy = nodes[0].sessions.get(sessionId);
    if (busy !== undefined) busy.isBusy = true;
    const draining = nodes[0].directory.drain({ timeout: 2000 });
    await cluster.clock.advance(1900);
    expect(nodes[0].directory.get(sessionId)).toBe(busy);
    await cluster.clock.advance(200);
    await draining;
    expect(busy?.stopped).toBe('hand-over');
  });

  test('waits no longer for a turn when it is closed meanwhile', async () => {
    const { cluster, nodes } = await three();
    const [sessionId = ''] = await cluster.createSessions(1);
    await nodes[0].directory.ensureOwner(sessionId);
    const busy = nodes[0].sessions.get(sessionId);
    if (busy !== undefined) busy.isBusy = true;
    const draining = nodes[0].directory.drain({ timeout: 600_000 });
    await cluster.clock.advance(5000);
    const closing = nodes[0].directory.close();
    await cluster.clock.advance(500);
    await Promise.all([draining, closing]);
    expect(busy?.stopped).toBe('hand-over');
  });

  test('leaves new sessions to the others, and gives them the items of its clients', async () => {
    const { cluster, nodes } = await three();
    const [sessionId = ''] = await cluster.createSessions(1);
    await nodes[0].directory.drain({ timeout: 0 });
    await nodes[0].directory.submit(sessionId, prompt('a'));
    await cluster.clock.advance(1000);
    expect([nodes[1], nodes[2]].map(nameOf)).toContain((await cluster.ownersOf([sessionId]))[0]);
    expect(() => {
      nodes[0].directory.assertAccepting();
    }).toThrow('This hub is drained and takes no sessions until it is restarted');
  });

  test('refuses an item when no other node could take the session', async () => {
    const cluster = new TestCluster();
    const node = await cluster.start();
    const [sessionId = ''] = await cluster.createSessions(1);
    await node.directory.drain({ timeout: 0 });
    await expect(node.directory.submit(sessionId, prompt('a'))).rejects.toMatchObject({ data: { reason: 'draining' } });
  });

  test('removes the row of the node when it closes, or leaves it to show that sessions are left', async () => {
    const { cluster, nodes } = await three();
    const sessionIds = await cluster.createSessions(4);
    for (const sessionId of sessionIds) await nodes[0].directory.ensureOwner(sessionId);
    const closing = nodes[0].directory.close();
    await cluster.clock.advance(3000);
    await closing;
    expect(await cluster.ownersOf(sessionIds)).not.toContain(nameOf(nodes[0]));
    await cluster.clock.advance(3000);
    expect(await cluster.journal.get(`node/${nameOf(nodes[0])}`)).toBeUndefined();
  });

  test('leaves what it was asked for and could not do any more to the next node', async () => {
    const cluster = new TestCluster();
    const node = await cluster.start();
    const [sessionId = ''] = await cluster.createSessions(1);
    await node.directory.drain({ timeout: 0 });
    // As another node does that does not know yet that this one ends.
    expect(await new NodeRows(cluster.journal).ask(nameOf(node), { sessionId })).toBe(true);
    await cluster.clock.advance(500);
    await node.directory.close();
    const next = await cluster.start();
    await cluster.clock.advance(6000);
    expect(await cluster.ownersOf([sessionId])).toEqual([nameOf(next)]);
    expect(await cluster.journal.get(`node/${nameOf(node)}`)).toBeUndefined();
  });

  test('leaves an item that it could not tell the owner of to the next node', async () => {
    const { cluster, nodes } = await three();
    const [sessionId = ''] = await cluster.createSessions(1);
    // The owner falls asleep while it is told, and cannot be asked.
    nodes[0].access.beforeCall = async (name, stream) => {
      if (name !== 'append' || stream !== `inbox/${sessionId}`) return;
      nodes[0].access.beforeCall = (each) => {
        if (each === 'get') throw new JournalError('interrupted', 'The connection was lost.');
      };
    };
    await nodes[1].directory.ensureOwner(sessionId);
    await nodes[0].directory.submit(sessionId, prompt('a'));
    await nodes[1].directory.stop(sessionId, 'hand-over');
    await cluster.store.patch(sessionId, { node: null });
    nodes[0].access.beforeCall = undefined;
    await nodes[0].directory.close();
    await cluster.clock.advance(6000);
    expect(await cluster.ownersOf([sessionId])).not.toEqual([null]);
  });

  test('is told that a node which has left cannot be asked', async () => {
    const cluster = new TestCluster();
    const rows = new NodeRows(cluster.journal);
    await rows.write('gone', { beat: 1, isDraining: true, hasLeft: true });
    expect(await rows.ask('gone', { sessionId: 's1' })).toBe(false);
    expect(await rows.bury('gone', 0)).toBe(false);
    expect(await rows.bury('gone', 1)).toBe(true);
  });

  test('is found by the next process when the only node has closed', async () => {
    const cluster = new TestCluster();
    const old = await cluster.start();
    const [sessionId = ''] = await cluster.createSessions(1);
    await old.directory.ensureOwner(sessionId);
    await old.directory.close();
    const node = await cluster.start();
    await cluster.clock.advance(1000);
    expect(await cluster.ownersOf([sessionId])).toEqual([nameOf(node)]);
  });

  test('is found also if a client asks for one of its sessions before the rows were read', async () => {
    const cluster = new TestCluster();
    const old = await cluster.start();
    const sessionIds = await cluster.createSessions(3);
    for (const sessionId of sessionIds) await old.directory.ensureOwner(sessionId);
    await old.directory.close();
    const node = cluster.node();
    node.access.beforeCall = async (name) => {
      if (name === 'list') await node.membership.isAlive(nameOf(old));
    };
    await node.directory.start();
    await cluster.clock.advance(3000);
    expect(await cluster.ownersOf(sessionIds)).toEqual(sessionIds.map(() => nameOf(node)));
  });

  test('keeps every session available while three nodes are restarted one after the other', async () => {
    const { cluster, nodes } = await three();
    const sessionIds = await cluster.createSessions(30);
    for (const [index, sessionId] of sessionIds.entries()) await nodes[index % 3]?.directory.ensureOwner(sessionId);
    const fresh: TestNode[] = [];
    let items = 0;
    for (const old of nodes) {
      fresh.push(await cluster.start());
      await cluster.clock.advance(1000);
      const closing = old.directory.close();
      for (let step = 0; step < 8; step += 1) {
        for (const sessionId of sessionIds) await fresh[0]?.directory.submit(sessionId, prompt(`p${(items += 1)}`));
        await cluster.clock.advance(500);
      }
      await closing;
    }
    await cluster.clock.advance(2000);
    const names = fresh.map(nameOf);
    for (const owner of await cluster.ownersOf(sessionIds)) expect(names).toContain(owner);
    // Every session has exactly one live owner, and it was woken for the items.
    for (const sessionId of sessionIds)
      expect(fresh.filter(({ directory }) => directory.get(sessionId) !== undefined)).toHaveLength(1);
  });
});
