/** What the checks of package.json look at. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { repository } from '../support/checkout.ts';

const read = (file: string): unknown => JSON.parse(readFileSync(join(repository, file), 'utf8'));

test('types and lint are checked in the one project that has sources and tests', () => {
  expect(read('package.json')).toMatchObject({
    scripts: {
      'check:types': expect.stringContaining('-p tsconfig.test.json'),
      'check:lint': expect.stringContaining('--tsconfig tsconfig.test.json'),
    },
  });
  expect(read('tsconfig.test.json')).toMatchObject({
    include: expect.arrayContaining(['packages/*/src', 'apps/*/src', 'test']),
  });
});
