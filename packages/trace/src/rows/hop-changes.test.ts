import { expect, test } from 'vitest';

import type { TraceRecord } from '../format/trace-format.ts';
import { schemas } from '../load-schema.test-support.ts';
import { exchangesOf } from './exchanges.ts';
import { hopChanges } from './hop-changes.ts';

const sides = ['Client', 'guard', 'scribe', 'Agent'];

/** Rows such as `Client > guard` with a message each. */
function changesOf(
  ...hops: readonly (readonly [way: string, message: object, more?: object])[]
): readonly (string | undefined)[] {
  const records = hops.map(([way, message, more], ts): TraceRecord => {
    const [from = '', to = ''] = way.split(' > ');
    const connection = [from, to].toSorted().join(' · ');
    const frame = JSON.stringify({ jsonrpc: '2.0', ...message });
    return { type: 'frame', ts, connection, from, to, frame, ...more };
  });
  const changes = hopChanges(exchangesOf(records, schemas), sides);
  return hops.map((_, index) => changes.get(index));
}

const prompt = (id: number, text: string) => ({ id, method: 'session/prompt', params: { sessionId: 's', text } });
const update = (text: string) => ({ method: 'session/update', params: { sessionId: 's', text } });

test('a message that passes with another id and another order of fields has not changed', () => {
  const changes = changesOf(
    ['Client > guard', prompt(1, 'hi')],
    ['guard > scribe', { id: 7, params: { text: 'hi', sessionId: 's' }, method: 'session/prompt' }],
    ['scribe > Agent', prompt(9, 'hi')],
    ['Agent > scribe', { id: 9, result: { stopReason: 'end_turn' } }],
    ['scribe > guard', { id: 7, result: { stopReason: 'end_turn' } }],
    ['guard > Client', { id: 1, result: { stopReason: 'end_turn' } }],
  );
  expect(changes).toEqual(Array.from({ length: 6 }, () => undefined));
});

test('a request and its response are changed on the hop after the component that did it', () => {
  const changes = changesOf(
    ['Client > guard', prompt(1, 'hi')],
    ['guard > scribe', prompt(7, 'hello')],
    ['scribe > Agent', prompt(9, 'hello')],
    ['Agent > scribe', { id: 9, result: { a: 1 } }],
    ['scribe > guard', { id: 7, result: { a: 2 } }],
    ['guard > Client', { id: 1, result: { a: 2 } }],
  );
  expect(changes).toEqual([undefined, 'changed', undefined, undefined, 'changed', undefined]);
});

test('a component that answers itself has made the response, and kept the request', () => {
  expect(changesOf(['Client > guard', prompt(1, 'hi')], ['guard > Client', { id: 1, error: { code: 1 } }])).toEqual([
    'kept',
    'made',
  ]);
});

test('of several notifications, one that is added, one that is changed and one that is dropped are told apart', () => {
  const changes = changesOf(
    ['Agent > scribe', update('a')],
    ['Agent > scribe', update('b')],
    ['scribe > guard', update('b')],
    ['scribe > guard', update('A')],
    ['scribe > guard', { method: '_count', params: {} }],
    ['Agent > scribe', { method: '_noise', params: {} }],
    ['guard > Client', update('b')],
    ['guard > Client', update('A')],
    ['guard > Client', { method: '_count', params: {} }],
  );
  const none = undefined;
  expect(changes).toEqual([none, none, none, 'changed', 'made', 'kept', none, none, none]);
});

test('the method that initializes a proxy is not a change', () => {
  const params = { protocolVersion: 2 };
  const changes = changesOf(
    ['Client > guard', { id: 1, method: 'proxy/initialize', params }],
    ['guard > scribe', { id: 2, method: '_proxy/initialize', params }],
    ['scribe > Agent', { id: 3, method: 'initialize', params }],
  );
  expect(changes).toEqual([undefined, undefined, undefined]);
});

test('messages of the conductor itself are no hops', () => {
  expect(changesOf(['conductor > guard', prompt(1, 'hi')])).toEqual([undefined]);
});

test('what differs on a hop with a bridge is the conversion, in both directions, and not a change of the component', () => {
  const bridged = { bridged: true };
  const changes = changesOf(
    ['Client > guard', prompt(1, 'hi')],
    ['guard > scribe', prompt(7, 'hi')],
    ['scribe > Agent', { id: 9, method: 'session/prompt', params: { sessionId: 's', text: 'hi', old: true } }, bridged],
    ['scribe > Agent', { method: '_older', params: {} }, bridged],
    ['Agent > scribe', { id: 9, result: { old: true } }, bridged],
    ['scribe > guard', { id: 7, result: {} }],
    ['guard > Client', { id: 1, result: { a: 1 } }],
  );
  expect(changes).toEqual([undefined, undefined, 'converted', 'converted', undefined, 'converted', 'changed']);
});
