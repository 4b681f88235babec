/** What decides about a permission request, and what the agent receives. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { PermissionOption, RequestPermissionRequest } from '@acp-stack/schema/v2/unstable';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { createSampleProject, type SampleProject } from '../../sample-project.test-support.ts';
import { clientMachine } from '../files-and-terminals/client-machine.ts';
import { createSession } from '../files-and-terminals/machine.test-support.ts';
import {
  permissionHandler,
  type AskContext,
  type PermissionDecision,
  type PermissionHandlerOptions,
} from './permission-handler.ts';
import { openPermissionMemory } from './permission-memory.ts';
import type { PermissionPolicy } from './permission-policy.ts';
import type { PermissionQuestion } from '../../questions/permission-question.ts';

const options: readonly PermissionOption[] = [
  { optionId: 'a1', name: 'Allow', kind: 'allow_once' },
  { optionId: 'a*', name: 'Always allow', kind: 'allow_always' },
  { optionId: 'r1', name: 'Reject', kind: 'reject_once' },
  { optionId: 'r*', name: 'Never allow', kind: 'reject_always' },
];

const about = (toolCall: object, change: object = {}): RequestPermissionRequest => ({
  sessionId: 's1',
  title: 'May I?',
  subject: { type: 'tool_call', toolCall: { toolCallId: 'c1', ...toolCall } },
  options,
  ...change,
});

const selected = (optionId: string): object => ({ outcome: 'selected', optionId });
const cancelled = { outcome: 'cancelled' };

interface Stage extends AsyncDisposable {
  readonly project: SampleProject;
  readonly context: AskContext;
  readonly asked: PermissionQuestion[];
  readonly decisions: PermissionDecision[];
  /** What the agent is told. */
  readonly decide: (request: RequestPermissionRequest, change?: PermissionHandlerOptions) => Promise<unknown>;
}

function stage(given: PermissionHandlerOptions = {}, answer: string | undefined = 'r1'): Stage {
  const project = createSampleProject();
  const machine = clientMachine();
  const session = createSession(project.root);
  const asked: PermissionQuestion[] = [];
  const decisions: PermissionDecision[] = [];
  const context = { session, sessionId: 's1', signal: new AbortController().signal };
  return {
    project,
    context,
    asked,
    decisions,
    decide: (request, change = {}) =>
      permissionHandler({
        machine,
        ask: (question) => {
          asked.push(question);
          return answer;
        },
        onDecision: (decision) => {
          decisions.push(decision);
        },
        ...given,
        ...change,
      })(request, context),
    [Symbol.asyncDispose]: async () => {
      await machine[Symbol.asyncDispose]();
      project[Symbol.dispose]();
    },
  };
}

