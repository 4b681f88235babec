/** The rules of files for a client that reads and writes them, proved on the wire and on a real disk. */
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { beforeAll, describe, expect } from 'vitest';

import { machineUnderTest } from './machine.ts';
import { provesOnWire } from './wire-proof.ts';

// It is loaded when the first peer of version 1 is met, which takes longer than a check waits.
beforeAll(() => import('@acp-stack/bridge'));

const read = 'fs/read_text_file';
const write = 'fs/write_text_file';

describe('the files of a client', () => {
  provesOnWire('FS-02', {
    client: async (fixture) => {
      let typed: string | undefined;
      await using on = await machineUnderTest(fixture, { buffers: { unsaved: () => typed } });
      const path = join(on.root, 'file.txt');
      await on.ask(write, { path, content: 'saved' });
      expect((await on.ask(read, { path })).result).toEqual({ content: 'saved' });
      typed = 'typed and not saved';
      expect((await on.ask(read, { path })).result).toEqual({ content: typed });
      expect(readFileSync(path, 'utf8')).toBe('saved');
    },
  });

  provesOnWire('FS-03', {
    client: async (fixture) => {
      await using on = await machineUnderTest(fixture);
      const path = join(on.root, 'file.txt');
      const lines = async (range: object): Promise<unknown> =>
        (await on.ask(read, { path, ...range })).result?.['content'];
      expect(await lines({})).toBe('one\ntwo\nthree\n');
      expect(await lines({ line: 1, limit: 1 })).toBe('one\n');
      expect(await lines({ line: 2 })).toBe('two\nthree\n');
      expect(await lines({ limit: 2 })).toBe('one\ntwo\n');
    },
  });

  provesOnWire('FS-04', {
    client: async (fixture) => {
      await using on = await machineUnderTest(fixture);
      const path = join(on.root, 'beds', 'new.txt');
      expect((await on.ask(write, { path, content: 'new' })).result).toEqual({});
      expect(readFileSync(path, 'utf8')).toBe('new');
    },
  });

  provesOnWire('FS-06', {
    client: async (fixture) => {
      await using on = await machineUnderTest(fixture);
      const path = join(on.root, 'nothing.txt');
      const { error } = await on.ask(read, { path });
      expect(error).toMatchObject({ code: -32_002, data: { path, uri: pathToFileURL(path).href } });
    },
  });

  provesOnWire('FS-07', {
    client: async (fixture) => {
      await using on = await machineUnderTest(fixture);
      for (const path of [join(on.outside, 'secret.txt'), `${on.root}/../outside/secret.txt`, '/etc/passwd']) {
        expect((await on.ask(read, { path })).error?.code, path).toBe(-32_602);
        expect((await on.ask(write, { path, content: 'gotcha' })).error?.code, path).toBe(-32_602);
      }
      expect(readFileSync(join(on.outside, 'secret.txt'), 'utf8')).toBe('secret\n');
    },
  });

  provesOnWire('DIRS-10', {
    client: async (fixture) => {
      await using on = await machineUnderTest(fixture);
      symlinkSync(on.outside, join(on.root, 'link'));
      symlinkSync(join(on.outside, 'new.txt'), join(on.root, 'later'));
      for (const path of [join(on.root, 'link', 'secret.txt'), join(on.root, 'later')]) {
        expect((await on.ask(read, { path })).error?.code, path).toBe(-32_602);
        expect((await on.ask(write, { path, content: 'gotcha' })).error?.code, path).toBe(-32_602);
      }
      expect(readFileSync(join(on.outside, 'secret.txt'), 'utf8')).toBe('secret\n');
    },
  });
});
