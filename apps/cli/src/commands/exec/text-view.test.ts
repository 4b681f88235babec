import type { SessionUpdate } from '@acp-stack/sdk';
import { describe, expect, test } from 'vitest';

import { captureTerminal, type CapturedTerminal, type CaptureOptions } from '../../terminal/captured-terminal.ts';
import { growth, linear } from '../../../../../test/support/growth.ts';
import { TextView } from './text-view.ts';

const chunk = (messageId: string, text: string): SessionUpdate => ({
  sessionUpdate: 'agent_message_chunk',
  messageId,
  content: { type: 'text', text },
});
const call = (fields: object): SessionUpdate =>
  ({ sessionUpdate: 'tool_call_update', toolCallId: 'c', ...fields }) as unknown as SessionUpdate;

async function show(
  updates: readonly SessionUpdate[],
  { isQuiet = false, ...capture }: CaptureOptions & { readonly isQuiet?: boolean } = {},
): Promise<CapturedTerminal> {
  const terminal = captureTerminal(capture);
  const view = new TextView(terminal, { isQuiet });
  for (const update of updates) await view.apply(update);
  await view.finish();
  return terminal;
}

test('a user who only watches is told why work has failed, once for each time', async () => {
  const failed: SessionUpdate = {
    sessionUpdate: 'state_update',
    state: 'idle',
    stopReason: 'error',
    error: { code: -32_603, message: 'The agent was interrupted.\nPrompt again.' },
  };
  const running: SessionUpdate = { sessionUpdate: 'state_update', state: 'running' };
  const terminal = captureTerminal({});
  const view = new TextView(terminal, { isQuiet: false, showsUser: true });
  for (const update of [failed, failed]) await view.apply(update);
  expect(terminal.err()).toBe('stopped: The agent was interrupted. Prompt again.\n');
  for (const update of [running, failed]) await view.apply(update);
  expect(terminal.err()).toBe('stopped: The agent was interrupted. Prompt again.\n'.repeat(2));
  // A program that prompts reports the failure as its own.
  expect((await show([failed])).err()).toBe('');
});

