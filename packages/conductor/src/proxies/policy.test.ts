import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { agent, client, type Agent, type PermissionOption, type Turn } from '@acp-stack/sdk';
import type { RequestPermissionRequest } from '@acp-stack/schema/v2/unstable';
import { describe, expect, test } from 'vitest';

import { eachFolder } from '../../../../test/support/each-folder.ts';
import { chained, connected, info, speaking, versions, type Version } from './chain.test-support.ts';
import { policy, type PolicyOptions } from './policy.ts';

let cwd = '';
eachFolder((path) => {
  cwd = join(path, 'garden');
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'rose.md'), 'red');
  writeFileSync(join(path, 'secret.txt'), 'no');
});

const options: readonly PermissionOption[] = [
  { optionId: 'always', name: 'Always', kind: 'allow_always' },
  { optionId: 'once', name: 'Once', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
];

interface Asked {
  /** What the agent was answered. */
  readonly answers: unknown[];
  /** The options that the user saw, for each question. */
  readonly seen: (readonly string[])[];
}

const rules: PolicyOptions = {
  policy: {
    rules: [
      { decision: 'allow', kind: 'read' },
      { decision: 'deny', path: '**/*.env' },
      { decision: 'deny', command: 'rm *' },
      { decision: 'allow', path: 'rose.md', kind: 'edit' },
    ],
  },
};

/** Lets an agent ask `questions` behind the policy; the user answers `answer`. */
async function ask(
  version: Version,
  made: PolicyOptions,
  work: (turn: Turn, answers: unknown[]) => Promise<void>,
  answer = 'once',
): Promise<Asked> {
  const asked: Asked = { answers: [], seen: [] };
  const served: Agent = agent(info).onPrompt((turn) => work(turn, asked.answers));
  const app = client(info).onPermission((question) => {
    asked.seen.push(question.options.map(({ optionId }) => optionId));
    return answer;
  });
  await using front = await connected(version, chained([policy(made)], speaking(version, served)), app);
  await (await front.connection.newSession({ cwd })).prompt('go');
  return asked;
}

/** Asks about tool calls. */
const questions =
  (...calls: readonly Parameters<Turn['toolCall']>[0][]) =>
  async (turn: Turn, answers: unknown[]): Promise<void> => {
    for (const call of calls) {
      answers.push(await turn.askPermission({ title: 'May I?', subject: turn.toolCall(call), options }));
    }
  };

const outcomes = (answers: readonly unknown[]): readonly unknown[] =>
  answers.map((answer) => (answer as { readonly optionId?: string }).optionId);

describe.each(versions)('policy in version %i', (version) => {
  test('answers what the rules allow and deny itself, and asks the rest', async () => {
    const work = questions(
      { title: 'Read', kind: 'read', locations: [{ path: join(cwd, 'rose.md') }] },
      { title: 'Edit', kind: 'edit', locations: [{ path: join(cwd, 'rose.md') }] },
      { title: 'Edit', kind: 'edit', locations: [{ path: join(cwd, 'prod.env') }] },
      { title: 'Read', kind: 'read', locations: [{ path: join(cwd, 'prod.env') }] },
      { title: 'Run', kind: 'execute', rawInput: { command: 'rm -rf .' } },
      { title: 'Run', kind: 'execute', rawInput: { command: 'ls' } },
    );
    const { answers, seen } = await ask(version, rules, work);
    expect(outcomes(answers)).toEqual(['once', 'once', 'no', 'no', 'no', 'once']);
    expect(seen).toEqual([['once', 'no']]);
  });

  test('does not let the user answer "always", which the agent would remember past the rules', async () => {
    const run = { title: 'Run', kind: 'execute' as const, rawInput: { command: 'ls' } };
    const { answers } = await ask(version, rules, questions(run), 'always');
    expect(outcomes(answers)).toEqual([undefined]);
    const { answers: free, seen } = await ask(version, { policy: 'allow-reads' }, questions(run), 'always');
    expect([outcomes(free), seen]).toEqual([['always'], [['always', 'once', 'no']]]);
  });

  test('knows a tool call that a request only names', async () => {
    const { answers, seen } = await ask(version, rules, async (turn, list) => {
      const call = turn.toolCall({ title: 'Edit', kind: 'edit', locations: [{ path: join(cwd, 'prod.env') }] });
      await turn.update({ sessionUpdate: 'tool_call_update', toolCallId: call.toolCallId, status: 'in_progress' });
      const subject = { type: 'tool_call' as const, toolCall: { toolCallId: call.toolCallId } };
      list.push(await turn.askPermission({ title: 'May I?', subject, options }));
    });
    expect([outcomes(answers), seen]).toEqual([['no'], []]);
  });

  test('follows links before it compares paths', async () => {
    symlinkSync(join(cwd, 'prod.env'), join(cwd, 'harmless.md'));
    writeFileSync(join(cwd, 'prod.env'), 'SECRET=1');
    const edit = { title: 'Edit', kind: 'edit' as const, locations: [{ path: join(cwd, 'harmless.md') }] };
    const { answers, seen } = await ask(version, rules, questions(edit));
    expect([outcomes(answers), seen]).toEqual([['no'], []]);
  });

  test('takes the directories of a session from the client, whatever the agent says about them', async () => {
    mkdirSync(join(cwd, 'secret'));
    writeFileSync(join(cwd, 'secret', 'plan.md'), 'x');
    const outside = join(cwd, '..', 'secret.txt');
    const asks = async (paths: readonly string[], made: PolicyOptions): Promise<unknown> => {
      const { answers, seen } = await ask(
        version,
        made,
        async ({ session }, list) => {
          for (const sessionId of [session.id, 'child', 'grandchild']) {
            for (const from of [session.id, 'child', 'grandchild']) {
              const update = {
                sessionUpdate: 'subagent_update' as const,
                sessionId,
                cwd: '/',
                additionalDirectories: ['/'],
              };
              await session.connection.notify('session/update', { sessionId: from, update });
            }
            for (const path of paths) {
              const toolCall = { toolCallId: 'x', title: 'Edit', kind: 'edit' as const, locations: [{ path }] };
              const subject = { type: 'tool_call' as const, toolCall };
              const request: RequestPermissionRequest = { sessionId, title: 'May I?', subject, options: [...options] };
              list.push((await session.connection.request('session/request_permission', request)).outcome);
            }
          }
        },
        'always',
      );
      return { answers: outcomes(answers), asked: seen.length };
    };
    const inside = join(cwd, 'rose.md');
    expect(await asks([outside, inside], { policy: 'allow-inside-roots' })).toEqual({
      answers: ['always', 'once', 'always', 'once', 'always', 'once'],
      asked: 3,
    });
    const secrets: PolicyOptions = { policy: { rules: [{ decision: 'deny', path: 'secret/**' }], otherwise: 'allow' } };
    expect(await asks([join(cwd, 'secret', 'plan.md')], secrets)).toEqual({ answers: ['no', 'no', 'no'], asked: 0 });
  });

  test('neither answers nor passes on a request in which two options have the same id', async () => {
    const twice: readonly PermissionOption[] = [
      { optionId: 'x', name: 'Always', kind: 'allow_always' },
      { optionId: 'x', name: 'No', kind: 'reject_once' },
    ];
    for (const decides of ['ask', 'allow-all', 'deny'] as const) {
      const { answers, seen } = await ask(version, { policy: decides }, async ({ session }, list) => {
        const subject = { type: 'command' as const, command: 'ls', cwd };
        const request: RequestPermissionRequest = {
          sessionId: session.id,
          title: 'May I?',
          subject,
          options: [...twice],
        };
        list.push((await session.connection.request('session/request_permission', request)).outcome);
      });
      expect([answers, seen]).toEqual([[{ outcome: 'cancelled' }], []]);
    }
  });

  test('refuses a request of a session that is not open', async () => {
    const { answers, seen } = await ask(version, { policy: 'allow-all' }, async ({ session }, list) => {
      const toolCall = { toolCallId: 'x', title: 'Run', kind: 'execute' as const };
      for (const sessionId of ['another', '']) {
        const request: RequestPermissionRequest = {
          sessionId,
          title: 'May I?',
          subject: { type: 'tool_call', toolCall },
          options: [...options],
        };
        list.push(await session.connection.request('session/request_permission', request).catch(String));
      }
    });
    expect(answers).toEqual([
      expect.stringContaining('policy: the session another is not open'),
      expect.stringContaining('policy: the session  is not open'),
    ]);
    expect(seen).toEqual([]);
  });
});

describe('policy and an agent of version 1', () => {
  const denied = 'policy: the rules of the user deny this.';

  test('holds for the files and commands that it asks the client for directly', async () => {
    const done: string[] = [];
    const results: unknown[] = [];
    const served = agent(info).onPrompt(async ({ files, editorTerminal }) => {
      const kept = (promise: Promise<unknown>): Promise<unknown> =>
        promise.then(
          (value) => results.push(value),
          (error: unknown) => results.push((error as Error).message),
        );
      await kept(files.readText(join(cwd, 'rose.md')));
      await kept(files.readText(join(cwd, 'prod.env')));
      await kept(files.writeText(join(cwd, 'prod.env'), 'x'));
      await kept(editorTerminal({ command: 'rm', args: ['-rf', '.'] }));
    });
    const unused = (): never => {
      throw new Error('No command may be started.');
    };
    const app = client(info)
      .onFiles({
        readText: ({ path }) => {
          done.push(path);
          return 'red';
        },
        writeText: ({ path }) => void done.push(path),
      })
      .onTerminals({ create: unused, output: unused, waitForExit: unused, kill: unused, release: unused });
    await using front = await connected(1, chained([policy(rules)], speaking(1, served)), app);
    await (await front.connection.newSession({ cwd })).prompt('go');
    expect(results).toEqual(['red', denied, denied, denied]);
    expect(done).toEqual([join(cwd, 'rose.md')]);
  });

  test.each([
    ['ask', 4],
    ['allow-reads', 3],
    ['allow-inside-roots', 2],
    [{ rules: [{ decision: 'ask', kind: '*' }], otherwise: 'allow' }, 4],
  ] as const)(
    'asks the user about files and commands before the client gets them: %j',
    async (decides, questionCount) => {
      mkdirSync(join(cwd, '.git', 'hooks'), { recursive: true });
      for (const answer of ['allow', 'reject'] as const) {
        const asked: (string | undefined)[] = [];
        const done: string[] = [];
        const refusals: unknown[] = [];
        const served = agent(info).onPrompt(async ({ files, editorTerminal }) => {
          for (const work of [
            () => files.readText(join(cwd, 'rose.md')),
            () => files.writeText(join(cwd, 'rose.md'), 'white'),
            () => files.writeText(join(cwd, '.git', 'hooks', 'pre-commit'), 'x'),
            () => editorTerminal({ command: 'rm', args: ['-rf', '/'] }),
          ]) {
            await work().catch((error: unknown) => refusals.push((error as Error).message));
          }
        });
        const unused = (): never => {
          throw new Error('unused');
        };
        const app = client(info)
          .onPermission(({ subject, options: offered }) => {
            asked.push(subject?.type === 'command' ? subject.command : undefined);
            return offered.find(({ kind }) => kind === `${answer}_once`)?.optionId ?? 'none';
          })
          .onFiles({ readText: ({ path }) => String(done.push(path)), writeText: ({ path }) => void done.push(path) })
          .onTerminals({
            create: ({ command }) => String(done.push(command)),
            output: unused,
            waitForExit: unused,
            kill: unused,
            release: () => undefined,
          });
        await using front = await connected(1, chained([policy({ policy: decides })], speaking(1, served)), app);
        await (await front.connection.newSession({ cwd })).prompt('go');
        expect(asked).toHaveLength(questionCount);
        expect(done).toHaveLength(answer === 'allow' ? 4 : 4 - questionCount);
        expect(refusals).toEqual(
          Array.from({ length: answer === 'allow' ? 0 : questionCount }, () => 'policy: the user did not allow this.'),
        );
      }
    },
  );
});

describe.each(versions)('policy and MCP tools of a client of version %i', (version) => {
  test('holds for the tools that the agent calls, in either form', async () => {
    const called: string[] = [];
    const results: unknown[] = [];
    const served = agent(info, { mcp: ['acp'] }).onPrompt(async ({ session }) => {
      for (const address of [{ connectionId: 'c' }, { serverId: 's', requestId: 'r' }]) {
        for (const name of ['delete_all', 'list']) {
          const message = { ...address, method: 'tools/call', params: { name } };
          results.push(await session.connection.request('mcp/message', message));
        }
      }
    });
    const app = client(info).on('mcp/message', ({ params }) => {
      called.push(String(params?.['name']));
      return { content: [] };
    });
    const made = policy({ policy: { rules: [{ decision: 'deny', tool: 'delete_*' }] } });
    await using front = await connected(version, chained([made], speaking(version, served)), app);
    await (await front.connection.newSession({ cwd })).prompt('go');
    const denied = { content: [{ type: 'text', text: 'policy: the rules of the user deny this.' }], isError: true };
    expect(results).toEqual([denied, { content: [] }, { result: denied }, { content: [] }]);
    expect(called).toEqual(['list', 'list']);
  });
});

describe.each(versions)('requests that the protocol does not define, in version %i', (version) => {
  interface Sent {
    readonly answers: string[];
    readonly passed: string[];
    readonly asked: string[];
  }

  /** Lets an agent send `methods` with the params that `paramsOf` returns; the user allows what it is asked. */
  async function send(
    made: PolicyOptions,
    methods: readonly `_${string}`[],
    paramsOf: (sessionId: string) => object = (sessionId) => ({ sessionId }),
  ): Promise<Sent> {
    const sent: Sent = { answers: [], passed: [], asked: [] };
    const served = agent(info).onPrompt(async (turn) => {
      for (const method of methods) {
        const answer = turn.session.connection.request(method, paramsOf(turn.session.id));
        sent.answers.push(await answer.then(String, (error: Error) => error.message));
      }
    });
    const app = client(info).onPermission((question) => {
      sent.asked.push(question.title);
      return 'allow';
    });
    for (const method of methods)
      app.on(
        method,
        (params: unknown) => params,
        () => {
          sent.passed.push(method);
          return 'done';
        },
      );
    await using front = await connected(version, chained([policy(made)], speaking(version, served)), app);
    await (await front.connection.newSession({ cwd })).prompt('go');
    return sent;
  }

  test('are asked about if no rule names them', async () => {
    const sent = await send({ policy: { rules: [] } }, ['_fs/read']);
    expect(sent).toEqual({
      answers: ['done'],
      passed: ['_fs/read'],
      asked: ['The agent sends _fs/read, which the protocol does not define.'],
    });
  });

  test('are allowed and denied by rules that name them as a tool', async () => {
    const made: PolicyOptions = {
      policy: {
        rules: [
          { decision: 'allow', tool: '_vendor/*' },
          { decision: 'deny', tool: '_fs/*' },
        ],
      },
    };
    const sent = await send(made, ['_vendor/ping', '_fs/write']);
    expect(sent).toEqual({
      answers: ['done', 'policy: the rules of the user deny this.'],
      passed: ['_vendor/ping'],
      asked: [],
    });
  });

  test('are denied by a rule about a path that they name', async () => {
    const made: PolicyOptions = { policy: { rules: [{ decision: 'deny', path: '**/*.env' }], otherwise: 'allow' } };
    const sent = await send(made, ['_fs/read'], (sessionId) => ({ sessionId, path: join(cwd, 'a.env') }));
    expect(sent.passed).toEqual([]);
  });

  test('are refused outside of a session, where the user cannot be asked, unless a rule allows them', async () => {
    const sent = await send({ policy: 'allow-reads' }, ['_fs/read'], () => ({ path: '/etc/passwd' }));
    expect(sent).toEqual({
      answers: ['policy: no rule allows _fs/read outside of a session.'],
      passed: [],
      asked: [],
    });
    const made: PolicyOptions = { policy: { rules: [{ decision: 'allow', tool: '_vendor/ping' }] } };
    expect((await send(made, ['_vendor/ping'], () => ({}))).passed).toEqual(['_vendor/ping']);
  });
});

test('a read with a malformed diff is asked about, and does not look like a read to the client', async () => {
  const kinds: unknown[] = [];
  const asking = agent(info).onPrompt(async (turn) => {
    const toolCall = { toolCallId: 't', title: 'Read', kind: 'read', content: [{ type: 'diff' }] };
    const subject = { type: 'tool_call', toolCall };
    await turn.session.connection.requestRaw('session/request_permission', {
      sessionId: turn.session.id,
      title: 'Read',
      subject,
      options,
    });
  });
  const app = client(info).onPermission(({ subject }) => {
    kinds.push(subject?.type === 'tool_call' ? subject.toolCall.kind : undefined);
    return 'no';
  });
  await using front = await connected(2, chained([policy({ policy: 'allow-reads' })], speaking(2, asking)), app);
  await (await front.connection.newSession({ cwd })).prompt('go');
  expect(kinds).toEqual(['other']);
});