describe('a question to the user', () => {
  test('has the options of the agent, word for word and in its order', async () => {
    await using on = stage();
    const odd = { optionId: '', name: '  Sure, <b>why</b> not? ', kind: '_later' } as const;
    await on.decide(about({ kind: 'edit' }, { options: [odd, ...options.toReversed()] }));
    expect(on.asked[0]?.options).toEqual([odd, ...options.toReversed()]);
  });

  test('says what it is about: the sort of work, the tool, the files, the command, the changes', async () => {
    await using on = stage();
    const diff = {
      type: 'diff',
      changes: [
        { operation: 'move', oldPath: '/project/a', path: '/project/b' },
        { operation: 'modify', path: '/project/c' },
      ],
    };
    const call = { kind: 'edit', name: 'write', locations: [{ path: '/project/c' }], content: [diff] };
    await on.decide(about({ ...call, rawInput: { command: ['npm', 'test'] } }, { description: 'Because.' }));
    expect(on.asked[0]).toMatchObject({
      title: 'May I?',
      description: 'Because.',
      kind: 'edit',
      tool: 'write',
      command: 'npm test',
      paths: ['/project/c', '/project/a', '/project/b'],
      diffs: [diff],
    });
  });

  test('about a command has its line and its folder', async () => {
    await using on = stage();
    const subject = { type: 'command', command: 'make -j4', cwd: '/project' };
    await on.decide(about({}, { subject }));
    expect(on.asked[0]).toMatchObject({ kind: 'execute', command: 'make -j4', cwd: '/project' });
  });

  test('has everything that its tool call carries: its title, its text, its input', async () => {
    await using on = stage();
    const text = { type: 'content', content: { type: 'text', text: 'Requesting approval to run: rm -rf roses' } };
    const diff = { type: 'diff', changes: [{ operation: 'modify', path: '/project/c' }] };
    await on.decide(about({ title: 'Bash', content: [diff, text], rawInput: { force: true } }));
    expect(on.asked[0]).toMatchObject({
      title: 'May I?',
      toolCallId: 'c1',
      toolTitle: 'Bash',
      diffs: [diff],
      content: [text],
      rawInput: { force: true },
    });
    await on.decide(about({ title: 'May I?' }));
    expect(on.asked[1]).toMatchObject({ toolTitle: undefined, content: [] });
  });

  test('about something of an unknown type has all of it', async () => {
    await using on = stage();
    const subject = { type: '_deploy', target: 'production' };
    await on.decide(about({}, { subject }));
    expect(on.asked[0]).toMatchObject({ command: undefined, rawInput: subject });
    await on.decide(about({}, { subject: undefined }));
    expect(on.asked[1]?.rawInput).toBeUndefined();
  });

  test('that only names a tool call knows what was said about it before', async () => {
    await using on = stage({ toolCall: (_session, toolCallId) => ({ toolCallId, kind: 'delete', name: 'rm' }) });
    await on.decide(about({ title: 'Remove' }));
    expect(on.asked[0]).toMatchObject({ kind: 'delete', tool: 'rm' });
  });

  test('is answered with the option that is chosen, and with none that was not offered', async () => {
    await using on = stage();
    expect(await on.decide(about({}), { ask: () => 'a*' })).toEqual(selected('a*'));
    expect(await on.decide(about({}), { ask: () => 'made up' })).toEqual(cancelled);
    expect(await on.decide(about({}), { ask: () => undefined })).toEqual(cancelled);
    expect(on.decisions.map(({ by }) => by)).toEqual(['user', 'user', 'user']);
  });

  test('is cancelled when the work is, whatever is chosen meanwhile [PERM-04]', async () => {
    await using on = stage();
    const work = new AbortController();
    await using home = await temporaryMemory(on.project);
    const decided = permissionHandler({
      memory: home.memory,
      ask: (_question, { signal }) => {
        work.abort();
        expect(signal.aborted).toBe(true);
        return 'a*';
      },
    })(about({ kind: 'edit' }), { ...on.context, signal: work.signal });
    expect(await decided).toEqual(cancelled);
    expect(home.memory.list).toEqual([]);
    const late = permissionHandler({ policy: 'allow-all' })(about({}), { ...on.context, signal: work.signal });
    expect(await late).toEqual(cancelled);
  });

  test('without a user to ask is refused, not cancelled', async () => {
    await using on = stage();
    const handler = permissionHandler();
    expect(await handler(about({ kind: 'read' }), on.context)).toEqual(selected('r1'));
    const noReject = options.filter(({ kind }) => kind !== 'reject_once');
    expect(await handler(about({}, { options: noReject }), on.context)).toEqual(cancelled);
  });
});

describe('options with the same id', () => {
  const twice: readonly PermissionOption[] = [
    { optionId: 'x', name: 'Always', kind: 'allow_always' },
    { optionId: 'x', name: 'No', kind: 'reject_once' },
    { optionId: 'once', name: 'Once', kind: 'allow_once' },
  ];

  test('are neither shown, nor chosen by a policy, nor remembered', async () => {
    await using on = stage({}, 'x');
    await using home = await temporaryMemory(on.project);
    const request = about({ kind: 'edit', locations: [{ path: on.project.at('a.txt') }] }, { options: twice });
    for (const policy of ['ask', 'allow-inside-roots', 'allow-all', 'deny'] as const) {
      expect(await on.decide(request, { policy, memory: home.memory })).toEqual(cancelled);
    }
    expect(on.asked).toEqual([]);
    expect(home.memory.list).toEqual([]);
    expect(on.decisions.map(({ by, option }) => [by, option])).toEqual(
      Array.from({ length: 4 }, () => ['none', undefined]),
    );
  });

  test('do not let a remembered answer choose the other one', async () => {
    await using on = stage({}, 'x');
    await using home = await temporaryMemory(on.project);
    const call = { kind: 'edit', locations: [{ path: on.project.at('a.txt') }] };
    const never = { optionId: 'x', name: 'Never', kind: 'reject_always' } as const;
    expect(await on.decide(about(call, { options: [never] }), { memory: home.memory })).toEqual(selected('x'));
    expect(home.memory.list).toMatchObject([{ decision: 'never' }]);
    expect(await on.decide(about(call, { options: [...twice, never] }), { memory: home.memory })).toEqual(cancelled);
  });
});

