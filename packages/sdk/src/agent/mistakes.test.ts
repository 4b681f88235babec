/** The author of an agent is told of a mistake where it was made; a client would drop it and say nothing. */
import { settled } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { agent } from './agent.ts';
import { info, open } from './raw-client.test-support.ts';
import type { AgentSession, PromptHandler, Turn } from './session/agent-session.ts';

/** What a handler was told: by what it threw or rejected, and by reports. */
async function mistakesOf(work: (turn: Parameters<PromptHandler>[0]) => unknown): Promise<{
  readonly thrown: string | undefined;
  readonly reported: readonly string[];
  readonly updates: readonly object[];
}> {
  let thrown: string | undefined;
  const app = agent(info).onPrompt(async (turn) => {
    try {
      await work(turn);
    } catch (error) {
      thrown = error instanceof TypeError ? error.message : `no TypeError: ${String(error)}`;
    }
  });
  const ends = await open(app, { checkOutgoing: false });
  await ends.call('session/prompt', { sessionId: ends.sessionId, prompt: [{ type: 'text', text: 'go' }] });
  await settled();
  const reported = ends.reports.map((report) =>
    report.kind === 'handler-failed' ? (report.error as Error).message : report.kind,
  );
  const updates = ends
    .updates()
    .filter(({ sessionUpdate }) => sessionUpdate !== 'state_update' && sessionUpdate !== 'user_message');
  return { thrown, reported, updates };
}

type Work = (turn: Parameters<PromptHandler>[0]) => unknown;

const cases: readonly (readonly [string, Work, string])[] = [
  [
    'the kind of a tool call',
    ({ toolCall }) => toolCall({ title: 'Write', kind: 'writing' as never }),
    'tool_call_update is malformed: /kind is "writing", which is not one of read, edit, delete, move, search, execute, think, fetch, switch_mode, other; custom values begin with an underscore.',
  ],
  [
    'the status of a plan entry',
    ({ plan }) => plan([{ content: 'Dig', priority: 'high', status: 'done' as never }]),
    'plan_update is malformed: /plan/entries/0/status is "done", which is not one of pending, in_progress, completed, cancelled; custom values begin with an underscore.',
  ],
  [
    'the type of a content block',
    ({ update }) => update({ sessionUpdate: 'agent_message', messageId: 'm', content: [{ type: 'smell' }] } as never),
    'agent_message is malformed: /content/0/type is "smell", which is not one of text, image, audio, resource_link, resource; custom values begin with an underscore.',
  ],
  [
    'the kind of a change in a diff',
    ({ toolCall }) =>
      toolCall({ title: 'Melt', content: [{ type: 'diff', changes: [{ operation: 'melt', path: '/a' }] } as never] }),
    'tool_call_update is malformed: /content/0/changes/0/operation is "melt", which is not one of add, delete,',
  ],
  [
    'an update that does not exist',
    ({ update }) => update({ sessionUpdate: 'agent_mesage' } as never),
    'Unknown update "agent_mesage"; custom updates begin with an underscore.',
  ],
  ['a number as text', ({ message }) => message.append(42 as never), 'agent_message_chunk is malformed: /content'],
  [
    'a number as content of a tool call',
    ({ toolCall }) => toolCall({ title: 'Dig' }).append(42 as never),
    'tool_call_content_chunk is malformed: /content',
  ],
  [
    'a field of another type',
    ({ update }) => update({ sessionUpdate: 'usage_update', used: '3', size: 9 } as never),
    'usage_update is malformed: /used',
  ],
];

