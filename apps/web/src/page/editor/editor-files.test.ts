import { EditorState } from '@codemirror/state';
import { beforeEach, describe, expect, test } from 'vitest';

import { EditorFiles, type FileAccess, type ShownFile } from './editor-files.ts';

const rose = '/garden/rose.ts';
const tulip = '/garden/tulip.ts';

let disk: Map<string, { text: string; version: string }>;
let files: EditorFiles;
let heard: string[];
let changes: number;

const put = (path: string, text: string): string => {
  const version = `${path} ${text}`;
  disk.set(path, { text, version });
  return version;
};

const access: FileAccess = {
  read: async (path) => {
    const file = disk.get(path);
    if (file === undefined) throw new Error(`${path} does not exist.`);
    return file;
  },
  write: async (path, text, version) => {
    if (version !== undefined && disk.get(path)?.version !== version)
      throw Object.assign(new Error('It has been changed.'), { data: { reason: 'changed' } });
    if (text.includes('refuse')) throw new Error('The disk is full.');
    return { version: put(path, text) };
  },
};

beforeEach(() => {
  disk = new Map();
  heard = [];
  changes = 0;
  put(rose, 'rose');
  put(tulip, 'tulip');
  const note =
    (what: string) =>
    ({ path }: { readonly path: string }): void =>
      void heard.push(`${what} ${path}`);
  files = new EditorFiles({
    access,
    createState: (_path, doc) => EditorState.create({ doc }),
    listener: {
      read: note('read'),
      changed: note('changed'),
      saved: note('saved'),
      closed: note('closed'),
      shown: note('shown'),
    },
  });
  files.subscribe(() => (changes += 1));
});

function type(path: string, text: string): void {
  const document = files.find(path);
  if (document === undefined) throw new Error(`${path} is not open.`);
  files.apply(document, document.state.update({ changes: { from: document.state.doc.length, insert: text } }));
}

const shown = (path: string): ShownFile | undefined => files.snapshot().files.find((file) => file.path === path);

describe('the files of the editor', () => {
  test('are read once, and shown in front', async () => {
    await files.open(rose, 3);
    await files.open(tulip);
    await files.open(rose, 7);
    expect(files.snapshot()).toMatchObject({
      front: rose,
      files: [{ name: 'rose.ts', status: 'ready' }, { name: 'tulip.ts' }],
    });
    expect([files.takeLine(rose), files.takeLine(rose)]).toEqual([7, undefined]);
    expect(heard.filter((line) => line.startsWith('read'))).toEqual([`read ${rose}`, `read ${tulip}`]);
  });

  test('that cannot be read say why, and are read when the user tries again', async () => {
    await files.open('/garden/lily.ts');
    expect(shown('/garden/lily.ts')).toMatchObject({ status: 'failed', problem: '/garden/lily.ts does not exist.' });
    put('/garden/lily.ts', 'lily');
    await files.reload('/garden/lily.ts');
    expect(shown('/garden/lily.ts')).toEqual({
      path: '/garden/lily.ts',
      name: 'lily.ts',
      status: 'ready',
      isChanged: false,
      isOutdated: false,
    });
  });

  test('are saved over the version that was read', async () => {
    await files.open(rose);
    type(rose, '!');
    expect(shown(rose)?.isChanged).toBe(true);
    expect(await files.save(rose)).toBe(true);
    expect([disk.get(rose)?.text, shown(rose)?.isChanged]).toEqual(['rose!', false]);
    expect(heard).toContain(`saved ${rose}`);
  });

  test('that another program has changed are not saved until the user decides', async () => {
    await files.open(rose);
    type(rose, '!');
    put(rose, 'wild rose');
    expect(await files.save(rose)).toBe(false);
    expect([disk.get(rose)?.text, shown(rose)]).toMatchObject([
      'wild rose',
      { isOutdated: true, isChanged: true, status: 'ready' },
    ]);
    expect(await files.save(rose, { overwrite: true })).toBe(true);
    expect([disk.get(rose)?.text, shown(rose)]).toMatchObject(['rose!', { isOutdated: false, isChanged: false }]);
    put(rose, 'wild');
    type(rose, '?');
    await files.checkDisk();
    expect(shown(rose)?.isOutdated).toBe(true);
    await files.reload(rose);
    expect([files.find(rose)?.text.toString(), shown(rose)]).toMatchObject([
      'wild',
      { isOutdated: false, isChanged: false },
    ]);
  });

  test('are written over another program as soon as the user says so, also while they are being saved', async () => {
    await files.open(rose);
    type(rose, '!');
    put(rose, 'wild rose');
    const saved = files.save(rose);
    const overwritten = files.save(rose, { overwrite: true });
    expect([await saved, await overwritten]).toEqual([false, true]);
    expect([disk.get(rose)?.text, shown(rose)]).toMatchObject(['rose!', { isOutdated: false, isChanged: false }]);
  });

  test('without unsaved changes show what another program has written', async () => {
    await files.open(rose);
    put(rose, 'wild rose');
    await files.checkDisk();
    expect([files.find(rose)?.text.toString(), shown(rose)?.isOutdated]).toEqual(['wild rose', false]);
    disk.delete(rose);
    await files.checkDisk();
    expect(shown(rose)).toMatchObject({ status: 'ready', isOutdated: false });
  });

  test('say why they could not be written, and keep what was typed', async () => {
    await files.open(rose);
    type(rose, ' refuse');
    expect(await files.save(rose)).toBe(false);
    expect(shown(rose)).toMatchObject({ problem: 'The disk is full.', isChanged: true, isOutdated: false });
  });

  test('are closed one by one, and the next one is shown', async () => {
    await files.open(rose);
    await files.open(tulip);
    files.close(tulip);
    expect([files.snapshot().front, heard.at(-1)]).toEqual([rose, `shown ${rose}`]);
    files.close(rose);
    expect(files.snapshot()).toEqual({ files: [], front: undefined });
  });

  test('typing tells the page only when something changes that it shows', async () => {
    await files.open(rose);
    const before = changes;
    for (const letter of 'abcdef') type(rose, letter);
    expect(changes - before).toBe(1);
  });
});
