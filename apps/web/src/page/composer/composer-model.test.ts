import { emptyTranscript, fold, type Transcript } from '@acp-stack/transcript';
import type { ContentBlock, PromptInput } from '@acp-stack/sdk';
import { text } from '@acp-stack/sdk';
import { expect, test } from 'vitest';

import { linkAttachment, type Attachment } from './attachment.ts';
import { ComposerModel, type ComposedSession, type WaitingMessage } from './composer-model.ts';
import { DraftStorage } from './draft-storage.ts';
import { InputHistory } from './input-history.ts';
import { memoryStorage } from './memory-storage.test-support.ts';

const running: Transcript = fold(emptyTranscript(), { sessionUpdate: 'state_update', state: 'running' });

interface Scene {
  readonly model: ComposerModel;
  readonly sent: (readonly [string, PromptInput])[];
  readonly reload: () => ComposerModel;
  session: { -readonly [Key in keyof ComposedSession]: ComposedSession[Key] };
}

function scene(
  init: {
    readonly answer?: () => Promise<void>;
    readonly waiting?: readonly WaitingMessage[];
    readonly moment?: () => Promise<void>;
  } = {},
): Scene {
  const { answer = () => Promise.resolve(), waiting = [] } = init;
  const sent: (readonly [string, PromptInput])[] = [];
  const take = (how: string, input: PromptInput): Promise<void> => {
    sent.push([how, input]);
    return answer();
  };
  const session: Scene['session'] = {
    id: 's1',
    transcript: emptyTranscript,
    prompt: (input) => take('prompt', input),
    cancel: () => void sent.push(['cancel', '']),
    queue: { snapshot: () => ({ messages: waiting }), add: (input, mode) => take(mode, input) },
  };
  const storage = memoryStorage();
  const reload = (): ComposerModel =>
    new ComposerModel(
      session,
      { drafts: new DraftStorage(storage), history: new InputHistory(storage) },
      init.moment ?? (() => new Promise(() => undefined)),
    );
  return { model: reload(), sent, reload, session };
}

interface LaterAnswer {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

function answerLater(): LaterAnswer {
  let settle: Pick<LaterAnswer, 'resolve' | 'reject'> | undefined;
  const promise = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject };
  });
  if (settle === undefined) throw new Error('A promise calls its executor at once.');
  return { promise, ...settle };
}

const waitingMessage = (words: string, isOwn: boolean, revoke = () => Promise.resolve()): WaitingMessage => {
  const content: readonly ContentBlock[] = [text(words)];
  return { content, isOwn, revoke };
};

test('an accepted message clears the input and its stored draft, and is in the history', async () => {
  const { model, sent, reload } = scene();
  model.write('Hello');
  await model.send();
  expect(sent).toEqual([['prompt', [{ type: 'text', text: 'Hello' }]]]);
  expect(model.snapshot()).toMatchObject({ draft: { text: '' }, sending: [] });
  expect(reload().snapshot().draft.text).toBe('');
  expect(model.walk(1)).toBe(true);
  expect(model.snapshot().draft.text).toBe('Hello');
  expect(model.walk(-1)).toBe(true);
  expect(model.snapshot().draft.text).toBe('');
});

test('a message is in the storage until it is accepted', async () => {
  const { promise, resolve } = answerLater();
  const { model, reload } = scene({ answer: () => promise });
  model.write('Hello');
  const sending = model.send();
  expect(model.snapshot().draft.text).toBe('');
  model.write('and more');
  expect(reload().snapshot().draft.text).toBe('Hello\n\nand more');
  resolve();
  await sending;
  expect(reload().snapshot().draft.text).toBe('and more');
});

test('a refused message is put back in front of what was written meanwhile, and the page says why', async () => {
  const { promise, reject } = answerLater();
  const { model, reload } = scene({ answer: () => promise });
  model.attach([linkAttachment('https://example.org/a') as Attachment]);
  model.write('Hello');
  const sending = model.send();
  model.write('and more');
  reject(new Error('The agent is not there.'));
  await sending;
  expect(model.snapshot()).toMatchObject({
    draft: { text: 'Hello\n\nand more', attachments: [{ name: 'a' }] },
    sending: [],
    note: { kind: 'error', text: 'It was not sent: The agent is not there.' },
  });
  expect(reload().snapshot().draft.text).toBe('Hello\n\nand more');
});

test('while the agent works, messages are queued or steer it', async () => {
  const { model, sent, session } = scene();
  session.transcript = () => running;
  model.write('later');
  await model.send();
  model.write('now');
  await model.send('steer');
  expect(sent.map(([how]) => how)).toEqual(['queue', 'steer']);
});

test('nothing blank is sent', async () => {
  const { model, sent } = scene();
  model.write(' \n ');
  await model.send();
  expect(sent).toEqual([]);
});

test('stopping takes the own waiting messages back before the work is cancelled, and leaves those of others', async () => {
  const order: string[] = [];
  const revoke = (name: string) => async (): Promise<void> => void order.push(name);
  const { model, session } = scene({
    waiting: [
      waitingMessage('first', true, revoke('first')),
      waitingMessage('theirs', false, revoke('theirs')),
      waitingMessage('second', true, revoke('second')),
    ],
  });
  session.cancel = () => void order.push('cancel');
  model.write('typed');
  await model.stop();
  expect(order).toEqual(['first', 'second', 'cancel']);
  expect(model.snapshot()).toMatchObject({
    draft: { text: 'first\n\nsecond\n\ntyped' },
    note: { text: 'Stopped. Your 2 waiting messages are back in the input. Messages of others are delivered next.' },
  });
});

test('the work is stopped even if a message cannot be taken back in time', async () => {
  const { promise, resolve } = answerLater();
  const { model, sent } = scene({
    waiting: [waitingMessage('slow', true, () => promise)],
    moment: () => Promise.resolve(),
  });
  const stopping = model.stop();
  await expect.poll(() => sent.map(([how]) => how)).toEqual(['cancel']);
  resolve();
  await stopping;
  expect(model.snapshot().draft.text).toBe('slow');
});

test('a message that was delivered meanwhile does not come back', async () => {
  const { model } = scene({ waiting: [waitingMessage('gone', true, () => Promise.reject(new Error('too late')))] });
  await model.stop();
  expect(model.snapshot()).toMatchObject({ draft: { text: '' }, note: undefined });
});

test('a draft of a session without an id moves to the session when it has one', () => {
  const { model, session, reload } = scene();
  session.id = undefined;
  model.write('Hello');
  session.id = 's9';
  model.write('Hello you');
  expect(reload().snapshot().draft.text).toBe('Hello you');
  session.id = undefined;
  expect(reload().snapshot().draft.text).toBe('');
});

test('too many attachments are refused with a sentence, and those before them stay', () => {
  const { model } = scene();
  const links = Array.from({ length: 20 }, () => linkAttachment('https://example.org/a') as Attachment);
  model.attach(links);
  model.attach([linkAttachment('https://example.org/b') as Attachment]);
  expect(model.snapshot().draft.attachments).toHaveLength(20);
  expect(model.snapshot().note?.text).toContain('At most 20 files');
  model.detach(links[0]?.id ?? '');
  expect(model.snapshot().draft.attachments).toHaveLength(19);
});

test('writing tells listeners, until they leave', () => {
  const { model } = scene();
  let count = 0;
  const leave = model.subscribe(() => (count += 1));
  model.write('a');
  leave();
  model.write('ab');
  expect(count).toBe(1);
});
