import { image, text, type ContentBlock } from '@acp-stack/sdk';
import { expect, test } from 'vitest';

import { attachmentOf, type Attachment } from './attachment.ts';
import { emptyDraft, joinDrafts } from './draft.ts';
import { isMentioned, mentionText } from './mention.ts';
import { contentOf, draftOf, summaryOf } from './prompt-content.ts';

const all = { image: true, audio: true, embeddedContext: true };
const picture = attachmentOf({ name: 'rose.png', type: 'image/png', bytes: new Uint8Array(3) }, all) as Attachment;

test('files that are still in the text become links, each once', () => {
  const mentions = [
    { name: 'a.ts', path: '/garden/a.ts' },
    { name: 'a.ts', path: '/garden/a.ts' },
    { name: 'gone.ts', path: '/garden/gone.ts' },
    { name: 'my notes#1.md', path: '/garden/my notes#1.md' },
  ];
  expect(contentOf({ ...emptyDraft, text: 'See @a.ts, and @"my notes#1.md".', mentions })).toEqual([
    { type: 'text', text: 'See @a.ts, and @"my notes#1.md".' },
    { type: 'resource_link', uri: 'file:///garden/a.ts', name: 'a.ts' },
    { type: 'resource_link', uri: 'file:///garden/my%20notes%231.md', name: 'my notes#1.md' },
  ]);
});

test('a file of Windows has an address, too', () => {
  const mentions = [{ name: 'a.ts', path: String.raw`C:\garden\a.ts` }];
  const content = contentOf({ ...emptyDraft, text: '@a.ts', mentions });
  expect(content[1]).toMatchObject({ uri: 'file:///C:/garden/a.ts' });
  expect(draftOf(content).mentions).toEqual([{ name: 'a.ts', path: 'C:/garden/a.ts' }]);
});

test('a picture alone is a message, and blank text is left out', () => {
  expect(contentOf({ ...emptyDraft, text: ' \n', attachments: [picture] })).toEqual([picture.block]);
});

test('a message that is taken back has its text, mentions and attachments again', () => {
  const draft = { text: 'See @a.ts', mentions: [{ name: 'a.ts', path: '/garden/a.ts' }], attachments: [picture] };
  const again = draftOf(contentOf(draft));
  expect(again).toMatchObject({ text: draft.text, mentions: draft.mentions });
  expect(again.attachments.map(({ kind, block }) => ({ kind, block }))).toEqual([
    { kind: 'image', block: picture.block },
  ]);
  expect(contentOf(again)).toEqual(contentOf(draft));
});

test('several drafts are put one behind the other', () => {
  const joined = joinDrafts([{ ...emptyDraft, text: 'one' }, emptyDraft, { ...emptyDraft, text: 'two' }]);
  expect(joined.text).toBe('one\n\ntwo');
});

test('a list shows a message in one line', () => {
  const content: readonly ContentBlock[] = [text('Look\n at  this'), image(new Uint8Array(3), 'image/png')];
  expect(summaryOf(content)).toBe('Look at this [picture]');
});

test.each([
  ['see @a.ts', 'a.ts', true],
  ['see @a.tsx', 'a.ts', false],
  ['see @a.ts.', 'a.ts', true],
  ['see @a.ts.map', 'a.ts', false],
  ['x@a.ts', 'a.ts', false],
  ['(@a.ts)', 'a.ts', true],
  ['@"a b.md"?', 'a b.md', true],
  ['@a b.md', 'a b.md', false],
])('%j mentions %s: %s', (words, name, answer) => {
  expect(isMentioned(words, name)).toBe(answer);
  expect(isMentioned(mentionText(name), name)).toBe(true);
});
