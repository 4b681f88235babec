import { settled } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { agent } from '../agent/agent.ts';
import { client } from '../client/client.ts';
import { proxy } from '../proxy/proxy.ts';

const info = { name: 'tester', version: '1.0.0' };

const greeter = () =>
  agent({ name: 'greeter', version: '1.0.0' }).onPrompt(async (turn) => {
    await turn.message.append('Hello!');
  });

describe('an agent is a component', () => {
  test('a client connects to it without a channel', async () => {
    await using connection = await client(info).connect(greeter());
    const session = await connection.newSession({ cwd: '/' });
    expect(await session.prompt('Hi')).toMatchObject({ stopReason: 'end_turn' });
  });

  test('each start is a connection of its own', async () => {
    const app = greeter();
    await using first = await client(info).connect(app);
    await using second = await client(info).connect(app);
    await first.close();
    expect((await second.newSession({ cwd: '/' })).id).toBeTypeOf('string');
  });

  test('a client goes on with it after its connection ended', async () => {
    const app = greeter();
    await using connection = await client(info).connect(app);
    const session = await connection.newSession({ cwd: '/' });
    connection.destroy();
    await connection.closed;
    expect((await connection.reconnect(app)).restored).toEqual([session]);
    expect(await session.prompt('Hi')).toMatchObject({ stopReason: 'end_turn' });
  });

  test('reconnecting to it while the connection is open is refused, and it is not started', async () => {
    await using connection = await client(info).connect(greeter());
    let starts = 0;
    const start = () => {
      starts += 1;
      return greeter().start();
    };
    const other = { name: 'other', role: 'either' as const, start };
    await expect(connection.reconnect(other)).rejects.toThrow('has not ended');
    expect(starts).toBe(0);
  });

  test('it has a name and a role', () => {
    expect([greeter().name, greeter().role]).toEqual(['greeter', 'agent']);
  });

  test('its signal stops it at once', async () => {
    const abort = new AbortController();
    const ends: unknown[] = [];
    const channel = greeter().start({ signal: abort.signal });
    channel.open({ receive: () => undefined, reject: () => undefined, ended: (error) => void ends.push(error) });
    const reason = new Error('Enough.');
    abort.abort(reason);
    await settled();
    expect(ends).toEqual([reason]);
    expect(() => greeter().start({ signal: abort.signal })).toThrow('Enough.');
  });
});

test('a proxy is a component, which no chain passes by unless it says so', () => {
  const made = proxy({ name: 'guard', version: '1.0.0' });
  expect([made.name, made.role, made.mayBypass]).toEqual(['guard', 'proxy', false]);
  expect(proxy(info, { mayBypass: true }).mayBypass).toBe(true);
  const channel = made.start();
  expect(channel.unsentBytes).toBe(0);
  channel.destroy();
});