describe('an update', () => {
  test.each(cases)('is refused for %s, with its place, and not sent', async (_, work, message) => {
    const { thrown, updates } = await mistakesOf(work);
    expect(thrown).toContain(message);
    expect(updates.filter((update) => !('title' in update && update.title === 'Dig'))).toEqual([]);
  });

  test('that is not awaited is reported', async () => {
    const { reported } = await mistakesOf(({ message }) => void message.append(42 as never));
    expect(reported).toHaveLength(1);
    expect(reported[0]).toContain('agent_message_chunk is malformed: /content');
  });

  test('that makes its handler fail is reported once', async () => {
    const app = agent(info).onPrompt(({ message }) => message.append(42 as never));
    const ends = await open(app, { checkOutgoing: false });
    await ends.call('session/prompt', { sessionId: ends.sessionId, prompt: [{ type: 'text', text: 'go' }] });
    await settled();
    expect(ends.reports).toHaveLength(1);
    expect(ends.updates().at(-1)).toMatchObject({ stopReason: 'error' });
  });

  test('after the end of the turn is reported, unless the turn was cancelled', async () => {
    const turns: Turn[] = [];
    const app = agent(info).onPrompt(async (turn) => {
      turns.push(turn);
      if (turns.length === 2) await new Promise((resolve) => turn.signal.addEventListener('abort', resolve));
    });
    const { call, tell, sessionId, reports, updates } = await open(app, { checkOutgoing: false });
    await call('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'go' }] });
    await settled();
    const isLate =
      /^The turn is over; .* The agent_message_chunk was not sent; await it before the handler returns\.$/u;
    await expect(turns[0]?.message.append('late')).rejects.toThrow(isLate);
    expect(reports).toMatchObject([{ kind: 'handler-failed', error: { message: expect.stringMatching(isLate) } }]);

    await call('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'go' }] });
    await settled();
    tell('session/cancel', { sessionId });
    await settled();
    await expect(turns[1]?.message.append('late')).rejects.toThrow(isLate);
    expect(reports).toHaveLength(1);
    expect(updates().filter(({ sessionUpdate }) => sessionUpdate.startsWith('agent_'))).toEqual([]);
  });

  test('of a custom kind is sent, and so are custom values', async () => {
    const { thrown, reported, updates } = await mistakesOf(async ({ update, toolCall }) => {
      await update({ sessionUpdate: '_bloom' } as never);
      await toolCall({ title: 'Water', kind: '_water' }).complete();
    });
    expect({ thrown, reported }).toEqual({ thrown: undefined, reported: [] });
    expect(updates).toHaveLength(3);
  });

  test('that is refused does not end its tool call', async () => {
    const { updates } = await mistakesOf(async ({ toolCall }) => {
      const call = toolCall({ title: 'Dig' });
      await call.complete({ content: [{ type: 'picture' } as never] }).catch(() => undefined);
      expect(call.isFinal).toBe(false);
      await call.fail();
    });
    expect(updates).toMatchObject([{ status: 'pending' }, { status: 'failed' }]);
  });
});

test('a stop reason that does not exist is reported, and the turn fails', async () => {
  const ends = await open(agent(info).onPrompt(() => 'done' as never));
  await ends.call('session/prompt', { sessionId: ends.sessionId, prompt: [{ type: 'text', text: 'go' }] });
  await settled();
  expect(ends.reports).toMatchObject([
    {
      kind: 'handler-failed',
      error: {
        message:
          'The handler of the prompt returned "done", which is not one of end_turn, max_tokens, max_turn_requests, refusal, cancelled.',
      },
    },
  ]);
  expect(ends.updates().at(-1)).toMatchObject({ state: 'idle', stopReason: 'error' });
});

test('an answer to a permission request that was not offered is reported, and counts as no', async () => {
  let allowed: unknown = 'nothing';
  const app = agent(info).onPrompt(async ({ requestPermission }) => {
    allowed = await requestPermission({ title: 'May I?' });
  });
  const ends = await open(app);
  await ends.call('session/prompt', { sessionId: ends.sessionId, prompt: [{ type: 'text', text: 'go' }] });
  await settled();
  const { id } = ends.sent.find(({ method }) => method === 'session/request_permission') ?? {};
  ends.raw.send({ jsonrpc: '2.0', id, result: { outcome: { outcome: 'selected', optionId: 'yes' } } });
  await settled();
  expect(allowed).toBeUndefined();
  expect(ends.reports).toMatchObject([
    {
      error: {
        message:
          'The client answered a permission request with "yes", which was not offered (allow_once, allow_always, reject_once); it counts as no.',
      },
    },
  ]);
});

describe('config options and commands', () => {
  /** What a session throws. */
  async function thrownBy(work: (session: AgentSession) => void): Promise<string | undefined> {
    let thrown: string | undefined;
    const app = agent(info)
      .onSession((session) => {
        try {
          work(session);
        } catch (error) {
          thrown = (error as Error).message;
        }
      })
      .onPrompt(() => undefined);
    await open(app);
    return thrown;
  }

  const option = {
    type: 'select',
    configId: 'mode',
    name: 'Mode',
    currentValue: 'ask',
    options: [{ value: 'ask', name: 'Ask' }],
  } as const;

  test.each([
    [
      'an id under another name',
      [{ ...option, configId: undefined, id: 'mode' }],
      'The config option 0 is malformed: /id: expected configId; found id',
    ],
    [
      'a current value that is not offered',
      [option, { ...option, configId: 'other', currentValue: 'code' }],
      'The current value of the config option "other" is "code", which is not one of ask.',
    ],
    ['an id twice', [option, option], 'Two config options have the id "mode".'],
  ])('an option is refused for %s', async (_, options, message) => {
    expect(await thrownBy((session) => session.setConfigOptions(options as never))).toContain(message);
  });

  test('commands need no types', async () => {
    let commands: unknown;
    await thrownBy((session) => {
      session.setCommands([
        { name: 'dig', description: 'Digs', input: { hint: 'where' } },
        { name: 'water', description: 'Waters' },
        { type: 'command', name: 'prune', description: 'Prunes', input: { type: 'text', hint: 'what' } },
      ]);
      commands = session.commands;
    });
    expect(commands).toEqual([
      { type: 'command', name: 'dig', description: 'Digs', input: { type: 'text', hint: 'where' } },
      { type: 'command', name: 'water', description: 'Waters' },
      { type: 'command', name: 'prune', description: 'Prunes', input: { type: 'text', hint: 'what' } },
    ]);
  });
});
