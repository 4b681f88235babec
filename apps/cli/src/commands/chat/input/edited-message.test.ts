import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { expect, test } from 'vitest';

import { editedMessage } from './edited-message.ts';

test('the editor gets the message in a file that only the user can read, and what it leaves is the message', async () => {
  let file = '';
  const text = await editedMessage('roses', {
    env: { VISUAL: ' ', EDITOR: 'nano -w "my words"' },
    run: async (command, args) => {
      file = args.at(-1) ?? '';
      expect([command, ...args.slice(0, -1)]).toEqual(['nano', '-w', 'my words']);
      expect(readFileSync(file, 'utf8')).toBe('roses\n');
      if (process.platform !== 'win32') expect(statSync(dirname(file)).mode & 0o077).toBe(0);
      writeFileSync(file, 'red roses\n\nand lilies\n\n');
      return 0;
    },
  });
  expect(text).toBe('red roses\n\nand lilies');
  expect(existsSync(dirname(file))).toBe(false);
});

test('an editor that fails changes nothing, and one that does not start is named', async () => {
  const run = async (): Promise<number> => 1;
  expect(await editedMessage('roses', { env: {}, run })).toBeUndefined();
  const missing = async (): Promise<number> => Promise.reject(new Error('spawn pico ENOENT'));
  await expect(editedMessage('roses', { env: { EDITOR: 'pico' }, run: missing })).rejects.toThrow(
    'The editor pico could not be started: spawn pico ENOENT. Set EDITOR to another one.',
  );
});
