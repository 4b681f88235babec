import { expect, test } from 'vitest';

import { modelError } from './service-error.ts';

const context = { service: 'The model service openai', address: 'http://127.0.0.1/v1', secrets: [] };

test.each([
  [new Error('The socket hung up.'), 'The answer of the model service openai broke off: The socket hung up.'],
  [
    Object.assign(new Error('Too many tokens.'), { statusCode: 413 }),
    'The conversation is too long for the model service openai (413): Too many tokens.',
  ],
  [Object.assign(new Error('No.'), { statusCode: 401 }), 'The model service openai does not accept the key (401): No.'],
])('%s is said in a sentence', (error, words) => {
  expect(modelError(error, context).message).toBe(words);
});
