/** What a session keeps after its process has ended: undo, permissions, and the conversation of its model. */
import type { Journal } from '@acp-stack/journal';
import { modelServer, type ModelServer } from '@acp-stack/testing/model-server';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { AgentFixture, eachJournal, type AgentFixtureOptions } from './agent-fixture.test-support.ts';

let cwd: string;
let journal: Journal;

eachJournal((place) => {
  ({ cwd, journal } = place);
});

const start = (options: Partial<AgentFixtureOptions> = {}): AgentFixture =>
  new AgentFixture({ journal, cwd, ...options });

const rose = (): Promise<string> => readFile(join(cwd, 'rose.md'), 'utf8');

/** A session in which these things were said; its process has gone. */
async function lived(words: readonly string[], options: Partial<AgentFixtureOptions> = {}): Promise<string> {
  await using life = start(options);
  const sessionId = await life.open();
  for (const each of words) await life.prompt(sessionId, each);
  return sessionId;
}

describe('/undo', () => {
  test('takes back what an earlier process has changed, one by one', async () => {
    const sessionId = await lived(['/edit rose.md "red" "white"', '/edit rose.md "thorns" "leaves"']);
    {
      await using life = start();
      await life.load(sessionId);
      expect((await life.prompt(sessionId, '/undo')).text).toBe('Done. rose.md is as it was before the change.\n');
      expect(await rose()).toBe('A rose is white.\nIt has thorns.\n');
    }
    await using life = start();
    await life.load(sessionId);
    await life.prompt(sessionId, '/undo');
    expect(await rose()).toBe('A rose is red.\nIt has thorns.\n');
    expect((await life.prompt(sessionId, '/undo')).text).toContain('There is no change to undo.');
  });

  test('leaves a file alone that was changed since', async () => {
    const sessionId = await lived(['/edit rose.md "red" "white"']);
    await writeFile(join(cwd, 'rose.md'), 'mine\n');
    await using life = start();
    await life.load(sessionId);
    expect((await life.prompt(sessionId, '/undo')).text).toBe('rose.md has changed since; it is not overwritten.\n');
    expect(await rose()).toBe('mine\n');
  });

  test('goes on with another file when that was changed since', async () => {
    await writeFile(join(cwd, 'lily.md'), 'white\n');
    const sessionId = await lived(['/edit rose.md "red" "white"', '/edit lily.md "white" "blue"']);
    await writeFile(join(cwd, 'lily.md'), 'mine\n');
    {
      await using life = start();
      await life.load(sessionId);
      expect((await life.prompt(sessionId, '/undo')).text).toBe(
        'lily.md has changed since; it is not overwritten. /undo path undoes my change of another file: rose.md.\n',
      );
      expect((await life.prompt(sessionId, '/undo rose.md')).text).toBe(
        'Done. rose.md is as it was before the change.\n',
      );
      expect(await rose()).toBe('A rose is red.\nIt has thorns.\n');
    }
    await using life = start();
    await life.load(sessionId);
    expect((await life.prompt(sessionId, '/undo ./rose.md')).text).toBe('There is no change of ./rose.md to undo.\n');
    await writeFile(join(cwd, 'lily.md'), 'blue\n');
    expect((await life.prompt(sessionId, '/undo')).text).toBe('Done. lily.md is as it was before the change.\n');
  });

  test('says when a change was too large to be kept, and goes on with the one before', async () => {
    const large = 'x'.repeat(2_100_000);
    await writeFile(join(cwd, 'large.md'), large);
    let sessionId: string;
    {
      await using life = start();
      sessionId = await life.open();
      await life.prompt(sessionId, '/edit rose.md "red" "white"');
      const { updates } = await life.prompt(sessionId, '/edit --- a/large.md\n+++ /dev/null\n@@ -1 +0,0 @@\n-' + large);
      expect(updates).toContainEqual(
        expect.objectContaining({ title: 'This change is too large to be undone after a restart.' }),
      );
    }
    await using life = start();
    await life.load(sessionId);
    expect((await life.prompt(sessionId, '/undo')).text).toMatch(/^My newest change, of large\.md, was too large/u);
    await life.prompt(sessionId, '/undo');
    expect(await rose()).toBe('A rose is red.\nIt has thorns.\n');
  });

  test('is not about what was done in the session that this one was forked from', async () => {
    const sessionId = await lived(['/edit rose.md "red" "white"']);
    await using life = start();
    await life.load(sessionId);
    const fork = (await life.call('session/fork', { sessionId, cwd }))['sessionId'] as string;
    expect((await life.prompt(fork, '/undo')).text).toContain('There is no change to undo.');
  });
});

describe('what the user answered for good', () => {
  test.each([
    ['allow_always_0', 'Exit code 0.'],
    ['reject_always_1', 'The user does not allow this in this session.'],
  ])('with %s holds in a later process, and not in a fork', async (answer, outcome) => {
    const sessionId = await lived(['/run echo petals'], { answer });
    await using life = start({ answer: 'reject_once' });
    await life.load(sessionId);
    expect((await life.prompt(sessionId, '/run echo petals')).text).toContain(outcome);
    expect(life.questions).toEqual([]);
    const fork = (await life.call('session/fork', { sessionId, cwd }))['sessionId'] as string;
    expect((await life.prompt(fork, '/run echo petals')).text).toContain('Permission was refused.');
    expect(life.questions).toEqual(['Run “echo petals”?']);
    // And goes with the session.
    await life.call('session/delete', { sessionId });
    expect((await journal.list()).streams.map(({ stream }) => stream)).toEqual([fork]);
  });

  test('once is asked for again', async () => {
    const sessionId = await lived(['/run echo petals']);
    await using life = start();
    await life.load(sessionId);
    await life.prompt(sessionId, '/run echo petals');
    expect(life.questions).toHaveLength(1);
  });
});

