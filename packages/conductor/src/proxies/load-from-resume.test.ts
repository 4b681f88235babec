import { join } from 'node:path';

import { memoryJournal, sqliteJournal, type Journal } from '@acp-stack/journal';
import { wrapChannel } from '@acp-stack/rpc';
import { agent, type Agent, type SessionUpdate } from '@acp-stack/sdk';
import { describe, expect, test } from 'vitest';

import { eachFolder } from '../../../../test/support/each-folder.ts';
import { chained, connected, info, speaking, versions, type Connected, type Version } from './chain.test-support.ts';
import { loadFromResume } from './load-from-resume.ts';

let folder = '';
eachFolder((path) => {
  folder = path;
});

interface Call {
  readonly method?: string;
  readonly params?: { readonly replayFrom?: unknown };
}

/** An agent that says, in version 1, that it can only resume; `calls` has what it was asked. */
const resuming = (version: Version, served: Agent, calls: Call[]): ReturnType<typeof speaking> => ({
  name: 'agent',
  role: 'agent',
  start: () => {
    const channel = speaking(version, served).start();
    return wrapChannel(channel, {
      receive: (message, _, receiver) => {
        const { result, ...rest } = message as { readonly result?: { readonly agentCapabilities?: object } };
        if (result?.agentCapabilities === undefined) receiver.receive(message);
        else {
          const agentCapabilities = { sessionCapabilities: { resume: {} } };
          receiver.receive({ ...rest, result: { ...result, agentCapabilities } });
        }
      },
      send: (message) => {
        calls.push(message as Call);
        return channel.send(message);
      },
    });
  },
});

const talking = (): Agent =>
  agent(info).onPrompt(async ({ message, toolCall, text, session }) => {
    await message.append('You ');
    await message.append(`said ${text}.`);
    await toolCall({ title: 'Dig', kind: 'edit' }).complete();
    await session.update({ sessionUpdate: 'session_info_update', title: 'Roses' });
  });

/** What a person would see of updates. */
const shownBy = (updates: readonly SessionUpdate[]): string =>
  updates
    .map((update) => {
      const { sessionUpdate, content, title } = update as {
        readonly sessionUpdate: string;
        readonly content?: unknown;
        readonly title?: string;
      };
      if (sessionUpdate.includes('message')) {
        const blocks = [content].flat() as readonly { readonly text?: string }[];
        return `${sessionUpdate.startsWith('user') ? '>' : ''}${blocks.map((block) => block?.text ?? '').join('')}`;
      }
      return sessionUpdate.startsWith('tool_call') && title !== undefined ? `[${title}]` : '';
    })
    .join('');

const listed = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
};

const history = '>oneYou said one.[Dig]>twoYou said two.[Dig]';

describe.each(versions)('load-from-resume in version %i', (version) => {
  const open = (
    served: Agent,
    journal: Journal,
    calls: Call[] = [],
    warn?: (line: string) => void,
  ): Promise<Connected> => {
    const made = loadFromResume({ journal, ...(warn === undefined ? {} : { warn }) });
    return connected(version, chained([made], resuming(version, served, calls)));
  };

  test('replays a session from the journal, resumes it silently, and it goes on', async () => {
    const served = talking();
    const journal = memoryJournal();
    await using first = await open(served, journal);
    const { id } = await first.connection.newSession({ cwd: '/garden' });
    const session = first.connection.session(id);
    await session?.prompt('one');
    await session?.prompt('two');
    const calls: Call[] = [];
    await using second = await open(served, journal, calls);
    const loaded = await second.connection.load({ sessionId: id, cwd: '/garden' });
    expect(shownBy(second.updates)).toBe(history);
    const asked = calls.filter(({ method }) => method?.startsWith('session/') === true);
    expect(asked.map(({ method, params }) => [method, params?.replayFrom])).toEqual([['session/resume', undefined]]);
    await loaded.prompt('three');
    await using third = await open(served, journal);
    await third.connection.load({ sessionId: id, cwd: '/garden' });
    expect(shownBy(third.updates)).toBe(`${history}>threeYou said three.[Dig]`);
  });

  test('lists the sessions with their titles and directories, by directory too, and each once', async () => {
    const served = talking();
    const journal = memoryJournal();
    await using first = await open(served, journal);
    const garden = await first.connection.newSession({ cwd: '/garden' });
    await garden.prompt('one');
    const house = await first.connection.newSession({ cwd: '/house' });
    await using second = await open(served, journal);
    const all = await listed(second.connection.list());
    expect(all.map(({ sessionId, cwd, title }) => ({ sessionId, cwd, title }))).toEqual(
      expect.arrayContaining([
        { sessionId: house.id, cwd: '/house', title: undefined },
        { sessionId: garden.id, cwd: '/garden', title: 'Roses' },
      ]),
    );
    expect(all).toHaveLength(2);
    const some = await listed(second.connection.list({ cwd: '/house' }));
    expect(some.map(({ sessionId }) => sessionId)).toEqual([house.id]);
  });

  test('keeps the sessions of another agent apart', async () => {
    const journal = memoryJournal();
    await using first = await open(talking(), journal);
    await first.connection.newSession({ cwd: '/garden' });
    const other = agent({ name: 'other', version: '1' }).onPrompt(() => undefined);
    await using second = await open(other, journal);
    expect(await listed(second.connection.list())).toEqual([]);
  });

  test('a session that cannot be recorded is not replayed, the user of the program is told once, and the chain goes on', async () => {
    const served = talking();
    const journal = memoryJournal();
    const warnings: string[] = [];
    const append = (): Promise<never> => Promise.reject(new Error('The disk is full.'));
    const failing: Journal = new Proxy(journal, {
      get: (target, name) => {
        const value: unknown = name === 'append' ? append : Reflect.get(target, name);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
    await using first = await open(served, failing, [], (line) => warnings.push(line));
    for (let count = 0; count < 2; count += 1) {
      const session = await first.connection.newSession({ cwd: '/garden' });
      expect(await session.prompt('one')).toMatchObject({ stopReason: 'end_turn' });
    }
    await expect.poll(async () => (await journal.list()).streams).toEqual([]);
    expect(warnings).toEqual([
      'load-from-resume: a session cannot be loaded later, because it could not be recorded: The disk is full.',
    ]);
  });
});

test('the history outlives the program', async () => {
  const served = talking();
  const path = join(folder, 'sessions.db');
  let id = '';
  {
    await using journal = await sqliteJournal(path);
    const behind = chained([loadFromResume({ journal })], resuming(1, served, []));
    await using front = await connected(1, behind);
    const session = await front.connection.newSession({ cwd: '/garden' });
    await session.prompt('one');
    id = session.id;
  }
  await using journal = await sqliteJournal(path);
  await using front = await connected(1, chained([loadFromResume({ journal })], resuming(1, served, [])));
  await front.connection.load({ sessionId: id, cwd: '/garden' });
  expect(shownBy(front.updates)).toBe('>oneYou said one.[Dig]');
});

test('a session that was begun elsewhere is left to the agent', async () => {
  const served = talking();
  await using first = await connected(2, speaking(2, served));
  const session = await first.connection.newSession({ cwd: '/garden' });
  await session.prompt('one');
  const calls: Call[] = [];
  const behind = chained([loadFromResume({ journal: memoryJournal() })], resuming(2, served, calls));
  await using second = await connected(2, behind);
  await second.connection.load({ sessionId: session.id, cwd: '/garden' });
  expect(calls.find(({ method }) => method === 'session/resume')?.params?.replayFrom).toEqual({ type: 'start' });
  expect(shownBy(second.updates)).toBe('>oneYou said one.[Dig]');
});
