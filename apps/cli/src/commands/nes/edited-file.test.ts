import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { EditedFile } from './edited-file.ts';

let folder: string;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'acp-garden-')));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe('a file that is edited', () => {
  test('keeps its byte order mark, its line ends, its mode, and the link to it', async () => {
    await writeFile(join(folder, 'real.ts'), '\ufeffone\r\ntwo\n', { mode: 0o600 });
    await symlink('real.ts', join(folder, 'link.ts'));
    const { file, text } = await EditedFile.open('link.ts', folder);
    expect([text, file.path]).toEqual(['one\r\ntwo\n', join(folder, 'real.ts')]);
    expect(await file.save('1\r\n2\n')).toBe(true);
    expect(await readFile(join(folder, 'link.ts'), 'utf8')).toBe('\ufeff1\r\n2\n');
    expect((await stat(join(folder, 'real.ts'))).mode & 0o777).toBe(0o600);
  });

  test('is created when it is saved, and does not overwrite what another program wrote', async () => {
    const { file, text } = await EditedFile.open('new.ts', folder);
    expect([text, file.isNew]).toEqual(['', true]);
    await writeFile(file.path, 'theirs');
    expect(await file.save('ours')).toBe(false);
    expect(await file.save('ours', { anyway: true })).toBe(true);
    expect(await file.save('ours too')).toBe(true);
    expect(await readFile(file.path, 'utf8')).toBe('ours too');
  });

  test('has beside it what could not be saved, also from before', async () => {
    const { file } = await EditedFile.open('rose.ts', folder);
    expect(file.rescued).toBeUndefined();
    expect(['one', 'two'].map((text) => file.rescue(text, folder))).toEqual([
      join(folder, 'rose.ts.unsaved'),
      join(folder, 'rose.ts.unsaved-2'),
    ]);
    expect(file.rescued).toBe('rose.ts.unsaved');
    expect(await readFile(join(folder, 'rose.ts.unsaved'), 'utf8')).toBe('one');
  });

  test('has what could not be saved as it would have been saved, and not where a link leads', async () => {
    await writeFile(join(folder, 'rose.ts'), '\ufeffred');
    await writeFile(join(folder, 'victim'), 'precious');
    await symlink('victim', join(folder, 'rose.ts.unsaved'));
    await symlink('nowhere', join(folder, 'rose.ts.unsaved-2'));
    const { file } = await EditedFile.open('rose.ts', folder);
    expect(file.rescue('white', folder)).toBe(join(folder, 'rose.ts.unsaved-3'));
    expect(await readFile(join(folder, 'rose.ts.unsaved-3'), 'utf8')).toBe('\ufeffwhite');
    expect(await readFile(join(folder, 'victim'), 'utf8')).toBe('precious');
    expect(existsSync(join(folder, 'nowhere'))).toBe(false);
  });

  test('has it in another folder when its own is gone', async () => {
    await mkdir(join(folder, 'bed'));
    const { file } = await EditedFile.open('bed/rose.ts', folder);
    await rm(join(folder, 'bed'), { recursive: true });
    const home = join(folder, 'home', 'acp-stack');
    expect(file.rescue('red', home)).toBe(join(home, 'rose.ts.unsaved'));
    expect(await readFile(join(home, 'rose.ts.unsaved'), 'utf8')).toBe('red');
  });

  test('is text in a folder that there is', async () => {
    await expect(EditedFile.open('no/such.ts', folder)).rejects.toThrow(
      /the folder .*no does not exist; create it first/u,
    );
    await expect(EditedFile.open('.', folder)).rejects.toThrow(/is a directory/u);
    await writeFile(join(folder, 'picture'), Buffer.from([0, 1, 2]));
    await expect(EditedFile.open('picture', folder)).rejects.toThrow(/is not a text file/u);
  });
});
