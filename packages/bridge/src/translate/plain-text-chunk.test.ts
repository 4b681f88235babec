import { validators as v1 } from '@acp-stack/schema/v1/unstable';
import { validators as v2 } from '@acp-stack/schema/v2/unstable';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { plainTextChunkOf } from './plain-text-chunk.ts';

const content = { type: 'text', text: 'Hello' };
const update = { sessionUpdate: 'agent_message_chunk', messageId: 'm', content };
const params = { sessionId: 's', update };
const message = { jsonrpc: '2.0', method: 'session/update', params };

/** A value of the wrong kind, or an unexpected field, in any place. */
const anything = fc.oneof(fc.constantFrom(undefined, null, 1, 'text', true, [], {}), fc.anything());
const name = fc.oneof(fc.constantFrom('_meta', 'id', 'annotations', 'type', 'text', 'messageId'), fc.string());
const spoiled = (value: object): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(value) },
    fc.tuple(fc.constantFrom(...Object.keys(value)), anything).map(([key, wrong]) => ({ ...value, [key]: wrong })),
    fc.tuple(name, anything).map(([key, more]) => ({ ...value, [key]: more })),
    anything,
  );
const almost = spoiled(content)
  .chain((block) => spoiled({ ...update, content: block }))
  .chain((chunk) => spoiled({ ...params, update: chunk }))
  .chain((said) => spoiled({ ...message, params: said }));

/** As it is on the wire: what is undefined does not exist. */
const defined = (value: object): object =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined));

describe('a plain text chunk', () => {
  test('is text of a message, with or without an id', () => {
    expect(plainTextChunkOf(message)).toBe(params);
    const { messageId: _, ...anonymous } = update;
    const bare = { sessionId: 's', update: anonymous };
    expect(plainTextChunkOf({ ...message, params: bare })).toBe(bare);
  });

  test('is what version 1 allows, and version 2 with an id, whatever arrives', () => {
    fc.assert(
      fc.property(almost, (any) => {
        const textChunk = plainTextChunkOf(any);
        if (textChunk === undefined) return;
        expect(v1.SessionNotification.is(textChunk)).toBe(true);
        const identified = { ...textChunk, update: { messageId: 'm', ...defined(textChunk.update) } };
        expect(v2.SessionNotification.is(identified)).toBe(true);
        expect(textChunk.update.content).toEqual({ type: 'text', text: textChunk.update.content.text });
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['a request', { ...message, id: 1 }],
    ['an update with something beside it', { ...message, params: { ...params, _meta: {} } }],
    ['a chunk with something beside it', { ...message, params: { ...params, update: { ...update, _meta: null } } }],
    [
      'a block with more than text',
      { ...message, params: { ...params, update: { ...update, content: { ...content, x: 1 } } } },
    ],
    ['a chunk whose id is null', { ...message, params: { ...params, update: { ...update, messageId: null } } }],
    ['a thought', { ...message, params: { ...params, update: { ...update, sessionUpdate: 'agent_thought_chunk' } } }],
    ['no message', null],
  ])('is not %s', (_, other) => {
    expect(plainTextChunkOf(other)).toBeUndefined();
  });
});
