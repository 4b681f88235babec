import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { parseMessage } from './parse-message.ts';
import type { UnparsedMessage } from '../message/unparsed-message.ts';
import { readUnparsed, unparsedMessageOf } from './read-unparsed.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const line = (fields: object): string => JSON.stringify({ jsonrpc: '2.0', ...fields });

/** What the text of an unparsed message says, found by parsing it. */
function parsed({ text, bodyStart, id, method, innerMethod }: UnparsedMessage): unknown {
  const beginning = id === undefined ? '' : `"id":${JSON.stringify(id)},`;
  const again = JSON.parse(`{"jsonrpc":"2.0",${beginning}${text.slice(bodyStart)}`) as Record<string, unknown>;
  expect(again['method']).toBe(method);
  if (innerMethod !== undefined) {
    const params = again['params'] as Record<string, unknown>;
    expect(Object.keys(params)).toEqual(['method', 'params']);
    expect(params['method']).toBe(innerMethod);
  }
  return again;
}

const structure = fc.oneof(
  fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ stringUnit: 'binary' })),
  fc.array(fc.jsonValue({ stringUnit: 'binary' })),
);
const name = fc.string({ unit: fc.constantFrom('a', 'b', '/', '_', '$', ' ', '1', 'é', '"', '\\') });
const id = fc.oneof(fc.integer(), fc.string(), fc.constantFrom(null, 1.5, -0, 2 ** 53));
const call = fc.record({ method: name, params: structure });
const message = fc.oneof(
  call,
  fc.record({ id, method: name, params: structure }),
  fc.record({ id, result: fc.jsonValue({ stringUnit: 'binary' }) }),
  fc.record({ id, error: fc.record({ code: fc.integer(), message: fc.string() }) }),
  fc.record({ method: name, params: call }),
  fc.record({ id, method: name, params: call }),
  fc.record({ method: name, params: fc.record({ params: structure, method: name, extra: fc.jsonValue() }) }),
  fc.record({ params: structure, method: name, id }),
);
/** What a change puts into a text: anything that JSON or JSON-RPC is made of, and what it is not. */
const pieces = [
  '"',
  '\\',
  '\\u',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  ' ',
  '\t',
  '\r',
  '-',
  '0',
  '01',
  '.',
  'e',
  '1e5',
  'null',
  'tru',
  '"id":1,',
  '"id":2,',
  ',"id":3',
  '"\\u0069d":4,',
  '"method":"x",',
  ',"method":"x"',
  '"jsonrpc":"2.0",',
  '\u0001',
  '"params":{},',
  ',"params":{}',
  '{"method":',
  '\uFEFF',
  '\u2028',
  '"result":1,',
  '\\ud800',
  '1',
];
const piece = fc.constantFrom(...pieces);
const change = fc.record({ at: fc.nat(), cut: fc.nat({ max: 6 }), piece });

function changed(
  text: string,
  changes: readonly { readonly at: number; readonly cut: number; readonly piece: string }[],
) {
  let result = text;
  for (const each of changes) {
    const at = each.at % (result.length + 1);
    result = result.slice(0, at) + each.piece + result.slice(at + each.cut);
  }
  // Bytes hold no half of a pair of surrogates.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(encode(result));
}

