/**
 * The whole conversation on a screen of its own: what is folded unfolds, words are found, and nothing is left behind.
 */
import { describe, expect, test, vi } from 'vitest';
import type { Turn } from '@acp-stack/sdk';
import { TranscriptStore } from '@acp-stack/transcript';

import { Pager } from '../../apps/cli/src/commands/chat/pager/pager.ts';
import { KeyReader } from '../../apps/cli/src/tui/key.ts';
import { textOfLine } from '../../apps/cli/src/tui/styled-line.ts';
import { ChatFixture } from '../support/chat-fixture.ts';
import { keys } from '../support/terminal-program.ts';

vi.setConfig({ testTimeout: 60_000 });

const open = keys.control('l');
const leave = '\u001b[?1049l';

/** Thinks, reads something long, and answers. */
async function garden(turn: Turn): Promise<void> {
  await turn.thought.append('First I look at the roses.\n\nThen I count their thorns.');
  const call = turn.toolCall({ title: 'Read rose.md', kind: 'read', status: 'in_progress' });
  const text = Array.from({ length: 40 }, (_, index) => `Petal ${index + 1} is red.`).join('\n\n');
  await call.update({ status: 'completed', content: [{ type: 'content', content: { type: 'text', text } }] });
  await turn.newMessage().append('There are **forty** petals.');
}

async function afterOneTurn(): Promise<ChatFixture> {
  const chat = await ChatFixture.open({ onPrompt: garden });
  chat.say('Count them');
  await chat.shows((screen) => screen.includes('forty petals') && screen.includes('? for keys'));
  return chat;
}

