import { TranscriptStore } from '@acp-stack/transcript';
import type { SessionUpdate } from '@acp-stack/sdk';
import { describe, expect, test } from 'vitest';

import { captureTerminal } from '../../../terminal/captured-terminal.ts';
import { growth, linear } from '../../../../../../test/support/growth.ts';
import { textOfLine, type Line } from '../../../tui/styled-line.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { Subagents } from '../conversation/subagents.ts';
import { PlainTextChat } from '../plain-text/plain-text-chat.ts';
import { TranscriptView } from './transcript-view.ts';

const options = { width: 80, cwd: '/', isVerbose: false, tick: 0 };
const call = (id: number, fields: object = {}): SessionUpdate => ({
  sessionUpdate: 'tool_call_update',
  toolCallId: `c${id}`,
  title: `Call ${id}`,
  ...fields,
});
const words = (text: string): SessionUpdate => ({
  sessionUpdate: 'agent_message_chunk',
  messageId: 'm',
  content: { type: 'text', text },
});
const running: SessionUpdate = { sessionUpdate: 'state_update', state: 'running' };

const floods: Readonly<Record<string, (index: number, count: number) => SessionUpdate>> = {
  'unfinished tool calls': (index) => call(index),
  'finished tool calls': (index) => call(index, { status: 'completed' }),
  'tool calls that end last first': (index, count) =>
    index < count / 2 ? call(index) : call(count - 1 - index, { status: 'completed' }),
  'calls with text between': (index) => (index % 2 === 0 ? call(index) : words('Then. ')),
};

describe('the lines that may still change', () => {
  test('are those at the end when there is no room for all', () => {
    const store = new TranscriptStore();
    for (const update of [running, call(0), call(1), words('Hello.')]) store.apply(update);
    const view = new TranscriptView();
    const shown = (maxLines?: number): string[] => view.live(store.snapshot(), options, maxLines).map(textOfLine);
    expect(shown()).toEqual(['○ Call 0', '', '○ Call 1', '', 'Hello.', '']);
    expect(shown(3)).toEqual(['', 'Hello.', '']);
    expect(shown(0)).toEqual([]);
  });

  test.each(Object.keys(floods))('cost the same for each frame behind any number of %s', async (name) => {
    const run = (count: number): void => {
      const store = new TranscriptStore();
      const view = new TranscriptView();
      store.apply(running);
      for (let index = 0; index < count; index += 1) {
        store.apply(floods[name]?.(index, count) ?? running);
        view.settle(store.snapshot(), options);
        view.live(store.snapshot(), options, 20);
      }
    };
    expect(await growth(run, 40)).toBeLessThan(linear);
  });
});

test('when the work has ended, everything is printed, and what is said after that is printed on its own', () => {
  const store = new TranscriptStore();
  for (const update of [running, call(0), words('Hello,')]) store.apply(update);
  const view = new TranscriptView();
  const textOf = (lines: readonly Line[]): readonly string[] => lines.map(textOfLine);
  expect(textOf(view.settle(store.snapshot(), options, { isInterrupted: true }))).toEqual([]);
  const ended = view.settle(store.snapshot(), options, { isInterrupted: true, isEnded: true });
  expect(textOf(ended)).toEqual(['○ Call 0', '', 'Hello,', '']);
  expect(view.live(store.snapshot(), options)).toEqual([]);
  const later: string[] = [];
  store.subscribe((changes, transcript) => later.push(...textOf(view.changed(changes, transcript, options))));
  store.apply(words(' garden.'));
  store.apply(call(0, { status: 'completed' }));
  expect(later).toEqual([' garden.', '', '✓ Call 0', '']);
});

describe('a chat in plain lines', () => {
  test.each(Object.keys(floods))('does work that grows with the number of %s, not with its square', async (name) => {
    const run = async (count: number): Promise<void> => {
      const store = new TranscriptStore();
      const terminal = captureTerminal();
      const chat = new PlainTextChat({
        terminal,
        commands: () => ({
          list: () => [],
          typed: (command) => `/${command}`,
          run: () => false,
          isRunning: () => false,
          activity: () => undefined,
          stop: () => false,
        }),
        findFiles: async () => [],
      });
      const subagents = new Subagents(() => undefined);
      const earlier = { isMissing: false };
      const conversation = { store, isBusy: true, cwd: '/', pending: { all: [] }, subagents, earlier };
      chat.begin(conversation as unknown as Conversation, 'Gardener');
      store.apply(running);
      for (let index = 0; index < count; index += 1) store.apply(floods[name]?.(index, count) ?? running);
      await chat.close();
    };
    expect(await growth(run, 40)).toBeLessThan(linear);
  });
});
