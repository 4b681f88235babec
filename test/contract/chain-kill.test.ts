/**
 * Whatever dies in a chain, and whenever: the client is told what and why, nothing hangs, and nothing is left behind.
 */
import type { ExitPolicy } from '@acp-stack/sdk';
import { describe, expect, test } from 'vitest';

import type { Fields } from '../../packages/conductor/src/raw-component.test-support.ts';
import { KillStage, names, type Name } from './chains/kill-stage.ts';

type Phase = 'idle' | 'streaming' | 'permission' | 'cancel';
const phases: readonly Phase[] = ['idle', 'streaming', 'permission', 'cancel'];
const versions = ['v1', 'v2'] as const;
const policies: readonly ExitPolicy[] = ['fail', 'restart', 'bypass'];

/** An error that names the component, with its last words. */
const named = (name: Name): object => ({
  error: {
    code: -32_603,
    message: expect.stringContaining(`The component ${name} has failed`) as string,
    data: {
      component: name,
      signal: 'SIGKILL',
      lastWords: expect.arrayContaining([`${name} is up`]) as string[],
    },
  },
});

const isMethod =
  (method: string) =>
  (message: Fields): boolean =>
    message['method'] === method;

/** Kills `name` in a phase; every request that was open is answered, and every question is withdrawn. */
async function killIn(phase: Phase, name: Name, stage: KillStage): Promise<void> {
  const { client } = stage;
  await stage.ready(name);
  client.received.length = 0;
  if (phase === 'idle') {
    stage.kill(name);
    return;
  }
  const open = stage.prompt(phase === 'permission' ? 'ask' : 'stream');
  await client.until(isMethod(phase === 'permission' ? 'session/request_permission' : 'session/update'));
  if (phase === 'cancel')
    client.channel.send({ jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 'session' } });
  stage.kill(name);
  const answer = await stage.answer(open);
  if (phase === 'cancel' && answer['error'] === undefined)
    expect(answer).toMatchObject({ result: { stopReason: 'cancelled' } });
  else expect(answer).toMatchObject(named(name));
  expect(client.received.filter(({ id, method }) => id === open && method === undefined)).toHaveLength(1);
  if (phase !== 'permission') return;
  const { id } = client.received.find(isMethod('session/request_permission')) ?? {};
  const { params } = await client.until(isMethod('$/cancel_request'));
  expect(params).toEqual({ requestId: id });
  // An answer that comes too late does no harm.
  client.channel.send({ jsonrpc: '2.0', id, result: { outcome: { outcome: 'cancelled' } } });
}

/** What the policy promises, once the component has died. */
async function keepsPromise(policy: ExitPolicy, name: Name, stage: KillStage): Promise<void> {
  await expect
    .poll(() => stage.events)
    .toContainEqual(expect.objectContaining({ kind: 'life', component: name, step: 'ended' }));
  if (policy === 'fail') {
    for (const method of ['session/list', '_any'])
      expect(await stage.answer(stage.send(method, {}))).toMatchObject(named(name));
    return;
  }
  stage.client.received.length = 0;
  const answer = await stage.answer(stage.prompt('hello'));
  expect(answer).toMatchObject({ result: { stopReason: 'end_turn' } });
  expect(stage.client.received.filter(isMethod('session/update'))).toHaveLength(1);
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

async function leavesNothing(stage: KillStage): Promise<void> {
  await stage.close();
  expect(stage.pids.filter(isAlive)).toEqual([]);
}

describe.each(versions)('in this process, in %s', (version) => {
  const cases = policies.flatMap((policy) =>
    names.flatMap((name) =>
      policy === 'bypass' && name === 'agent' ? [] : phases.map((phase) => [policy, name, phase] as const),
    ),
  );

  test.each(cases)('%s: %s dies (%s)', async (policy, name, phase) => {
    const stage = new KillStage({ as: 'in process', version, policies: { [name]: policy } });
    await stage.begin();
    await killIn(phase, name, stage);
    await keepsPromise(policy, name, stage);
    await leavesNothing(stage);
  });

  const early = policies.flatMap((policy) =>
    names.flatMap((name) =>
      policy === 'bypass' && name === 'agent'
        ? []
        : (['start', 'initialize'] as const).map((dies) => [policy, name, dies] as const),
    ),
  );

  test.each(early)('%s: %s dies at its %s, and the client may initialize again', async (policy, name, dies) => {
    const stage = new KillStage({ as: 'in process', version, policies: { [name]: policy }, early: { name, dies } });
    expect(await stage.initialize()).toMatchObject(named(name));
    await stage.begin();
    expect(await stage.answer(stage.prompt('hello'))).toMatchObject({ result: { stopReason: 'end_turn' } });
    await leavesNothing(stage);
  });
});

describe('kill -9 of a process', () => {
  test('restart: each of them, in each phase, one after the other', async () => {
    const all = { first: 'restart', second: 'restart', agent: 'restart' } as const;
    const stage = new KillStage({ as: 'process', version: 'v2', policies: all });
    await stage.begin();
    for (const name of names)
      for (const phase of phases) {
        stage.events.length = 0;
        await killIn(phase, name, stage);
        await keepsPromise('restart', name, stage);
      }
    for (const name of names) await stage.ready(name);
    expect(new Set(stage.pids).size).toBe(names.length + names.length * phases.length);
    await leavesNothing(stage);
  });

  test.each([
    ['fail', 'first', 'streaming'],
    ['fail', 'second', 'permission'],
    ['fail', 'agent', 'cancel'],
    ['bypass', 'second', 'streaming'],
  ] as const)('%s: %s dies (%s)', async (policy, name, phase) => {
    const stage = new KillStage({ as: 'process', version: 'v1', policies: { [name]: policy } });
    await stage.begin();
    await killIn(phase, name, stage);
    await keepsPromise(policy, name, stage);
    await leavesNothing(stage);
  });

  test.each([
    ['second', 'start'],
    ['agent', 'initialize'],
  ] as const)('%s dies at its %s, and the client may initialize again', async (name, dies) => {
    const stage = new KillStage({ as: 'process', version: 'v2', policies: {}, early: { name, dies } });
    expect(await stage.initialize()).toMatchObject(named(name));
    await stage.begin();
    expect(await stage.answer(stage.prompt('hello'))).toMatchObject({ result: { stopReason: 'end_turn' } });
    await leavesNothing(stage);
  });
});
