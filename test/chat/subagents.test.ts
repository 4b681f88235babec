/** Subagents in the chat: what they do, below the entry that announces them. */
import type { SessionUpdate, Turn } from '@acp-stack/sdk';
import { describe, expect, test, vi } from 'vitest';

import { ChatFixture, type ChatFixtureOptions } from '../support/chat-fixture.ts';
import { keys } from '../support/terminal-program.ts';

vi.setConfig({ testTimeout: 60_000 });

const ready = '? for keys';

/** Sends an update of a subagent. */
const ofChild = (turn: Turn, update: SessionUpdate, sessionId = 'child'): Promise<void> =>
  turn.session.connection.notify('session/update', { sessionId, update });

const announce = (turn: Turn, fields: object): Promise<void> =>
  turn.update({ sessionUpdate: 'subagent_update', sessionId: 'child', ...fields });

const look = (number: number): SessionUpdate => ({
  sessionUpdate: 'tool_call_update',
  toolCallId: `look-${number}`,
  title: `Look at rose ${number}`,
  status: 'completed',
  content: [{ type: 'content', content: { type: 'text', text: `Rose ${number} is red.` } }],
});

const words = (text: string): SessionUpdate => ({
  sessionUpdate: 'agent_message',
  messageId: 'found',
  content: [{ type: 'text', text }],
});

/** A turn with a subagent that looks at five roses. */
async function search(turn: Turn): Promise<void> {
  await announce(turn, { title: 'Search the roses', state: { state: 'running' } });
  for (let number = 1; number <= 5; number += 1) await ofChild(turn, look(number));
  await ofChild(turn, words('All roses are red.'));
  await announce(turn, { state: { state: 'idle' } });
  await turn.message.append('I have looked.');
}

const open = (options: ChatFixtureOptions): Promise<ChatFixture> => ChatFixture.open({ rows: 40, ...options });

describe('the work of a subagent', () => {
  test('is shown in short, indented below its title', async () => {
    await using chat = await open({ onPrompt: search });
    chat.say('Go');
    const screen = await chat.shows((shown) => shown.includes('I have looked.') && shown.includes(ready));
    expect(screen).toContain(
      [
        '⑂ Search the roses done · 5 tool calls',
        '│ ✓ Look at rose 3',
        '│ ✓ Look at rose 4',
        '│ ✓ Look at rose 5',
        '│ All roses are red.',
        '',
        'I have looked.',
      ].join('\n'),
    );
    expect(screen).not.toContain('Rose 5 is red.');
  });

  test('is shown in full after Ctrl+T, and in the whole conversation when it is unfolded', async () => {
    await using chat = await open({ onPrompt: search });
    chat.say('Go');
    await chat.shows((shown) => shown.includes('I have looked.') && shown.includes(ready));
    chat.press(keys.control('t'));
    const full = await chat.shows('│   Rose 5 is red.');
    expect(full).toContain('│ ✓ Look at rose 1\n│   Rose 1 is red.');
    chat.press(keys.control('l'));
    const folded = await chat.shows('▸ ⑂ Search the roses done');
    expect(folded).not.toContain('Rose 1 is red.');
    chat.press('\r');
    expect(await chat.shows('▾ ⑂ Search the roses done')).toContain('│ ✓ Look at rose 1\n   │   Rose 1 is red.');
  });

  test('is shown while it goes on', async () => {
    await using chat = await open({});
    chat.say('Go');
    await chat.shows('Esc cancels');
    const turn = chat.turns[0] as Turn;
    await announce(turn, { title: 'Search', state: { state: 'running' } });
    await ofChild(turn, { ...look(1), status: 'in_progress' } as SessionUpdate);
    await chat.shows(/⑂ Search running · 1 tool call\n│ [◐◓◑◒] Look at rose 1/u);
    await ofChild(turn, look(1));
    await chat.shows('⑂ Search running · 1 tool call\n│ ✓ Look at rose 1');
  });

  test('holds that of its own subagents', async () => {
    await using chat = await open({
      onPrompt: async (turn) => {
        await announce(turn, { title: 'Search', state: { state: 'running' } });
        const inner = { sessionUpdate: 'subagent_update', sessionId: 'inner', title: 'Dig' } as const;
        await ofChild(turn, { ...inner, state: { state: 'idle' } });
        await ofChild(turn, look(1), 'inner');
        await ofChild(turn, { ...inner, sessionId: 'child' });
        await announce(turn, { state: { state: 'idle' } });
        await turn.message.append('Done.');
      },
    });
    chat.press(keys.control('t'));
    chat.say('Go');
    const screen = await chat.shows((shown) => shown.includes('Done.') && shown.includes(ready));
    expect(screen).toContain(
      '⑂ Search done\n│ ⑂ Dig done · 1 tool call\n│ │ ✓ Look at rose 1\n│ │   Rose 1 is red.\n│\n│ ⑂ Dig',
    );
  });

  test('is nothing if no subagent was announced', async () => {
    await using chat = await open({
      onPrompt: async (turn) => {
        await ofChild(turn, look(1), 'stranger');
        await turn.message.append('Done.');
      },
    });
    chat.say('Go');
    expect(await chat.shows((shown) => shown.includes('Done.') && shown.includes(ready))).not.toContain('Look at');
  });
});

describe('a screen reader', () => {
  test('hears the start, each tool call and the end of a subagent, and all of it on request', async () => {
    await using chat = await open({ onPrompt: search, isPlainText: true, rows: 100 });
    chat.say('Go');
    const heard = await chat.shows('Your turn.');
    const calls = [1, 2, 3, 4, 5].map(
      (number) => `Subagent Search the roses, tool call completed: Look at rose ${number}`,
    );
    expect(heard).toContain(
      [
        'Subagent Search the roses has started.',
        ...calls,
        'Subagent Search the roses: done, 5 tool calls',
        '  Agent: All roses are red.',
        'Agent: I have looked.',
      ].join('\n'),
    );
    chat.say('/transcript');
    await chat.shows('  Tool call completed: Look at rose 5\n  Rose 5 is red.\n  Agent: All roses are red.');
  });
});