test('a fork shows the settings of its origin at once', async () => {
  await using life = start();
  const sessionId = await life.open();
  await life.call('session/set_config_option', { sessionId, configId: 'mode', type: 'id', value: 'read-only' });
  const { configOptions, sessionId: fork } = await life.call('session/fork', { sessionId, cwd });
  expect(configOptions).toContainEqual(expect.objectContaining({ configId: 'mode', currentValue: 'read-only' }));
  expect((await life.prompt(fork as string, '/edit rose.md "red" "white"')).text).toContain(
    'which does not allow this',
  );
});

describe('with a model', () => {
  let server: ModelServer;

  beforeEach(async () => {
    server = await modelServer();
  });

  afterEach(async () => {
    await server.close();
  });

  /** What the model was told in a request, without the instructions. */
  async function told(number: number): Promise<readonly { readonly role: string; readonly text: string }[]> {
    const { messages } = (await server.request(number)).body as {
      readonly messages: readonly { readonly role: string; readonly content: unknown }[];
    };
    return messages
      .filter(({ role }) => role !== 'system')
      .map(({ role, ...rest }) => ({ role, text: JSON.stringify(rest) }));
  }

  const facts = { contextWindow: 100_000, price: { input: 1_000_000, output: 2_000_000 } };
  const usageIn = (updates: readonly object[]): unknown =>
    updates.findLast((update) => 'sessionUpdate' in update && update.sessionUpdate === 'usage_update');

  test('what it has cost goes on, and a fork begins its own account', async () => {
    const usage = { input: 10, output: 5 };
    server.add({ text: 'One.', usage }, { text: 'Two.', usage }, { text: 'Three.', usage });
    const sessionId = await lived(['Count.'], { server, facts });
    await using life = start({ server, facts });
    await life.load(sessionId);
    const { updates } = await life.prompt(sessionId, 'Go on.');
    expect(usageIn(updates)).toMatchObject({ used: 15, size: 100_000, cost: { amount: 40, currency: 'USD' } });
    const fork = (await life.call('session/fork', { sessionId, cwd }))['sessionId'] as string;
    expect(usageIn((await life.prompt(fork, 'Go on.')).updates)).toMatchObject({ cost: { amount: 20 } });
  });

  test('a summary stays in the place of what it sums up', async () => {
    server.add({ text: 'Roses are red.' }, { text: 'They spoke of roses.' }, { text: 'Yes.' });
    const sessionId = await lived(['What are roses?', '/compact'], { server, facts });
    await using life = start({ server, facts });
    await life.load(sessionId);
    await life.prompt(sessionId, 'Really?');
    const messages = JSON.stringify(await told(3));
    expect(messages).toContain('They spoke of roses.');
    expect(messages).not.toContain('Roses are red.');
    expect(messages).not.toContain('What are roses?');
  });

  test.each([
    ['the same process', false],
    ['a later process', true],
  ])('a prompt that was refused is not told again by %s', async (_, isLater) => {
    server.add(
      { text: 'Hello.' },
      { toolCalls: [{ name: 'read', input: { path: 'rose.md' } }] },
      { text: 'I will', finish: 'content_filter' },
      { text: 'Fine.' },
    );
    const words = ['Hello!', 'Something bad.'];
    const first = start({ server, facts });
    const sessionId = await first.open();
    for (const each of words) await first.prompt(sessionId, each);
    if (isLater) await first[Symbol.asyncDispose]();
    await using later = isLater ? start({ server, facts }) : first;
    if (isLater) await later.load(sessionId);
    const fork = (await later.call('session/fork', { sessionId, cwd }))['sessionId'] as string;
    server.add({ text: 'Fine.' });
    await later.prompt(sessionId, 'Something good.');
    await later.prompt(fork, 'Something good.');
    for (const number of [4, 5]) {
      const messages = await told(number);
      expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
      expect(JSON.stringify(messages)).not.toMatch(/bad|I will|rose\.md/u);
    }
    // The user still sees it.
    expect(JSON.stringify(await later.load(sessionId))).toContain('Something bad.');
  });

  test('a model is told the same whether the process was restarted or not, without what it once thought', async () => {
    const turns = () => [
      { reasoning: 'I should look.', text: 'Let me see.', toolCalls: [{ name: 'read', input: { path: 'rose.md' } }] },
      { reasoning: 'Red it is.', text: 'It is red.' },
      { text: 'Yes.' },
    ];
    server.add(...turns(), ...turns());
    const words = ['Which colour has the rose?', 'Really?'];
    await lived(words, { server, facts });
    const sessionId = await lived(words.slice(0, 1), { server, facts });
    await using life = start({ server, facts });
    await life.load(sessionId);
    await life.prompt(sessionId, 'Really?');
    // Calls have other names after a restart, and results are told as the user saw them.
    const plain = (messages: readonly { readonly role: string }[]): string =>
      JSON.stringify(messages.filter(({ role }) => role !== 'tool')).replaceAll(/call_[0-9a-z_]+/gu, 'call');
    expect(plain(await told(6))).toBe(plain(await told(3)));
    expect(plain(await told(6))).toContain('Let me see.');
    expect(plain(await told(6))).not.toMatch(/I should look|Red it is/u);
  });
});
