import { expect, test } from 'vitest';

import { readIndex } from './read-index.ts';

/** Numbers that look random and are the same in every run. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

const build = {
  archive: 'https://garden.example/a.zip',
  cmd: './a',
  args: ['x'],
  env: { A: '1' },
  sha256: 'a'.repeat(64),
};
const good = {
  id: 'rose',
  name: 'Rose',
  version: '1.0.0',
  description: 'x',
  authors: ['me'],
  icon: 'icon.svg',
  distribution: { npx: { package: 'rose@1.0.0', args: ['a'], env: { B: '2' } }, binary: { 'linux-x86_64': build } },
};
const odd: readonly unknown[] = [
  null,
  0,
  -1,
  1e300,
  '',
  'x',
  '../..',
  '\u0000',
  [],
  [null],
  {},
  { constructor: 1 },
  true,
  'a'.repeat(5000),
  '--yes',
  '\ud800',
];

/** Replaces one value somewhere inside. */
function mutate(value: unknown, random: () => number): unknown {
  if (typeof value !== 'object' || value === null || random() < 0.15) return odd[Math.floor(random() * odd.length)];
  const keys = Object.keys(value);
  const key = keys[Math.floor(random() * keys.length)];
  if (key === undefined) return value;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Record<string, unknown>;
  copy[key] = mutate(copy[key], random);
  return copy;
}

test('whatever is in an index, a good entry is read, and bad ones are lines', () => {
  const stream = numbers(7);
  const random = (): number => stream.next().value;
  for (let round = 0; round < 1000; round += 1) {
    let bad = mutate({ ...good, id: 'tulip' }, random);
    if (random() < 0.5) bad = mutate(bad, random);
    const { agents, problems } = readIndex(Buffer.from(JSON.stringify({ agents: [bad, good] })));
    expect(agents.at(-1)).toEqual(good);
    for (const line of problems) expect(line).toMatch(/^[\u0020-\u007e]+$/u);
    for (const { id, version, name, description, distribution } of agents) {
      expect([id, version].join(' ')).toMatch(/^[a-z0-9][\w.-]* [\w.+-]+$/iu);
      expect([typeof name, typeof description]).toEqual(['string', 'string']);
      expect(Object.keys(distribution).length).toBeGreaterThan(0);
    }
  }
});
