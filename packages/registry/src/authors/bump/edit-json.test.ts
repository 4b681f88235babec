import { describe, expect, test } from 'vitest';

import { findJsonValues } from '../folder/json-values.ts';
import { editJson } from './edit-json.ts';

describe('editJson', () => {
  test.each([
    ['{ "a": "x", "b": "y" }', [{ path: '/a', to: undefined }], '{ "b": "y" }'],
    ['{ "a": "x", "b": "y" }', [{ path: '/b', to: undefined }], '{ "a": "x" }'],
    ['{\n  "a": "x",\n  "b": "y",\n  "c": 1\n}', [{ path: '/b', to: undefined }], '{\n  "a": "x",\n  "c": 1\n}'],
    ['{"a":"x"}', [{ path: '/a', to: undefined }], '{}'],
    ['{"a/b":{"c~d":["q\\"}","x"]}}', [{ path: '/a~1b/c~0d/1', to: '"y' }], '{"a/b":{"c~d":["q\\"}","\\"y"]}}'],
    [
      '{"a":"x","b":"x"}',
      [
        { path: '/b', to: 'long' },
        { path: '/a', to: 'y' },
      ],
      '{"a":"y","b":"long"}',
    ],
  ])('changes %s', (text, edits, expected) => {
    const edited = editJson(text, edits);
    expect(edited).toBe(expected);
    expect(() => JSON.parse(edited) as unknown).not.toThrow();
  });

  test('refuses a path without a value', () => {
    expect(() => editJson('{}', [{ path: '/a', to: 'x' }])).toThrow('There is no value at /a.');
  });
});

test('finds every value where JSON.parse finds it', () => {
  const value = { a: [1, -2.5e-3, true, null, 'x{}[],:"\\\n\u2028'], '': { '/': {}, '~': [] }, 'é"': 'y' };
  for (const text of [JSON.stringify(value), JSON.stringify(value, null, 2)]) {
    for (const [path, { start, end }] of findJsonValues(text).values) {
      const steps = path
        .split('/')
        .slice(1)
        .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
      const expected = steps.reduce<unknown>((each, step) => (each as Record<string, unknown>)[step], value);
      expect(JSON.parse(text.slice(start, end))).toEqual(expected);
    }
  }
});