describe('TextView', () => {
  test('prints chunks as they come, messages as paragraphs, and ends the last line', async () => {
    const terminal = await show([chunk('a', 'Hel'), chunk('a', 'lo.'), chunk('b', 'Bye.')]);
    expect(terminal.out()).toBe('Hello.\n\nBye.\n');
  });

  test('prints a whole message once, also when it repeats what was streamed', async () => {
    const whole: SessionUpdate = {
      sessionUpdate: 'agent_message',
      messageId: 'a',
      content: [{ type: 'text', text: 'Hello, Ann.' }],
    };
    expect((await show([chunk('a', 'Hello'), whole, whole])).out()).toBe('Hello, Ann.\n');
  });

  test('prints where links lead, with their names where the words before do not say them', async () => {
    const link = (name: string): SessionUpdate => ({
      sessionUpdate: 'agent_message_chunk',
      messageId: 'a',
      content: { type: 'resource_link', name, uri: `file:///garden/${name}` },
    });
    const updates = [
      chunk('a', '- rose.md '),
      link('rose.md'),
      chunk('a', '\n**tulip.md:1** '),
      link('tulip.md:1'),
      link('oak'),
    ];
    expect((await show(updates)).out()).toBe(
      '- rose.md file:///garden/rose.md\n**tulip.md:1** file:///garden/tulip.md:1 oak file:///garden/oak\n',
    );
  });

  test('tells of a tool call on stderr, each status once', async () => {
    const updates = [
      call({ title: 'Read\u001b[2J it', kind: 'read', status: 'pending' }),
      call({ status: 'in_progress' }),
      call({ rawInput: {} }),
      call({ status: 'completed' }),
    ];
    const terminal = await show(updates);
    expect(terminal.out()).toBe('');
    expect(terminal.err()).toBe(
      '[read] Read[2J it (pending)\n[read] Read[2J it (in progress)\n[read] Read[2J it (completed)\n',
    );
    expect((await show(updates, { isQuiet: true })).err()).toBe('');
  });

  test('tells what the agent notices on stderr, in one line', async () => {
    const notice: SessionUpdate = {
      sessionUpdate: 'notice',
      severity: 'info',
      title: 'The model is asked again in 1 second.',
      description: 'Nothing\nanswers.',
    };
    const terminal = await show([notice]);
    expect(terminal.out()).toBe('');
    expect(terminal.err()).toBe('The model is asked again in 1 second. Nothing answers.\n');
  });

  test('begins a new paragraph after work, also where the agent goes on with the same message', async () => {
    const terminal = await show([chunk('a', 'Looking.'), call({ title: 'Look' }), chunk('a', 'Found.')]);
    expect(terminal.out()).toBe('Looking.\n\nFound.\n');
  });

  test('tells what commands print on stderr, without their colours, and each note on a line of its own', async () => {
    const printed = (text: string): SessionUpdate => ({
      sessionUpdate: 'terminal_output_chunk',
      terminalId: 't',
      data: Buffer.from(text).toString('base64'),
    });
    const terminal = await show([printed('\u001b[3'), printed('1mred\u001b[0m'), call({ title: 'Run' })]);
    expect(terminal.err()).toBe('red\n[other] Run (pending)\n');
  });

  test('lets nothing but print what an agent says on a terminal, and passes it on to a file as it is', async () => {
    const update = chunk('a', '\u001b[31mred\u0007\u202e\n');
    expect((await show([update], { isTerminal: true })).out()).toBe('[31mred\n');
    expect((await show([update])).out()).toBe('\u001b[31mred\u0007\u202e\n');
  });

  test('prints no control character of any field on a terminal', async () => {
    const evil = 'x\u001b]0;t\u0007\u009b2J\u202e\u2066\u0000\u007fy';
    const updates = [
      chunk('a', evil),
      call({ title: evil, kind: evil, status: evil, name: evil }),
      call({ title: 'constructor', kind: 'constructor', status: 'toString' }),
      { sessionUpdate: 'notice', severity: evil, title: evil, description: evil },
      {
        sessionUpdate: 'plan_update',
        plan: { type: 'items', planId: evil, entries: [{ content: evil, status: 'constructor', priority: evil }] },
      },
      { sessionUpdate: 'usage_update', used: 1, size: 2, cost: { amount: 1, currency: evil } },
      { sessionUpdate: 'terminal_output_chunk', terminalId: 't', data: Buffer.from(evil).toString('base64') },
    ] as unknown as readonly SessionUpdate[];
    const terminal = await show(updates, { isTerminal: true, isErrorTerminal: true, env: { NO_COLOR: '1' } });
    const printed = `${terminal.out()}${terminal.err()}`;
    // oxlint-disable-next-line no-control-regex -- it looks for control characters.
    expect(printed).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e\u2066]/u);
    expect(printed).toContain('[constructor] constructor (toString)');
  });

  test('prints each plan when it changes, of both versions of its form, and goes on with a new paragraph', async () => {
    const plan = (content: object): SessionUpdate =>
      ({ sessionUpdate: 'plan_update', plan: { planId: 'p', ...content } }) as unknown as SessionUpdate;
    const steps = (status: string): SessionUpdate =>
      plan({
        type: 'items',
        entries: [
          { content: 'dig', priority: 'high', status },
          { content: 'plant', priority: 'low', status: 'pending' },
        ],
      });
    const terminal = await show([
      chunk('a', 'Working.'),
      steps('in_progress'),
      steps('completed'),
      chunk('a', 'Done.'),
    ]);
    expect(terminal.err()).toBe('plan\n[>] dig\n[ ] plant\nplan\n[x] dig\n[ ] plant\n');
    expect(terminal.out()).toBe('Working.\n\nDone.\n');
    const others = [
      plan({ type: 'markdown', content: '1. dig\n' }),
      plan({ type: 'file', uri: 'file:///plan.md' }),
      plan({ type: 'items', entries: [] }),
    ];
    expect((await show(others)).err()).toBe('plan\n1. dig\nplan file:///plan.md\n');
    expect((await show([steps('completed')], { isQuiet: true })).err()).toBe('');
  });

  test('prints the output of a terminal that comes as a whole, and of a longer one only what is new', async () => {
    const output = (text: string): SessionUpdate => ({
      sessionUpdate: 'terminal_update',
      terminalId: 't',
      output: { data: Buffer.from(text).toString('base64') },
    });
    const exit: SessionUpdate = { sessionUpdate: 'terminal_update', terminalId: 't', exitStatus: { exitCode: 0 } };
    const more: SessionUpdate = {
      sessionUpdate: 'terminal_output_chunk',
      terminalId: 't',
      data: Buffer.from('oak\n').toString('base64'),
    };
    const updates = [output('ros'), output('rose\n'), exit, more, output('rose\noak\nelm\n'), output('tulip\n')];
    expect((await show(updates)).err()).toBe('rose\noak\nelm\ntulip\n');
    expect((await show(updates, { isQuiet: true })).err()).toBe('');
  });

  test('prints what a command printed that comes only with its tool call, and why a call failed', async () => {
    const text = (words: string): object => ({
      content: [{ type: 'content', content: { type: 'text', text: words } }],
    });
    const ended = (fields: object): SessionUpdate => call({ title: 'T', status: 'completed', ...fields });
    const printed = async (fields: object): Promise<string> =>
      (await show([ended(fields)])).err().replace(/^.*\n/u, '');
    expect(await printed({ kind: 'execute', rawOutput: 'red \u001b[31mrose\u001b[0m\n' })).toBe('red rose\n');
    expect(await printed({ kind: 'execute', rawOutput: { stdout: 'rose', exit_code: 0 } })).toBe('rose\n');
    expect(await printed({ kind: 'execute', ...text('oak') })).toBe('oak\n');
    expect(await printed({ rawOutput: 'an answer' })).toBe('an answer\n');
    expect(await printed({ kind: 'read', rawOutput: 'a whole file' })).toBe('');
    expect(await printed({ kind: 'read', status: 'failed', rawOutput: { error: 'no such file' } })).toBe(
      'no such file\n',
    );
    expect(await printed({ kind: 'edit', status: 'failed', ...text('denied') })).toBe('denied\n');
  });

  test('writes the cost as people write it', async () => {
    const usage: SessionUpdate = {
      sessionUpdate: 'usage_update',
      used: 1,
      size: 2,
      cost: { amount: 0.000_140_000_000_000_000_01, currency: 'USD' },
    };
    expect((await show([usage])).err()).toBe('context 1 of 2 tokens, 0.00014 USD\n');
  });
});