describe('a policy', () => {
  const read = (path?: string): object => ({ kind: 'read', ...(path === undefined ? {} : { locations: [{ path }] }) });
  const edit = (path: string): object => ({ kind: 'edit', locations: [{ path }] });
  const inside = '/beds/tulips.txt';

  /** What each policy says about each question: allowed by it, refused by it, or asked. */
  const table: readonly (readonly [PermissionPolicy, Readonly<Record<string, 'a1' | 'r1' | 'asked'>>])[] = [
    ['ask', { read: 'asked', readInside: 'asked', edit: 'asked', execute: 'asked', nothing: 'asked' }],
    [
      'allow-reads',
      {
        read: 'a1',
        readInside: 'a1',
        readOutside: 'asked',
        readLinked: 'asked',
        edit: 'asked',
        execute: 'asked',
        nothing: 'asked',
        own: 'asked',
      },
    ],
    [
      'allow-inside-roots',
      {
        read: 'asked',
        readInside: 'a1',
        readOutside: 'asked',
        readLinked: 'asked',
        edit: 'a1',
        editOutside: 'asked',
        editBoth: 'asked',
        editDiffOutside: 'asked',
        execute: 'asked',
        nothing: 'asked',
        own: 'asked',
      },
    ],
    ['allow-all', { read: 'a1', editOutside: 'a1', execute: 'a1', nothing: 'a1' }],
    ['deny', { read: 'r1', readInside: 'r1', edit: 'r1', execute: 'r1', nothing: 'r1' }],
    [
      {
        rules: [
          { decision: 'allow', path: 'beds/**' },
          { decision: 'deny', kind: 'execute' },
        ],
      },
      { readInside: 'a1', readLinked: 'asked', editOutside: 'asked', execute: 'r1', nothing: 'asked' },
    ],
  ];

  test.each(table)('%o decides what it is meant to, and nothing else', async (policy, expected) => {
    await using on = stage({ policy }, 'r*');
    const { project } = on;
    project.write({ [inside]: '' });
    symlinkSync(project.outside, project.at('link'));
    const secret = join(project.outside, 'secret.txt');
    const questions: Record<string, object> = {
      read: read(),
      readInside: read(project.at(inside)),
      readOutside: read(secret),
      readLinked: read(project.at('link/secret.txt')),
      edit: edit(project.at('new/file.txt')),
      editOutside: edit(secret),
      editBoth: { kind: 'edit', locations: [{ path: project.at(inside) }, { path: secret }] },
      editDiffOutside: {
        ...edit(project.at(inside)),
        content: [{ type: 'diff', changes: [{ operation: 'move', oldPath: project.at(inside), path: secret }] }],
      },
      execute: { kind: 'execute', rawInput: { command: 'ls' }, locations: [{ path: project.at(inside) }] },
      nothing: {},
      own: { kind: '_own', locations: [{ path: project.at(inside) }] },
    };
    const found: Record<string, unknown> = {};
    for (const name of Object.keys(expected)) {
      const outcome = (await on.decide(about(questions[name] ?? {}))) as { optionId: string };
      found[name] = outcome.optionId === 'r*' ? 'asked' : outcome.optionId;
    }
    expect(found).toEqual(expected);
  });

  test('allows for this once only, and asks where that is not offered or offered twice', async () => {
    await using on = stage({ policy: 'allow-all' }, 'r*');
    const always = options.filter(({ kind }) => kind !== 'allow_once');
    expect(await on.decide(about({}, { options: always }))).toEqual(selected('r*'));
    const twice = [...options, { optionId: 'a2', name: 'Allow, and tidy up', kind: 'allow_once' as const }];
    expect(await on.decide(about({}, { options: twice }))).toEqual(selected('r*'));
    expect(on.asked).toHaveLength(2);
  });

  test('of a program without a user takes the first option that allows this once', async () => {
    await using on = stage();
    const twice = [{ optionId: 'a2', name: 'Allow, and tidy up', kind: 'allow_once' as const }, ...options];
    const handler = permissionHandler({ policy: 'allow-all' });
    expect(await handler(about({}, { options: twice }), on.context)).toEqual(selected('a2'));
    const reads = permissionHandler({ policy: 'allow-reads' });
    expect(await reads(about(read(), { options: twice }), on.context)).toEqual(selected('a2'));
  });

  test('takes a permanent option only if it allows everything, without a user, and nothing less is offered', async () => {
    await using on = stage();
    const always = options.filter(({ kind }) => kind !== 'allow_once');
    const outcome = (policy: PermissionPolicy): Promise<unknown> =>
      permissionHandler({ policy })(about(read(), { options: always }), on.context);
    expect(await outcome('allow-all')).toEqual(selected('a*'));
    expect(await outcome('allow-reads')).toEqual(selected('r1'));
    expect(await outcome({ rules: [{ decision: 'allow', kind: 'read' }] })).toEqual(selected('r1'));
  });

  test('does not take a request that carries a change of a file for reading', async () => {
    await using on = stage();
    const content = [{ type: 'diff', changes: [{ operation: 'modify', path: on.project.at('a.txt') }] }];
    const asked = permissionHandler({ policy: 'allow-reads', ask: () => 'r*' });
    expect(await asked(about({ ...read(), content }), on.context)).toEqual(selected('r*'));
    const rules = permissionHandler({ policy: { rules: [{ decision: 'allow', kind: 'read' }], otherwise: 'deny' } });
    expect(await rules(about({ ...read(), content }), on.context)).toEqual(selected('r1'));
  });

  test('knows of no file that it is inside when the session is not known here', async () => {
    await using on = stage();
    on.project.write({ 'a.txt': '' });
    const request = about(read(on.project.at('a.txt')));
    const handler = permissionHandler({ policy: 'allow-inside-roots', ask: () => 'r*' });
    expect(await handler(request, { ...on.context, session: undefined })).toEqual(selected('r*'));
    expect(await handler(request, on.context)).toEqual(selected('r*'));
  });

  test('of asking never allows anything by itself, whatever is asked', async () => {
    await using on = stage();
    const kinds = fc.constantFrom('read', 'edit', 'execute', 'other', '_own', undefined);
    const offered = fc.shuffledSubarray([...options], { minLength: 0 });
    await fc.assert(
      fc.asyncProperty(kinds, offered, async (kind, shown) => {
        const request = about(kind === undefined ? {} : { kind }, { options: shown });
        const outcome = await permissionHandler({ policy: 'ask' })(request, on.context);
        expect([cancelled, selected('r1')]).toContainEqual(outcome);
      }),
    );
  });
});