describe('the pager', () => {
  test('unfolds thoughts and tool output that are in the scrollback already', async () => {
    await using chat = await afterOneTurn();
    expect(chat.everything).not.toContain('Then I count their thorns.');
    chat.press(open);
    const folded = await chat.shows('q quits');
    expect(folded).toContain('▸ ✻ First I look at the roses.');
    expect(folded).toContain('❯▸ ✓ Read rose.md');
    expect(folded).not.toContain('Petal 40');
    chat.press(keys.enter);
    await chat.shows('❯▾ ✓ Read rose.md');
    chat.press('G');
    await chat.shows('Petal 40 is red.');
    chat.press('g', keys.shiftTab);
    await chat.shows('❯▸ ✻ First');
    chat.press(keys.enter);
    await chat.shows('Then I count their thorns.');
    chat.press('a');
    await chat.shows((screen) => screen.includes('▾ ✓ Read') && screen.includes('Then I count'));
    chat.press('a');
    await chat.shows((screen) => screen.includes('▸ ✓ Read') && !screen.includes('Then I count'));
  });

  test('finds words, also in what is folded, and goes from one to the next', async () => {
    await using chat = await afterOneTurn();
    chat.press(open, '/PETAL 33', keys.enter);
    await chat.shows('Petal 33 is red.');
    expect(chat.raw).toContain('\u001b[7mPetal 33\u001b[0m');
    chat.press('n');
    expect(await chat.shows('Petal 33 is red.')).toContain('q quits');
    chat.press('/no such flower', keys.enter);
    await chat.shows('"no such flower" was not found');
    chat.press('/thorns', keys.enter);
    await chat.shows('Then I count their thorns.');
  });

  test('leaves the screen as it was, with what came meanwhile', async () => {
    await using chat = await afterOneTurn();
    const before = chat.screen;
    chat.press(open);
    await chat.shows('q quits');
    chat.press('q');
    await chat.shows((screen) => screen === before);
    expect(chat.raw).toContain(leave);
    chat.say('Again');
    chat.press(open);
    await chat.shows('q quits');
    await chat.shows((screen) => screen.match(/forty petals/gu)?.length === 2);
    chat.press(keys.escape);
    await chat.shows(/❯ Again\n[\s\S]*forty petals\.\n\n─[\s\S]*\? for keys/u);
    expect(chat.everything.match(/❯ Again/gu)).toHaveLength(1);
  });

  test('says that the agent asks something', async () => {
    await using chat = await ChatFixture.open({
      onPrompt: async (turn) => {
        await turn.message.append('Wait.');
        await turn.requestPermission({ title: 'May I dig?' });
      },
    });
    chat.press(open);
    await chat.shows('q quits');
    chat.press('q');
    await chat.shows('? for keys');
    chat.say('Dig');
    await chat.shows('? May I dig?');
    chat.ui.openPager();
    await chat.shows('The agent waits for an answer: q returns to it');
    chat.press('q');
    // The keys of the question are named once they count.
    await chat.shows('Allow (y)');
    chat.press('n');
    await chat.shows('? for keys');
  });

  test('reads the earlier part of a long session at its start, and stays where it is', async () => {
    const say = (store: TranscriptStore, count: number): void => {
      const content = [{ type: 'text' as const, text: `Message ${count} of the talk.` }];
      store.apply({ sessionUpdate: 'agent_message', messageId: `m${count}`, content });
    };
    const store = new TranscriptStore();
    for (let count = 301; count <= 500; count += 1) say(store, count);
    let end = (): void => undefined;
    const earlier = {
      isMissing: true,
      isReading: false,
      read: async () => {
        earlier.isReading = true;
        await new Promise<void>((resolve) => (end = resolve));
        using _replay = store.replay();
        for (let count = 1; count <= 500; count += 1) say(store, count);
        earlier.isMissing = false;
        earlier.isReading = false;
      },
    };
    let redraws = 0;
    const pager = new Pager({
      transcript: () => store.snapshot(),
      cwd: () => '/garden',
      earlier,
      redraw: () => (redraws += 1),
      isAsked: () => false,
      leave: () => undefined,
    });
    const reader = new KeyReader();
    const drawn = (): string => pager.draw({ width: 79, rows: 24 }).lines.map(textOfLine).join('\n');
    const press = (text: string): string => {
      for (const key of reader.read(text)) pager.press(key);
      return drawn();
    };
    expect(press('')).toContain('200 of 200 and earlier ones');
    for (let page = 0; page < 30; page += 1) press('b');
    expect(drawn()).toContain('Loading earlier messages…');
    expect(drawn()).toContain('Message 301 of the talk.');
    end();
    await expect.poll(() => redraws).toBe(1);
    const first = drawn()
      .split('\n')
      .find((each) => each.includes('Message'));
    expect(first).toContain('Message 301 of the talk.');
    expect(press('k')).toContain('of 500');
    expect(press('b')).toContain('Message 295 of the talk.');
    expect(press('g')).toContain('Message 1 of the talk.');
  });

  test('is quick with 10,000 messages', () => {
    const store = new TranscriptStore();
    for (let count = 1; count <= 10_000; count += 1) {
      const sessionUpdate = count % 2 === 1 ? 'user_message' : 'agent_message';
      const content = [{ type: 'text' as const, text: `Message **${count}** of the talk.` }];
      store.apply({ sessionUpdate, messageId: `m${count}`, content });
    }
    const pager = new Pager({
      transcript: () => store.snapshot(),
      cwd: () => '/garden',
      earlier: { isMissing: false, isReading: false, read: () => Promise.resolve() },
      redraw: () => undefined,
      isAsked: () => false,
      leave: () => undefined,
    });
    const reader = new KeyReader();
    const press = (text: string): string => {
      for (const key of reader.read(text)) pager.press(key);
      return pager.draw({ width: 79, rows: 24 }).lines.map(textOfLine).join('\n');
    };
    expect(press('')).toContain('Message 10000 of the talk.');
    expect(press('g')).toContain('❯ Message **1** of the talk.');
    expect(press('/message 7654\r')).toContain('Message 7654 of the talk.');
    expect(press('/7655\r')).toContain('❯ Message **7655** of the talk.');
    expect(press('/nowhere to be found\r')).toContain('was not found');
    expect(press('G')).toContain('10000 of 10000');
    expect(press('k')).toContain('9999 of 10000');
  });
});
