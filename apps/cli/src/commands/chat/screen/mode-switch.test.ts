import { TranscriptStore } from '@acp-stack/transcript';
import { expect, test } from 'vitest';

import type { Conversation } from '../conversation/conversation.ts';
import { ModeSwitch } from './mode-switch.ts';

const modes = ['ask', 'code', 'plan'];
const optionsWith = (currentValue: string): object[] => [
  {
    configId: 'mode',
    name: 'Mode',
    category: 'mode',
    type: 'select',
    currentValue,
    options: modes.map((value) => ({ value, name: value.toUpperCase() })),
  },
];

function conversationWith(setConfigOption: (id: string, value: string) => Promise<object[]>): Conversation {
  const store = new TranscriptStore();
  store.apply({ sessionUpdate: 'config_option_update', configOptions: optionsWith('ask') as never });
  return { store, session: { setConfigOption } } as unknown as Conversation;
}

test('going through several modes is confirmed once, at the next other key', async () => {
  const notes: string[] = [];
  const modeSwitch = new ModeSwitch(({ text }) => notes.push(text));
  const conversation = conversationWith(async (_, value) => optionsWith(value));
  modeSwitch.confirm(conversation);
  await Promise.all([modeSwitch.next(conversation), modeSwitch.next(conversation)]);
  expect(notes).toEqual([]);
  modeSwitch.confirm(conversation);
  modeSwitch.confirm(conversation);
  await expect.poll(() => notes).toEqual(['Mode: PLAN']);
});

test('a mode that is the same again is not confirmed', async () => {
  const notes: string[] = [];
  const modeSwitch = new ModeSwitch(({ text }) => notes.push(text));
  const conversation = conversationWith(async (_, value) => optionsWith(value));
  for (const _ of modes) await modeSwitch.next(conversation);
  modeSwitch.confirm(conversation);
  await Promise.resolve();
  expect(notes).toEqual([]);
});

test('a key before the agent has switched waits for it, and a refusal is confirmed by nothing', async () => {
  const notes: string[] = [];
  const modeSwitch = new ModeSwitch(({ text }) => notes.push(text));
  const answers: ((options: object[]) => void)[] = [];
  const slow = conversationWith(() => new Promise((resolve) => void answers.push(resolve)));
  const switched = modeSwitch.next(slow);
  modeSwitch.confirm(slow);
  await expect.poll(() => answers).toHaveLength(1);
  answers[0]?.(optionsWith('code'));
  await switched;
  await expect.poll(() => notes).toEqual(['Mode: CODE']);
  const refusing = conversationWith(() => Promise.reject(new Error('no')));
  await expect(modeSwitch.next(refusing)).rejects.toThrow('no');
  modeSwitch.confirm(refusing);
  await Promise.resolve();
  expect(notes).toHaveLength(1);
});
