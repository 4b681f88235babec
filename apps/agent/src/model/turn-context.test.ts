/** Context of one turn in the requests to a model. */
import { describe, expect, test } from 'vitest';

import { textPart, userText, type ModelMessage } from './message.ts';
import { withContext } from './turn-context.ts';

describe('context in a request', () => {
  const asked = userText('What now?');
  const messages: readonly ModelMessage[] = [userText('Hello.'), { role: 'assistant', content: [] }, asked];
  const context = { asked, parts: [textPart('It rains.')] };

  test('stands before what it belongs to, and leaves the conversation alone', () => {
    const before = structuredClone(messages);
    const later: readonly ModelMessage[] = [...messages, { role: 'assistant', content: [] }];
    expect(withContext(later, context)).toEqual([...messages.slice(0, 2), userText('It rains.'), ...later.slice(2)]);
    expect(messages).toEqual(before);
  });

  test('stands before the newest message of the user, once the one that it belongs to is gone', () => {
    const compacted = [userText('A summary.'), userText('And this too.')];
    expect(withContext(compacted, context)).toEqual([
      userText('A summary.'),
      userText('It rains.'),
      userText('And this too.'),
    ]);
  });

  test('is not there when there is none', () => {
    expect(withContext(messages, undefined)).toBe(messages);
    expect(withContext(messages, { asked, parts: [] })).toBe(messages);
  });
});
