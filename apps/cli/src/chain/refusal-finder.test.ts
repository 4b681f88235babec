import type { ChainEvent } from '@acp-stack/conductor';
import { expect, test } from 'vitest';

import { RefusalFinder } from './refusal-finder.ts';

const message = (from: string, to: string, fields: object): ChainEvent => ({
  kind: 'message',
  from,
  to,
  message: { jsonrpc: '2.0', ...fields },
});
const ask = (from: string, to: string, id: string, method = 'proxy/initialize') => message(from, to, { id, method });
const refuse = (from: string, to: string, id: string) => message(from, to, { id, error: { code: 1, message: 'No.' } });

function finderOf(...events: readonly ChainEvent[]): string | undefined {
  const finder = new RefusalFinder();
  for (const event of events) finder.observe(event);
  return finder.refusedBy;
}

test('the last component that was asked has refused, not those that passed it on', () => {
  const events = [
    ask('client', 'guard', 'a'),
    ask('guard', 'Agent', 'b', 'initialize'),
    refuse('Agent', 'guard', 'b'),
    refuse('guard', 'client', 'a'),
  ];
  expect(finderOf(...events)).toBe('Agent');
});

test('a proxy that refuses itself is found, also when it is asked in another dialect before', () => {
  const events = [
    ask('client', 'guard', 'a'),
    refuse('guard', 'client', 'a'),
    ask('conductor', 'guard', 'c', '_proxy/initialize'),
    refuse('guard', 'conductor', 'c'),
  ];
  expect(finderOf(...events)).toBe('guard');
});

test('a refusal that another dialect made good, and other errors, are not refusals', () => {
  const good = message('guard', 'client', { id: 'c', result: {} });
  expect(finderOf(ask('client', 'guard', 'a'), refuse('guard', 'client', 'a'), ask('x', 'guard', 'c'), good)).toBe(
    undefined,
  );
  expect(
    finderOf(message('client', 'guard', { id: 'p', method: 'session/prompt' }), refuse('guard', 'client', 'p')),
  ).toBe(undefined);
});
