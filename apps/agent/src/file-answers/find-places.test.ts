import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { toolFixture } from '../tools/tool-fixture.test-support.ts';
import { findPlaces } from './find-places.ts';
import { searchTerms } from './search-terms.ts';

test.each([
  [200, 'complete'],
  [201, 'limited'],
])('with %i files of the name the search is %s', async (count, end) => {
  await using fixture = await toolFixture();
  for (let n = 0; n < count; n += 1) await writeFile(join(fixture.cwd, `rose-${n}.txt`), 'thorn\n');
  const { signal } = new AbortController();
  const found = await findPlaces(fixture.resources, searchTerms(['rose']), { signal });
  expect(found.files).toHaveLength(200);
  expect(found.end).toBe(end);
});