describe('a message that is not parsed', () => {
  test('says the same as its text when that is parsed, whatever the text is', () => {
    const arbitrary = fc.tuple(message, fc.array(change, { maxLength: 3 }));
    fc.assert(
      fc.property(arbitrary, ([given, changes]) => {
        const text = changed(line(given), changes);
        const unparsed = unparsedMessageOf(text);
        if (unparsed !== undefined) expect(parsed(unparsed)).toEqual(JSON.parse(text));
      }),
      { numRuns: 1500 },
    );
  });

  test('is every message in the usual form, whatever its params and its result are', () => {
    const usual = fc.oneof(
      fc.record({ method: fc.constantFrom('_a', 'session/update'), params: structure }),
      fc.record({ id: fc.nat(), method: fc.constantFrom('_a', 'session/prompt'), params: structure }),
      fc.record({ id: fc.uuid(), result: fc.jsonValue({ stringUnit: 'binary' }) }),
    );
    fc.assert(
      fc.property(usual, (given) => {
        const { params } = given as { readonly params?: object };
        // Params that begin with a method are those of an envelope, or are parsed.
        fc.pre(params === undefined || Object.keys(params)[0] !== 'method');
        expect(unparsedMessageOf(line(given))).toBeDefined();
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    [line({ method: '_a', params: { b: [1, -0.5e-7, true, false, null, 'é\n"\\ud83c'] } }), undefined, '_a', undefined],
    [line({ id: 7, method: '_a', params: [] }), 7, '_a', undefined],
    [line({ id: -1, method: '_a', params: {} }), -1, '_a', undefined],
    [line({ id: 'x-1', method: 'session/prompt', params: { a: {} } }), 'x-1', 'session/prompt', undefined],
    [line({ id: 0, result: null }), 0, undefined, undefined],
    [line({ id: '', result: [{}] }), '', undefined, undefined],
    [line({ method: 'e', params: { method: '_a', params: { method: 'b' } } }), undefined, 'e', '_a'],
    [line({ id: 'q', method: 'e', params: { method: '_a', params: [1] } }), 'q', 'e', '_a'],
  ])('is what nearly all programs write: %s', (text, givenId, method, innerMethod) => {
    const unparsed = unparsedMessageOf(text);
    expect(unparsed).toMatchObject({ text, id: givenId, method, innerMethod });
    expect(parsed(unparsed as UnparsedMessage)).toEqual(JSON.parse(text));
  });

  test.each([
    ['repeats a key', '{"jsonrpc":"2.0","id":1,"method":"_a","params":{},"id":2}'],
    [
      'repeats the method in an envelope',
      '{"jsonrpc":"2.0","method":"e","params":{"method":"a","params":{},"method":"b"}}',
    ],
    ['has an escaped key', '{"jsonrpc":"2.0","\\u0069d":1,"method":"_a","params":{}}'],
    ['has an escaped method', '{"jsonrpc":"2.0","method":"\\u0061","params":{}}'],
    ['has another order', '{"method":"_a","jsonrpc":"2.0","params":{}}'],
    ['has white space', '{"jsonrpc": "2.0","method":"_a","params":{}}'],
    ['has white space inside', '{"jsonrpc":"2.0","method":"_a","params":{"a": 1}}'],
    ['ends with a carriage return', '{"jsonrpc":"2.0","method":"_a","params":{}}\r'],
    ['has other fields', '{"jsonrpc":"2.0","method":"_a","params":{},"extra":1}'],
    ['has no params', '{"jsonrpc":"2.0","method":"_a"}'],
    ['has params that are no structure', '{"jsonrpc":"2.0","method":"_a","params":1}'],
    ['has an id that loses digits', '{"jsonrpc":"2.0","id":9007199254740993,"method":"_a","params":{}}'],
    ['is an error', '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":""}}'],
    ['is a batch', '[{"jsonrpc":"2.0","method":"_a","params":{}}]'],
    ['is not JSON in the middle', '{"jsonrpc":"2.0","method":"_a","params":{"a":01}}'],
    ['has a control character', '{"jsonrpc":"2.0","method":"_a","params":{"a":"\t"}}'],
    ['has an escape that JSON does not know', '{"jsonrpc":"2.0","method":"_a","params":{"a":"\\x"}}'],
    ['is cut off', '{"jsonrpc":"2.0","method":"_a","params":{"a":"b'],
  ])('is not one that %s: %s', (_, text) => {
    expect(unparsedMessageOf(text)).toBeUndefined();
  });

  test('is nested as deep as a message may be, and no deeper', () => {
    const nested = (levels: number): string =>
      line({ method: '_a', params: [] }).replace('[]', '['.repeat(levels) + ']'.repeat(levels));
    const inside = (levels: number): string =>
      line({ method: 'e', params: { method: '_a', params: [] } }).replace(
        '[]',
        '['.repeat(levels) + ']'.repeat(levels),
      );
    for (const depth of [4, 50]) {
      for (const [text, isDeep] of [
        [nested(depth - 1), false],
        [nested(depth), true],
        [inside(depth - 2), false],
        [inside(depth - 1), true],
      ] as const) {
        const read = readUnparsed(text, { bytes: encode(text), start: 0 }, depth);
        expect(read === undefined).toBe(isDeep);
        // A short text is never searched for its depth, so the limit is compared with a longer one.
        const padded = text.replace('"_a"', `"_a${' '.repeat(depth * 2)}"`);
        expect(parseMessage(padded, { depth }).kind).toBe(isDeep ? 'problem' : 'message');
      }
    }
    expect(unparsedMessageOf(nested(100_000))).toBeUndefined();
  });

  test('is read from the middle of bytes with characters of any length', () => {
    const before = line({ method: '_b', params: { text: 'größer 設定 🌱' } });
    const text = line({ id: 'x', method: '_a', params: { text: '設定' } });
    const bytes = encode(`${before}\n${text}\n{}`);
    const read = readUnparsed(text, { bytes, start: encode(before).length + 1 }, 10);
    expect(read).toEqual({ text, id: 'x', method: '_a', innerMethod: undefined, bodyStart: text.indexOf('"method"') });
  });
});
