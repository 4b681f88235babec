import { expect, test } from 'vitest';

import { linkAttachment, type Attachment } from './attachment.ts';
import { emptyDraft, type Draft } from './draft.ts';
import { DraftStorage } from './draft-storage.ts';
import { memoryStorage } from './memory-storage.test-support.ts';

const draft = (text: string): Draft => ({ ...emptyDraft, text });

test('a draft is there again after a reload, for its session only', () => {
  const storage = memoryStorage();
  new DraftStorage(storage).write('one', { ...draft('Hello'), mentions: [{ name: 'a.ts', path: '/a.ts' }] });
  const reloaded = new DraftStorage(storage);
  expect(reloaded.read('one')).toEqual({ text: 'Hello', mentions: [{ name: 'a.ts', path: '/a.ts' }], attachments: [] });
  expect(reloaded.read('two')).toEqual(emptyDraft);
});

test('attachments are kept while the page is open', () => {
  const drafts = new DraftStorage(memoryStorage());
  const attachment = linkAttachment('https://example.org/a') as Attachment;
  drafts.write('one', { ...emptyDraft, attachments: [attachment] });
  expect(drafts.read('one').attachments).toEqual([attachment]);
});

test('an empty draft leaves nothing behind', () => {
  const storage = memoryStorage();
  const drafts = new DraftStorage(storage);
  drafts.write('one', draft('Hello'));
  drafts.write('one', emptyDraft);
  expect(storage.length).toBe(0);
  expect(drafts.read('one')).toEqual(emptyDraft);
});

test('the oldest of more than 100 drafts is dropped', () => {
  const storage = memoryStorage();
  let now = 0;
  const drafts = new DraftStorage(storage, () => (now += 1));
  for (let count = 0; count <= 100; count += 1) drafts.write(`session ${count}`, draft('x'));
  expect(storage.length).toBe(100);
  const reloaded = new DraftStorage(storage);
  expect(reloaded.read('session 0')).toEqual(emptyDraft);
  expect(reloaded.read('session 100').text).toBe('x');
});

test('a draft that the storage does not take lasts as long as the page', () => {
  const drafts = new DraftStorage(memoryStorage(10));
  drafts.write('one', draft('a longer text'));
  expect(drafts.read('one').text).toBe('a longer text');
});

test.each(['{', '7', '{"text":7}', 'null'])('%s in the storage is no draft', (value) => {
  const storage = memoryStorage();
  storage.setItem('acp-draft:one', value);
  expect(new DraftStorage(storage).read('one')).toEqual(emptyDraft);
});