async function temporaryMemory(sample: SampleProject): Promise<
  AsyncDisposable & {
    readonly memory: Awaited<ReturnType<typeof openPermissionMemory>>;
    readonly problems: Error[];
    readonly reopen: (project?: string) => ReturnType<typeof openPermissionMemory>;
  }
> {
  const folder = join(sample.outside, 'settings');
  const problems: Error[] = [];
  const reopen = (project = sample.root): ReturnType<typeof openPermissionMemory> =>
    openPermissionMemory({
      project,
      folder,
      onProblem: (error) => {
        problems.push(error);
      },
    });
  return { memory: await reopen(), problems, reopen, [Symbol.asyncDispose]: () => Promise.resolve() };
}

describe('an answer for ever', () => {
  const command = (line: string): object => ({ kind: 'execute', rawInput: { command: line } });

  test('is given again to the same question, and to no other', async () => {
    await using on = stage();
    await using home = await temporaryMemory(on.project);
    const { memory } = home;
    const agent = (): string => 'gardener';
    expect(await on.decide(about(command('npm test')), { memory, agent, ask: () => 'a*' })).toEqual(selected('a*'));
    expect(await on.decide(about(command('npm test')), { memory, agent })).toEqual(selected('a*'));
    expect(on.asked).toEqual([]);
    expect(on.decisions.at(-1)?.by).toBe('memory');
    for (const other of [
      about(command('npm test; rm -rf ~')),
      about(command('npm test'), { title: 'May I, please?' }),
      about({ ...command('npm test'), kind: 'other' }),
      about(command('npm test'), { options: options.filter(({ kind }) => kind !== 'allow_always') }),
      about(command('npm test'), { options: options.map((each) => ({ ...each, name: `${each.name}!` })) }),
    ])
      expect(await on.decide(other, { memory, agent })).toEqual(selected('r1'));
    expect(await on.decide(about(command('npm test')), { memory, agent: () => 'stranger' })).toEqual(selected('r1'));
    expect(on.asked).toHaveLength(6);
  });

  test('is not given to a question whose subject is only in the text of its tool call', async () => {
    await using on = stage();
    await using home = await temporaryMemory(on.project);
    const { memory } = home;
    const run = (line: string): RequestPermissionRequest =>
      about({ title: 'Bash', content: [{ type: 'content', content: { type: 'text', text: `Run ${line}` } }] });
    expect(await on.decide(run('ls'), { memory, ask: () => 'a*' })).toEqual(selected('a*'));
    expect(await on.decide(run('ls'), { memory })).toEqual(selected('a*'));
    expect(await on.decide(run('rm -rf roses'), { memory })).toEqual(selected('r1'));
    expect(await on.decide(about({ title: 'Shell' }), { memory, ask: () => 'a*' })).toEqual(selected('a*'));
    expect(await on.decide(about({ title: 'Rm' }), { memory })).toEqual(selected('r1'));
  });

  test.each(['constructor', '__proto__', 'toString'])(
    'stays when an option of the unknown kind %s is chosen',
    async (kind) => {
      await using on = stage();
      await using home = await temporaryMemory(on.project);
      const { memory } = home;
      await on.decide(about(command('rm')), { memory, ask: () => 'r*' });
      const odd = { optionId: 'odd', name: 'Odd', kind } as unknown as PermissionOption;
      await on.decide(about(command('ls'), { options: [odd] }), { memory, ask: () => 'odd' });
      const again = await home.reopen();
      expect(home.problems).toEqual([]);
      expect(again.list.map(({ decision }) => decision)).toEqual(['never']);
      expect(await on.decide(about(command('rm')), { memory: again, policy: 'allow-all' })).toEqual(selected('r*'));
    },
  );

  test('about files holds for the same work on the same files, whatever else is said', async () => {
    await using on = stage();
    await using home = await temporaryMemory(on.project);
    const { memory } = home;
    const edit = (path: string, title = 'Edit'): RequestPermissionRequest =>
      about({ kind: 'edit', locations: [{ path }], rawInput: { text: title } }, { title });
    await on.decide(edit('/project/a'), { memory, ask: () => 'r*' });
    expect(await on.decide(edit('/project/a', 'Edit again'), { memory, policy: 'allow-all' })).toEqual(selected('r*'));
    expect(await on.decide(edit('/project/b'), { memory, policy: 'allow-all' })).toEqual(selected('a1'));
  });

  test('does not outdo what is forbidden', async () => {
    await using on = stage();
    await using home = await temporaryMemory(on.project);
    const { memory } = home;
    await on.decide(about(command('ls')), { memory, ask: () => 'a*' });
    expect(await on.decide(about(command('ls')), { memory, policy: 'deny' })).toEqual(selected('r1'));
  });

  test('is kept for the project, wherever that is reached from, in a file that only the user can read', async () => {
    await using on = stage();
    await using home = await temporaryMemory(on.project);
    await on.decide(about(command('ls')), { memory: home.memory, ask: () => 'a*' });
    const link = join(on.project.outside, 'project');
    symlinkSync(on.project.root, link);
    const [again, other] = [await home.reopen(link), await home.reopen(on.project.outside)];
    expect(again.list).toMatchObject([{ decision: 'always', title: 'May I?', option: options[1] }]);
    expect(other.list).toEqual([]);
    expect(other.file).not.toBe(again.file);
    expect(statSync(again.file).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(again.file)).mode & 0o777).toBe(0o700);
    expect(readdirSync(dirname(again.file)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  test('is not given in a session of another project', async () => {
    await using on = stage();
    await using home = await temporaryMemory(on.project);
    await on.decide(about(command('ls')), { memory: home.memory, ask: () => 'a*' });
    const handler = permissionHandler({ memory: home.memory, ask: () => 'r1' });
    const elsewhere = { ...on.context, session: createSession(on.project.outside) };
    expect(await handler(about(command('ls')), elsewhere)).toEqual(selected('r1'));
    expect(await handler(about(command('ls')), { ...on.context, session: undefined })).toEqual(selected('r1'));
  });

  test('can be looked at and taken back', async () => {
    await using on = stage();
    await using home = await temporaryMemory(on.project);
    const { memory } = home;
    for (const line of ['one', 'two', 'three']) await on.decide(about(command(line)), { memory, ask: () => 'a*' });
    await memory.forget(memory.list[1]?.id ?? '');
    expect((await home.reopen()).list).toHaveLength(2);
    expect(await on.decide(about(command('two')), { memory })).toEqual(selected('r1'));
    await memory.forget();
    expect((await home.reopen()).list).toEqual([]);
  });

  test('does not get lost when two programs give answers', async () => {
    await using on = stage();
    await using home = await temporaryMemory(on.project);
    const other = await home.reopen();
    await on.decide(about(command('one')), { memory: home.memory, ask: () => 'a*' });
    await on.decide(about(command('two')), { memory: other, ask: () => 'r*' });
    expect((await home.reopen()).list.map(({ decision }) => decision)).toEqual(['always', 'never']);
  });

  test.each([
    ['a newer version', '{"version":2}'],
    ['another project', '{"version":1,"project":"/elsewhere","choices":[]}'],
  ])('from a file with %s is not believed, and the file stays as it is', async (_what, content) => {
    await using on = stage();
    await using home = await temporaryMemory(on.project);
    mkdirSync(dirname(home.memory.file), { recursive: true });
    writeFileSync(home.memory.file, content);
    const memory = await home.reopen();
    expect(memory.list).toEqual([]);
    expect(await on.decide(about(command('ls')), { memory, ask: () => 'a*' })).toEqual(selected('a*'));
    expect(readFileSync(memory.file, 'utf8')).toBe(content);
    expect(home.problems.length).toBeGreaterThan(0);
    expect(home.problems[0]?.message).toContain(memory.file);
  });

  test.each([
    ['something else than JSON', () => '{', 0],
    ['no version', () => '{}', 0],
    [
      'one choice that says two things, and a good one',
      (root: string) => {
        const good = { id: 'y', decision: 'never', option: options[3], agent: '', title: '', at: '' };
        return JSON.stringify({ version: 1, project: root, choices: [good, { ...good, decision: 'always' }] });
      },
      1,
    ],
  ])('from a file with %s is kept aside, and nothing is allowed without asking', async (_what, content, left) => {
    await using on = stage({ policy: 'allow-all' }, 'a*');
    await using home = await temporaryMemory(on.project);
    mkdirSync(dirname(home.memory.file), { recursive: true });
    writeFileSync(home.memory.file, content(on.project.root));
    const memory = await home.reopen();
    const kept = `${memory.file}.unreadable-1`;
    expect(readFileSync(kept, 'utf8')).toBe(content(on.project.root));
    expect(memory.list).toHaveLength(left);
    expect(home.problems.map(({ message }) => message)).toEqual([
      expect.stringContaining(`so nothing else is allowed without asking (until you mend or delete ${kept}): `),
    ]);
    for (const open of [async () => memory, home.reopen]) {
      const again = await open();
      await on.decide(about(command('ls')), { memory: again });
      await on.decide(about(command('pwd')), { memory: again, ask: () => 'r1' });
    }
    // The answer for ever is remembered as before; the other question is asked each time.
    expect(on.decisions.map(({ by }) => by)).toEqual(['user', 'user', 'memory', 'user']);
    expect(memory.list).toHaveLength(left + 1);
    await memory.forget();
    await on.decide(about(command('pwd')), { memory });
    expect(on.decisions.at(-1)?.by).toBe('policy');
  });

  test('that is a refusal holds though the agent offers other options', async () => {
    await using on = stage({ policy: 'allow-all' });
    await using home = await temporaryMemory(on.project);
    const { memory } = home;
    const renamed = options.map((each) => ({ ...each, optionId: `${each.optionId}2`, name: `${each.name}!` }));
    await on.decide(about(command('ls')), { memory, policy: 'ask', ask: () => 'r*' });
    expect(await on.decide(about(command('ls'), { options: renamed }), { memory })).toEqual(selected('r12'));
    const allowing = renamed.filter(({ kind }) => kind.startsWith('allow'));
    expect(await on.decide(about(command('ls'), { options: allowing }), { memory })).toEqual(cancelled);
    expect(on.asked).toEqual([]);
  });

  test('is not looked for in a pipe, and nothing is allowed without asking as long as there is one', async () => {
    await using on = stage({ policy: 'allow-all' }, 'a1');
    const place = { project: on.project.root, folder: on.project.outside };
    const { file } = await openPermissionMemory(place);
    mkdirSync(dirname(file), { recursive: true });
    execFileSync('mkfifo', [file]);
    const problems: string[] = [];
    const memory = await openPermissionMemory({ ...place, onProblem: ({ message }) => problems.push(message) });
    await on.decide(about({}), { memory });
    expect(on.decisions.map(({ by }) => by)).toEqual(['user']);
    expect(problems[0]).toMatch(/it is not a regular file; name one$/u);
  });

  test('that cannot be written is asked for again', async () => {
    await using on = stage();
    await using home = await temporaryMemory(on.project);
    writeFileSync(join(on.project.outside, 'settings'), 'a file in the way');
    expect(await on.decide(about(command('ls')), { memory: home.memory, ask: () => 'a*' })).toEqual(selected('a*'));
    expect(home.problems[0]?.message).toMatch(/could not be (?:read|written)/u);
  });

  test('is forgotten when there are too many', async () => {
    await using on = stage();
    await using home = await temporaryMemory(on.project);
    const { memory } = home;
    await on.decide(about(command('first')), { memory, ask: () => 'a*' });
    const [first] = memory.list;
    const choices = Array.from({ length: 1000 }, (_, index) => ({ ...first, id: `${index}` }));
    const old = { version: 1, project: on.project.root, choices: [first, ...choices.slice(1)] };
    writeFileSync(memory.file, JSON.stringify(old));
    await on.decide(about(command('last')), { memory, ask: () => 'r*' });
    expect(memory.list).toHaveLength(1000);
    expect(memory.list[0]?.id).toBe('1');
    expect(memory.list.at(-1)?.decision).toBe('never');
  });
});

describe('a change of a protected path', () => {
  const edit = (path: string, kind = 'edit'): RequestPermissionRequest => about({ kind, locations: [{ path }] });

  test.each([
    ['edit', '.git/hooks/pre-commit'],
    ['edit', 'link/config'],
    ['delete', '.git'],
    ['delete', 'inner'],
    ['move', '.vscode/tasks.json'],
    ['other', '.envrc'],
  ])('is asked for whatever was allowed: %s of %s', async (kind, path) => {
    await using on = stage({ policy: 'allow-inside-roots' }, 'a*');
    on.project.write({ '.git/config': '', '.git/hooks/pre-commit': '', 'inner/.git/config': '', 'rose.ts': '' });
    symlinkSync('.git', on.project.at('link'));
    const memory = await openPermissionMemory({ project: on.project.root, folder: on.project.outside });
    const request = edit(on.project.at(path), kind);
    const rules = [{ decision: 'allow', kind: '*' }] as const;
    for (const policy of ['allow-inside-roots', 'ask', 'allow-all', { rules }] as const) {
      expect(await on.decide(request, { memory, policy })).toEqual(selected('a*'));
    }
    expect(on.decisions.map(({ by }) => by)).toEqual(['user', 'user', 'user', 'user']);
    expect(memory.list).toEqual([]);
  });

  test('is refused without a user, and by an answer that was remembered', async () => {
    await using on = stage({}, 'r*');
    const memory = await openPermissionMemory({ project: on.project.root, folder: on.project.outside });
    const request = edit(on.project.at('.git/config'));
    const alone = { policy: 'allow-inside-roots', ask: undefined } as unknown as PermissionHandlerOptions;
    expect(await on.decide(request, alone)).toEqual(selected('r1'));
    await on.decide(request, { memory });
    await on.decide(request, { memory });
    expect(on.decisions.map(({ by }) => by)).toEqual(['none', 'user', 'memory']);
  });

  test('is recognized by its names where the folders of the session are not known', async () => {
    await using on = stage({ policy: { rules: [{ decision: 'allow', kind: 'edit' }] } });
    const { machine: _, ...unknown } = { machine: undefined, session: undefined };
    const handler = permissionHandler({ policy: { rules: [{ decision: 'allow', kind: 'edit' }] } });
    expect(await handler(edit('/somewhere/.git/config'), { ...on.context, ...unknown })).toEqual(selected('r1'));
    expect(await handler(edit('/somewhere/rose.ts'), { ...on.context, ...unknown })).toEqual(selected('a1'));
  });

  test('is refused without a user though everything is allowed, and the decision says that this is why', async () => {
    await using on = stage({ policy: 'allow-all' });
    const alone = { ask: undefined } as unknown as PermissionHandlerOptions;
    expect(await on.decide(edit(on.project.at('.git/config')), alone)).toEqual(selected('r1'));
    expect(await on.decide(edit(on.project.at('rose.ts')), alone)).toEqual(selected('a1'));
    expect(on.decisions.map(({ isProtected }) => isProtected)).toEqual([true, undefined]);
  });

  test('is allowed if the caller says that protected paths are, and reading one is not a change', async () => {
    await using on = stage({ policy: 'allow-all' });
    on.project.write({ '.git/config': '' });
    const request = edit(on.project.at('.git/config'));
    expect(await on.decide(request, { allowsProtected: true })).toEqual(selected('a1'));
    expect(await on.decide(request, { allowsProtected: true, policy: 'deny' })).toEqual(selected('r1'));
    const reading = edit(on.project.at('.git/config'), 'read');
    expect(await on.decide(reading, { policy: 'allow-reads' })).toEqual(selected('a1'));
  });
});

describe('what a request names besides its locations', () => {
  const denies = (path: string): PermissionPolicy => ({
    rules: [
      { decision: 'allow', kind: ['read', 'edit'] },
      { decision: 'deny', path },
    ],
  });

  test.each([
    ['a command in a search', { kind: 'search', rawInput: { command: 'rm -rf ~' } }],
    ['a command in words', { kind: 'read', rawInput: { command: ['bash', '-lc', 'rm -rf ~'] } }],
    ['a path', { kind: 'read', rawInput: { path: '/etc/shadow' } }],
    ['a path with another name', { kind: 'read', rawInput: { file_path: '/etc/shadow' } }],
    ['a path below the home folder', { kind: 'read', rawInput: { absPath: '~/.ssh/id_rsa' } }],
    ['a list of paths', { kind: 'read', rawInput: { edits: [{ paths: ['a.txt', '../secret.txt'] }] } }],
    ['an address', { kind: 'read', rawInput: { uri: 'file:///etc/shadow' } }],
    ['an address as a location', { kind: 'read', locations: [{ path: 'file:///etc/shadow' }] }],
    ['an address without a file', { kind: 'read', locations: [{ path: 'file://host%ff/x' }] }],
    [
      'a link in its content',
      {
        kind: 'read',
        content: [{ type: 'content', content: { type: 'resource_link', name: 'x', uri: 'file:///etc/shadow' } }],
      },
    ],
  ])('is not allowed as a read: %s', async (_, call) => {
    await using on = stage({}, 'r*');
    for (const policy of ['allow-reads', 'allow-inside-roots'] as const) {
      expect(await on.decide(about(call), { policy })).toEqual(selected('r*'));
    }
  });

  test('stays allowed as a read if it is inside', async () => {
    await using on = stage({ policy: 'allow-reads' }, 'r*');
    for (const rawInput of [
      { path: 'beds' },
      { path: on.project.root },
      { url: 'https://example.com' },
      { query: 'x' },
    ]) {
      expect(await on.decide(about({ kind: 'search', rawInput }))).toEqual(selected('a1'));
    }
  });

  test('is compared with the paths and kinds of rules', async () => {
    await using on = stage({}, 'r*');
    const secret = on.project.at('secret/x');
    const policy = denies('secret/**');
    for (const call of [
      { kind: 'read', locations: [{ path: `file://${secret}` }] },
      { kind: 'edit', rawInput: { path: 'secret/x' } },
      { kind: 'edit', rawInput: { abs_path: secret } },
      { kind: 'edit', locations: [{ path: on.project.at('a.txt') }], rawInput: { target_file: './secret/x' } },
    ]) {
      expect(await on.decide(about(call), { policy })).toEqual(selected('r1'));
    }
    const unclear = about({ kind: 'edit', locations: [{ path: 'file://elsewhere%ff/x' }] });
    expect(await on.decide(unclear, { policy })).toEqual(selected('r1'));
    expect(await on.decide(unclear, { policy: 'allow-all' })).toEqual(selected('r*'));
    const unnamed = about({ kind: 'edit', rawInput: { text: 'x' } });
    expect(await on.decide(unnamed, { policy })).toEqual(selected('r*'));
    const command = about({ kind: 'read', rawInput: { command: 'cat secret/x' } });
    expect(await on.decide(command, { policy })).toEqual(selected('r*'));
    const noCommands: PermissionPolicy = { rules: [{ decision: 'deny', kind: 'execute' }], otherwise: 'allow' };
    expect(await on.decide(command, { policy: noCommands })).toEqual(selected('r1'));
  });

  test('is asked each time if it is protected', async () => {
    await using on = stage({ policy: 'allow-all' }, 'r*');
    const hook = on.project.at('.git/hooks/pre-commit');
    expect(await on.decide(about({ kind: 'edit', rawInput: { path: hook } }))).toEqual(selected('r*'));
    expect(await on.decide(about({ kind: 'edit', locations: [{ path: `file://${hook}` }] }))).toEqual(selected('r*'));
  });

  test('makes another question of it than the remembered one', async () => {
    await using on = stage({}, 'a*');
    await using home = await temporaryMemory(on.project);
    const path = on.project.at('a.txt');
    const edit = (rawInput: object): RequestPermissionRequest =>
      about({ kind: 'edit', locations: [{ path }], rawInput });
    await on.decide(edit({}), { memory: home.memory });
    await on.decide(edit({ path: 'a.txt', text: 'x' }), { memory: home.memory });
    expect(on.asked).toHaveLength(1);
    await on.decide(edit({ path: '/etc/hosts' }), { memory: home.memory });
    await on.decide(edit({ command: 'rm -rf ~' }), { memory: home.memory });
    expect(on.asked).toHaveLength(3);
  });
});

describe('a request of which malformed parts were left out', () => {
  test.each<[PermissionPolicy, string]>([
    ['allow-reads', 'r1'],
    ['allow-inside-roots', 'r1'],
    [{ rules: [{ decision: 'allow', kind: 'read' }] }, 'r1'],
    ['allow-all', 'a1'],
  ])('is asked, unless everything is allowed: %j', async (policy, answer) => {
    await using scene = stage({ policy });
    const path = scene.project.at('rose.md');
    writeFileSync(path, 'red');
    const request = about({ kind: 'read', locations: [{ path }] });
    const handler = permissionHandler({ policy, ask: () => 'r1', machine: clientMachine() });
    expect(await handler(request, { ...scene.context, isIncomplete: true })).toEqual(selected(answer));
    expect(await handler(request, scene.context)).toEqual(selected('a1'));
  });
});
