import { expect, test } from 'vitest';

import { parseMessage } from './parse-message.ts';

test.each(['plain', 'grün', '日本語', '😀'])('counts a text in bytes of UTF-8: %s', (word) => {
  const text = JSON.stringify({ id: 1, result: word });
  const bytes = Buffer.byteLength(text);
  expect(parseMessage(text, { depth: 9, messageBytes: bytes })).toMatchObject({ kind: 'message' });
  expect(parseMessage(text, { depth: 9, messageBytes: bytes - 1 })).toMatchObject({
    kind: 'problem',
    problem: { kind: 'too-large', partial: { id: 1, isResponse: true } },
  });
});
