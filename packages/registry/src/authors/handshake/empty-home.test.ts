import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { eachFolder } from '../../../../../test/support/each-folder.ts';
import { makeEmptyHome } from './empty-home.ts';

let folder = '';
eachFolder((path) => {
  folder = realpathSync(path);
});

test('the path of the home of an agent contains no links, even if the folder for temporary files is one, as on macOS', async () => {
  mkdirSync(join(folder, 'private'));
  symlinkSync(join(folder, 'private'), join(folder, 'var'));
  const home = await makeEmptyHome(join(folder, 'var'));
  try {
    expect(realpathSync(home.work)).toBe(home.work);
    expect(home.withoutPath(`cannot open ${realpathSync(home.work)}`)).toBe('cannot open (temporary folder)/work');
  } finally {
    await home.remove();
  }
});
