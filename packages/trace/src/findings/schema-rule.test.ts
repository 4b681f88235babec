import { expect, test } from 'vitest';

import { loadSchema } from '../load-schema.test-support.ts';
import { schemaRule } from './schema-rule.ts';

const document = loadSchema(1, true);
const update = (fields: object): object => ({ sessionId: 's', update: fields });

test('is the sentence about the field, in the definition of the variant that the message has', () => {
  const value = update({ sessionUpdate: 'agent_message_chunk', content: 'hello' });
  expect(schemaRule(document, { definition: 'SessionNotification', value, path: '/update/content' })).toEqual({
    text: 'The block to add at the end.',
    definition: 'ContentChunk',
    field: 'content',
  });
});

test('goes through lists and definitions that are included', () => {
  const value = { sessionId: 's', prompt: [{ type: 'text', text: 1 }] };
  expect(schemaRule(document, { definition: 'PromptRequest', value, path: '/prompt/0/text' })).toMatchObject({
    definition: 'TextContent',
    field: 'text',
  });
});

test('is that of the nearest field if the place is unknown, and of the definition at its start', () => {
  const value = update({ sessionUpdate: 'no_such_update' });
  const of = (path: string): unknown => schemaRule(document, { definition: 'SessionNotification', value, path });
  expect(of('/update/sessionUpdate')).toMatchObject({ definition: 'SessionNotification', field: 'update' });
  expect(of('')).toMatchObject({ definition: 'SessionNotification', text: 'The news and the session it is about.' });
  expect(schemaRule(document, { definition: 'Nothing', value, path: '' })).toBeUndefined();
});
