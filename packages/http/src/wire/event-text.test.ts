import { expect, test } from 'vitest';

import { eventText } from './event-text.ts';

test('an event is one message, with its number where there is one', () => {
  expect(eventText('{"a":1}')).toBe('data: {"a":1}\n\n');
  expect(eventText('{"a":1}', 7)).toBe('id: 7\ndata: {"a":1}\n\n');
});

test('a message that was relayed with line breaks is still one event', () => {
  expect(eventText('{\n"a":\r\n1\r}', 1)).toBe('id: 1\ndata: {\ndata: "a":\ndata: 1\ndata: }\n\n');
});
