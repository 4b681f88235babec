import { describe, expect, test } from 'vitest';

import { memberNames } from '../../../../test/support/member-names.ts';
import { readToolInput } from './tool-input.ts';

const schema = {
  type: 'object',
  properties: {
    path: { type: 'string' },
    line: { type: 'integer' },
    mode: { enum: ['fast', 'slow'] },
    edits: { type: 'array', items: { type: 'object', properties: { old: { type: 'string' } }, required: ['old'] } },
    either: { type: ['string', 'null'] },
  },
  required: ['path'],
  additionalProperties: false,
};

describe('the arguments of a call', () => {
  test.each([['{"path":"/a","line":3,"mode":"fast","edits":[{"old":"x"}],"either":null}'], [' {"path": "/a"} ']])(
    '%s are fine',
    (text) => {
      expect(readToolInput(text, schema)).toEqual({ input: JSON.parse(text) as unknown });
    },
  );

  test('may be left out where nothing is required', () => {
    expect(readToolInput('', { type: 'object' })).toEqual({ input: {} });
  });

  test.each([
    ['{"path":', /not JSON/u],
    ['[]', /must be a JSON object/u],
    [`{"path":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, /^The arguments are nested deeper than 100 levels/u],
    ['{}', /^"path" is missing/u],
    ['{"path":5}', /^"path" must be string, not number/u],
    ['{"path":"/a","line":1.5}', /^"line" must be integer, not number/u],
    ['{"path":"/a","mode":"odd"}', /^"mode" must be one of "fast", "slow"/u],
    ['{"path":"/a","edits":[{"old":"x"},{}]}', /^"edits\[1\]\.old" is missing/u],
    ['{"path":"/a","either":[]}', /^"either" must be string or null, not array/u],
    ['{"path":"/a","nope":1}', /^Unknown argument "nope"/u],
  ])('%s are refused with words for the model', (text, words) => {
    expect(readToolInput(text, schema)).toEqual({ problem: expect.stringMatching(words) as string });
  });
});

test.each(memberNames)('a required argument named %s has to be given', (name) => {
  const odd = { type: 'object', required: [name], properties: JSON.parse(`{"${name}":{"type":"string"}}`) as object };
  expect(readToolInput('{}', odd)).toEqual({ problem: `"${name}" is missing.` });
  expect(readToolInput(`{"${name}":1}`, odd)).toEqual({ problem: `"${name}" must be string, not number.` });
  expect(readToolInput(`{"${name}":"x"}`, odd)).toHaveProperty('input');
});
