import type { SessionUpdate } from '@acp-stack/sdk';
import { describe, expect, test } from 'vitest';

import { captureTerminal, type CapturedTerminal, type CaptureOptions } from '../../terminal/captured-terminal.ts';
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
    const terminal = await show(updates, { isTerminal: true, isErrorTerminal: true });
    const printed = `${terminal.out()}${terminal.err()}`.replaceAll(/\u001b\[\d*m/gu, '');
    // oxlint-disable-next-line no-control-regex -- it looks for control characters.
    expect(printed).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e\u2066]/u);
    expect(printed).toContain('[constructor] constructor (toString)');
  });
});
