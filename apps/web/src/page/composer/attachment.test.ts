import { expect, test } from 'vitest';

import {
  attachmentLimits,
  attachmentOf,
  linkAttachment,
  newAttachment,
  sizeText,
  totalProblem,
  type FileData,
} from './attachment.ts';

const everything = { image: true, audio: true, embeddedContext: true };
const nothing = { image: false, audio: false, embeddedContext: false };
const file = (name: string, type: string, content: string | Uint8Array): FileData => ({
  name,
  type,
  bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content,
});

test('a picture becomes an image block', () => {
  expect(attachmentOf(file('a.png', 'image/png', new Uint8Array([1, 2, 3])), everything)).toMatchObject({
    kind: 'image',
    name: 'a.png',
    bytes: 3,
    block: { type: 'image', mimeType: 'image/png', data: 'AQID' },
  });
});

test('an agent that takes no pictures is not sent any, and the page says so', () => {
  expect(attachmentOf(file('a.png', 'image/png', new Uint8Array(3)), nothing)).toEqual({
    problem: 'The agent does not take pictures, so a.png was not attached.',
  });
});

test('a text is embedded, or a part of the message if the agent takes no resources', () => {
  expect(attachmentOf(file('a b.md', '', 'Hi'), everything)).toMatchObject({
    block: { type: 'resource', resource: { uri: 'attachment:///a%20b.md', mimeType: 'text/plain', text: 'Hi' } },
  });
  expect(attachmentOf(file('a.md', '', 'Use ````x````\n'), nothing)).toMatchObject({
    block: { type: 'text', text: 'a.md:\n\n`````\nUse ````x````\n`````' },
  });
});

test.each([
  ['a file that is no text', file('a.zip', '', new Uint8Array([80, 75, 0, 255])), /neither a picture nor a text/u],
  ['bytes that are no UTF-8', file('a.txt', 'text/plain', new Uint8Array([255, 254, 65])), /neither a picture nor/u],
  ['a large text', file('a.txt', '', new Uint8Array(attachmentLimits.textBytes + 1).fill(65)), /at most 512 kB/u],
  ['a large picture', file('a.png', 'image/png', new Uint8Array(attachmentLimits.imageBytes + 1)), /at most 5 MB/u],
])('%s is refused in words', (_what, data, words) => {
  expect(attachmentOf(data, everything)).toEqual({ problem: expect.stringMatching(words) as string });
});

test('an address becomes a link with the last part of its path as name', () => {
  expect(linkAttachment('file:///garden/my%20rose.md')).toMatchObject({
    kind: 'link',
    block: { type: 'resource_link', uri: 'file:///garden/my%20rose.md', name: 'my rose.md' },
  });
  expect(linkAttachment('https://example.org')).toMatchObject({ name: 'example.org' });
  expect(linkAttachment('javascript:alert(1)')).toHaveProperty('problem');
  expect(linkAttachment('nonsense')).toHaveProperty('problem');
});

test('too many or too large attachments are said before the message is sent', () => {
  const block = { type: 'text', text: '' } as const;
  const attachment = (bytes: number): ReturnType<typeof newAttachment> =>
    newAttachment({ kind: 'text', name: 'a', bytes, block });
  expect(totalProblem([attachment(10)])).toBeUndefined();
  expect(totalProblem(Array.from({ length: 21 }, () => attachment(1)))).toContain('At most 20 files');
  expect(totalProblem([attachment(6e6), attachment(6e6)])).toContain('11.4 MB together');
});

test.each([
  [12, '12 B'],
  [2048, '2 kB'],
  [1024 * 1024, '1 MB'],
  [1.25 * 1024 * 1024, '1.3 MB'],
])('%d bytes are %s', (bytes, words) => {
  expect(sizeText(bytes)).toBe(words);
});
