import { expect, test } from 'vitest';

import { acceptedTypes } from './accepted-types.ts';

test.each([
  ['application/json, text/event-stream', { json: true, events: true }],
  ['application/json', { json: true, events: false }],
  ['Application/JSON; charset=utf-8', { json: true, events: false }],
  ['text/event-stream', { json: false, events: true }],
  ['application/*, text/*;q=0', { json: true, events: false }],
  ['*/*', { json: true, events: true }],
  [undefined, { json: true, events: true }],
  ['text/html', { json: false, events: false }],
])('%s', (accept, types) => {
  expect(acceptedTypes(accept)).toEqual(types);
});
