import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Tool } from '../model/tool.ts';
import type { SessionResources } from '../tools/session-resources.ts';
import { toolFixture, type ToolFixture } from '../tools/tool-fixture.test-support.ts';
import type { Note } from '../session-data/session-notes.ts';
import { modeOf } from '../settings/modes.ts';
import { PermissionController, type Intent } from './permission-controller.ts';

/** A tool that does nothing but ask whether it may. */
const asking =
  (intent: Intent) =>
  ({ permissions }: SessionResources): Tool => ({
    name: 'ask',
    description: 'Asks.',
    kind: 'edit',
    asksFirst: true,
    inputSchema: {},
    describe: () => ({ title: intent.question }),
    run: async (_, context) => {
      await permissions.require(intent, context);
      return { forModel: 'done' };
    },
  });

const rose: Intent = {
  kind: 'edit',
  question: 'Change rose.md?',
  scopes: [
    { key: 'edit /rose.md', label: 'changes of rose.md' },
    { key: 'edit', label: 'changes of files' },
  ],
};
const lily: Intent = {
  ...rose,
  question: 'Change lily.md?',
  scopes: [{ key: 'edit /lily.md', label: 'x' }, ...rose.scopes.slice(1)],
};

const ask = async (fixture: ToolFixture, intent: Intent): Promise<string> =>
  (await fixture.run(asking(intent), {})).forModel;

describe('a question', () => {
  test('offers what can be allowed for good from the narrowest, and to refuse all of it', async () => {
    await using fixture = await toolFixture();
    await ask(fixture, rose);
    expect(fixture.questions).toEqual([
      {
        title: 'Change rose.md?',
        options: ['allow_once', 'allow_always_0', 'allow_always_1', 'reject_once', 'reject_always_1'],
      },
    ]);
  });

  test.each([
    ['allow_once', 'done', ['Change rose.md?', 'Change rose.md?', 'Change lily.md?']],
    ['allow_always_0', 'done', ['Change rose.md?', 'Change lily.md?']],
    ['allow_always_1', 'done', ['Change rose.md?']],
    ['reject_once', 'Permission was refused.', ['Change rose.md?', 'Change rose.md?', 'Change lily.md?']],
    ['reject_always_1', 'Permission was refused.', ['Change rose.md?']],
  ])('that is answered with %s is remembered as it was meant', async (answer, outcome, asked) => {
    await using fixture = await toolFixture({ answer: () => answer });
    expect(await ask(fixture, rose)).toBe(outcome);
    await ask(fixture, rose);
    await ask(fixture, lily);
    expect(fixture.questions.map(({ title }) => title)).toEqual(asked);
  });

  test('without an answer allows nothing', async () => {
    await using fixture = await toolFixture({ answer: () => 'cancelled' });
    expect(await ask(fixture, rose)).toMatch(/did not answer|cancelled/u);
  });

  test('cancelled while it is open allows nothing, and the call is cancelled', async () => {
    await using fixture = await toolFixture({
      answer: () => {
        fixture.session.cancel();
        return new Promise(() => undefined);
      },
    });
    const { call, isError } = await fixture.run(asking(rose), {});
    expect(isError).toBe(true);
    expect(call).toMatchObject({ status: 'cancelled' });
  });

  test('of a narrow place that was allowed stands against a wide refusal', async () => {
    const answers = ['allow_always_0', 'reject_always_1'];
    await using fixture = await toolFixture({ answer: () => answers.shift() ?? 'reject_once' });
    await ask(fixture, rose);
    await ask(fixture, lily);
    expect(await ask(fixture, rose)).toBe('done');
    expect(await ask(fixture, lily)).toBe('The user does not allow this in this session.');
  });
});

test.each([
  ['read-only', 'edit', 'The session is in the mode “Read only”, which does not allow this.'],
  ['plan', 'execute', 'The session is in the mode “Plan”, which does not allow this.'],
  ['code', 'edit', 'done'],
] as const)('in the mode %s, %s is not asked for: %s', async (mode, kind, outcome) => {
  await using fixture = await toolFixture({ answer: () => 'reject_once' });
  fixture.mode = mode;
  expect(await ask(fixture, { ...rose, kind })).toBe(outcome);
  expect(fixture.questions).toEqual([]);
});

test('what was allowed for good is still not done in a mode that does not do it', async () => {
  await using fixture = await toolFixture({ answer: () => 'allow_always_1' });
  await ask(fixture, rose);
  fixture.mode = 'read-only';
  expect(await ask(fixture, rose)).toContain('which does not allow this');
});

test('a stored answer that cannot be understood takes back a permission, and no refusal', async () => {
  const note = (key: string, decision: unknown): Note => ({ type: 'permission', key, decision }) as Note;
  const notes = [note('a', 'allow'), note('a', 'x'), note('b', 'reject'), note('b', null), note('c', 'allow')];
  const stored = {
    add: () => Promise.resolve(),
    read: async function* () {
      yield* notes;
    },
  };
  const controller = new PermissionController(() => modeOf('ask'), stored);
  const asked: string[] = [];
  const turn = {
    askPermission: ({ title }: { title: string }) => {
      asked.push(title);
      return Promise.resolve({ outcome: 'selected', optionId: 'reject_once' });
    },
  };
  const context = { turn, call: {} } as unknown as Parameters<typeof controller.require>[1];
  const permit = (key: string): Promise<void> =>
    controller.require({ kind: 'edit', question: key, scopes: [{ key, label: key }] }, context);
  await expect(permit('a')).rejects.toThrow('Permission was refused.');
  await expect(permit('b')).rejects.toThrow('The user does not allow this');
  await permit('c');
  expect(asked).toEqual(['a']);
});

test('an option that was not offered allows nothing', async () => {
  await using fixture = await toolFixture();
  const { permissions, session } = fixture.resources;
  const odd = fc.oneof(
    fc.string(),
    fc.constantFrom('allow_always_2', 'allow_always_-1', 'reject_always_0', 'ALLOW_ONCE', 'allow_once '),
  );
  await fc.assert(
    fc.asyncProperty(
      odd.filter((each) => !/^allow_(?:once|always_[01])$/u.test(each)),
      async (optionId) => {
        const turn = { askPermission: () => Promise.resolve({ outcome: 'selected', optionId }) };
        const context = { turn, call: session } as unknown as Parameters<typeof permissions.require>[1];
        await expect(permissions.require(rose, context)).rejects.toThrow(/refused|does not allow/u);
      },
    ),
  );
});
