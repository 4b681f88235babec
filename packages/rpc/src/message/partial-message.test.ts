import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { readPartialMessage } from './partial-message.ts';

describe('the head of a message', () => {
  test.each([
    ['{"jsonrpc":"2.0","id":7,"result":{"a":"', { id: 7, isResponse: true }],
    ['{"jsonrpc":"2.0","id":"x\\"y","error":{"code"', { id: 'x"y', isResponse: true }],
    ['{"id":0,"jsonrpc":"2.0","method":"ask","params":[', { id: 0, isResponse: false }],
    ['{"jsonrpc":"2.0","method":"ask","id":1,"params":{"text":"', { id: 1, isResponse: false }],
    [' { "jsonrpc" : "2.0" , "id" : 3 , "result" : [', { id: 3, isResponse: true }],
    ['\uFEFF{"id":3,"result":[', { id: 3, isResponse: true }],
  ])('%s', (text, expected) => {
    expect(readPartialMessage(text)).toEqual(expected);
  });

  test.each([
    ['a notification', '{"jsonrpc":"2.0","method":"note","params":{"id":1,'],
    ['an answer whose id comes last', '{"jsonrpc":"2.0","result":{"id":1,"x":"'],
    ['an id that goes on', '{"jsonrpc":"2.0","id":12'],
    ['an id that cannot be answered exactly', '{"id":1.5,"result":['],
    ['an id of null', '{"id":null,"result":['],
    ['a batch', '[{"id":1,"result":['],
    ['noise', 'npm warn {"id":1,"result":['],
    ['nothing', ''],
  ])('says nothing about %s', (_name, text) => {
    expect(readPartialMessage(text)).toBeUndefined();
  });

  test('is that of the message wherever it is cut after its first long value begins, and never takes long', () => {
    fc.assert(
      fc.property(fc.oneof(fc.integer(), fc.string()), fc.json(), fc.nat(), (id, result, cut) => {
        const head = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`;
        expect(readPartialMessage(head + result.slice(0, cut))).toEqual({ id, isResponse: true });
      }),
    );
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'{}[]":,\\ 1e"'.split('')), maxLength: 500 }),
        (text) => void readPartialMessage(text),
      ),
    );
  });
});