describe('the work of TextView', () => {
  const words = 'Some words of a longer answer about roses. ';
  const floods: Readonly<Record<string, (index: number) => SessionUpdate>> = {
    'chunks of a message': () => chunk('a', words),
    'chunks of a thought': () => ({
      sessionUpdate: 'agent_thought_chunk',
      messageId: 'a',
      content: { type: 'text', text: words },
    }),
    links: (index) => ({
      sessionUpdate: 'agent_message_chunk',
      messageId: 'a',
      content: { type: 'resource_link', name: `n${index}`, uri: `file:///n${index}` },
    }),
    'tool calls': (index) => call({ toolCallId: `c${index}`, title: words, status: 'completed' }),
    'unfinished tool calls': (index) => call({ toolCallId: `c${index}`, title: words }),
    'changes of a tool call': (index) => call({ title: `${words}${index}` }),
    'parts of a message': (index) =>
      index % 2 === 0 ? chunk('a', words) : call({ toolCallId: `c${index}`, title: words, status: 'completed' }),
    'content of a tool call': () => ({
      sessionUpdate: 'tool_call_content_chunk',
      toolCallId: 'c',
      content: { type: 'content', content: { type: 'text', text: words } },
    }),
    plans: (index) => ({
      sessionUpdate: 'plan_update',
      plan: { type: 'items', planId: 'p', entries: [{ content: `${index}`, priority: 'low', status: 'pending' }] },
    }),
    'many plans': (index) => ({
      sessionUpdate: 'plan_update',
      plan: { type: 'markdown', planId: `p${index}`, content: words },
    }),
    'output of a terminal': () => ({ sessionUpdate: 'terminal_output_chunk', terminalId: 't', data: btoa(words) }),
    'snapshots of a terminal': (index) => ({
      sessionUpdate: 'terminal_update',
      terminalId: 't',
      output: { data: btoa(`${words}${index}`) },
    }),
    notices: () => ({ sessionUpdate: 'notice', severity: 'info', title: words }),
  };

  test.each(Object.keys(floods))('grows with the number of %s, not with its square', async (name) => {
    const run = async (count: number): Promise<void> => {
      const view = new TextView(captureTerminal(), { isQuiet: false });
      for (let index = 0; index < count; index += 1) await view.apply(floods[name]?.(index) ?? chunk('a', words));
      await view.finish();
    };
    expect(await growth(run, 200)).toBeLessThan(linear);
  });
});
