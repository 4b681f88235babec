/** The rules of conductors, as recorded conversations that other implementations can play too. */
import { describe, expect, test } from 'vitest';

import { play } from './vector-player.ts';
import { readVectors } from './vectors.ts';

const vectors = readVectors();

describe.each([...new Set(vectors.map(({ topic }) => topic))])('%s', (topic) => {
  const cases = vectors.filter((vector) => vector.topic === topic);
  test.each(cases.map((vector) => [vector.name, vector.rules.join(', '), vector] as const))(
    '%s (rules %s)',
    async (_, _rules, vector) => {
      await play(vector);
    },
  );
});

test('each of the 43 rules has a vector, and each name is there once', () => {
  const rules = new Set(vectors.flatMap((vector) => vector.rules));
  expect([...rules].toSorted((left, right) => left - right)).toEqual(
    Array.from({ length: 43 }, (_, index) => index + 1),
  );
  expect(new Set(vectors.map(({ topic, name }) => `${topic}: ${name}`)).size).toBe(vectors.length);
});

test('a conversation that differs in anything is noticed', async () => {
  const vector = vectors.find(({ steps }) => 'expect' in (steps.at(-1) ?? {}));
  if (vector === undefined) throw new Error('There is no vector.');
  const last = vector.steps.at(-1);
  await expect(play({ ...vector, steps: vector.steps.slice(0, -1) })).rejects.toThrow('gets nothing else');
  await expect(
    play({
      ...vector,
      steps: [...vector.steps.slice(0, -1), { ...last, expect: { jsonrpc: '2.0', id: 'other' } } as never],
    }),
  ).rejects.toThrow();
});
