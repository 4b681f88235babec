import { memoryPair, type Channel } from '@acp-stack/rpc';
import { expect, test, vi } from 'vitest';

import { agent } from '../../agent/agent.ts';
import { memoryStore } from '../../agent/store/memory-store.ts';
import { AgentLink } from './agent-link.ts';
import { client } from '../client.ts';

const info = { name: 'gardener', version: '1.0.0' };

test('connects once for all callers, and again with the same sessions when the agent has ended', async () => {
  const app = agent(info, { store: memoryStore() }).onPrompt(({ message, text }) => message.append(text));
  const theirs: Channel[] = [];
  await using link = new AgentLink(client(info), () => {
    const [ours, other] = memoryPair();
    app.connect(other);
    theirs.push(other);
    return ours;
  });
  expect(theirs).toHaveLength(0);
  const [connection, same] = await Promise.all([link.connect(), link.connect()]);
  expect([connection === same, theirs.length]).toEqual([true, 1]);
  const session = await connection.newSession({ cwd: '/' });
  theirs[0]?.destroy();
  await connection.closed;
  await link.connect();
  expect(theirs).toHaveLength(2);
  expect((await session.prompt('Roses')).stopReason).toBe('end_turn');
});

test('waits once for the end of a connection, however often it is asked for', async () => {
  await using link = new AgentLink(
    client(info),
    agent(info).onPrompt(() => undefined),
  );
  const { closed } = await link.connect();
  const wait = vi.spyOn(closed, 'then');
  for (let count = 0; count < 3; count += 1) await link.connect();
  expect(wait).not.toHaveBeenCalled();
});

test('tries again after a failure, and not once it is closed', async () => {
  const app = agent(info).onPrompt(() => undefined);
  let starts = 0;
  const link = new AgentLink(client(info), () => {
    starts += 1;
    if (starts === 1) throw new Error('The door is shut.');
    return app.start();
  });
  await expect(link.connect()).rejects.toThrow('The door is shut.');
  const connection = await link.connect();
  await link.close();
  await connection.closed;
  await expect(link.connect()).rejects.toThrow('The link to the agent is closed.');
});

test('keeps the sessions while the agent cannot be started again, and says how it has ended', async () => {
  const app = agent(info, { store: memoryStore() }).onPrompt(({ message, text }) => message.append(text));
  const theirs: Channel[] = [];
  const ends: unknown[] = [];
  await using link = new AgentLink(client(info), (ended) => {
    ends.push(ended?.by);
    if (ends.length === 2) throw new Error('The door is shut.');
    const [ours, other] = memoryPair();
    app.connect(other);
    theirs.push(other);
    return ours;
  });
  const connection = await link.connect();
  const session = await connection.newSession({ cwd: '/' });
  theirs[0]?.destroy();
  await connection.closed;
  await expect(link.connect()).rejects.toThrow('The door is shut.');
  expect(await link.connect()).toBe(connection);
  expect(ends).toEqual([undefined, 'them', 'them']);
  expect((await session.prompt('Roses')).stopReason).toBe('end_turn');
});

test('stops waiting for an agent that does not answer, for one caller or for good', async () => {
  const opened: Channel[] = [];
  const link = new AgentLink(client(info), () => {
    const [ours, theirs] = memoryPair();
    opened.push(theirs);
    return ours;
  });
  const one = new AbortController();
  const calls = [link.connect({ signal: one.signal }), link.connect()];
  const settled = Promise.allSettled(calls);
  one.abort(new Error('The user has left.'));
  await expect(calls[0]).rejects.toThrow('The user has left.');
  expect(opened).toHaveLength(1);
  await link.close();
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

test('ends while a channel is still being opened, and destroys the channel when it comes', async () => {
  const [ours, theirs] = memoryPair();
  let open: (channel: Channel) => void = () => undefined;
  const link = new AgentLink(client(info), () => new Promise<Channel>((resolve) => (open = resolve)));
  const call = expect(link.connect()).rejects.toThrow('The link to the agent is closed.');
  await link.close();
  await call;
  const ended = new Promise((resolve) => {
    theirs.open({
      receive: () => undefined,
      receiveUnparsed: () => undefined,
      reject: () => undefined,
      ended: resolve,
    });
  });
  open(ours);
  await ended;
});
