import { expect, test } from 'vitest';

import { languageOf } from './languages.ts';

test.each([
  ['/garden/rose.ts', 'typescript'],
  ['/garden/rose.test.TSX', 'typescriptreact'],
  ['/garden/Dockerfile', 'dockerfile'],
  ['/garden/rose.py', 'python'],
  ['/garden.ts/README', 'plaintext'],
  ['/garden/.ts', 'typescript'],
  ['/garden/rose.unknown', 'plaintext'],
])('%s is %s', (path, id) => {
  expect(languageOf(path).id).toBe(id);
});

test('every grammar can be loaded', async () => {
  const endings = 'js ts tsx json md html css py rs c cpp java kt cs go rb swift sql sh yaml toml'.split(' ');
  const names = [...endings.map((ending) => `x.${ending}`), 'Dockerfile'];
  const loaded = await Promise.all(names.map(async (name) => await languageOf(name).load?.()));
  expect(loaded.filter((support) => support?.language === undefined)).toEqual([]);
});
