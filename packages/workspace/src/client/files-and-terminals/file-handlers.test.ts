/** `fs/read_text_file` and `fs/write_text_file` on a real disk. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { createSampleProject, type SampleProject } from '../../sample-project.test-support.ts';
import { clientMachine, type ClientMachine, type ClientMachineOptions } from './client-machine.ts';
import { asking, createSession, failure, type TestSession } from './machine.test-support.ts';

interface Stage extends AsyncDisposable {
  readonly project: SampleProject;
  readonly machine: ClientMachine;
  readonly session: TestSession;
  readonly read: (path: string, range?: { line?: number | null; limit?: number | null }) => Promise<string>;
  readonly write: (path: string, content: string) => Promise<void>;
}

function stage(options: ClientMachineOptions = {}): Stage {
  const project = createSampleProject();
  const machine = clientMachine(options);
  const session = createSession(project.root);
  return {
    project,
    machine,
    session,
    read: (path, range = {}) => machine.files.readText({ sessionId: 's1', path, ...range }, asking(session)),
    write: (path, content) => machine.files.writeText({ sessionId: 's1', path, content }, asking(session)),
    [Symbol.asyncDispose]: async () => {
      await machine[Symbol.asyncDispose]();
      project[Symbol.dispose]();
    },
  };
}

describe('reading a file', () => {
  test('begins at a line counted from 1, and stops after so many lines [FS-03]', async () => {
    await using on = stage();
    on.project.write({ 'a.txt': 'one\ntwo\nthree\n' });
    const path = on.project.at('a.txt');
    expect(await on.read(path)).toBe('one\ntwo\nthree\n');
    expect(await on.read(path, { line: 2 })).toBe('two\nthree\n');
    expect(await on.read(path, { limit: 1 })).toBe('one\n');
    expect(await on.read(path, { line: 2, limit: 1 })).toBe('two\n');
    expect(await on.read(path, { line: 9, limit: 1 })).toBe('');
    expect(await on.read(path, { line: null, limit: null })).toBe('one\ntwo\nthree\n');
  });

  test('gives what the user has changed and not saved, also of a file that is not on the disk [FS-02]', async () => {
    await using on = stage({
      buffers: { unsaved: ({ realPath }) => (realPath.endsWith('a.txt') ? 'new one\r\nnew two\r\n' : undefined) },
    });
    on.project.write({ 'a.txt': 'old\n', 'b.txt': 'saved\n' });
    expect(await on.read(on.project.at('a.txt'))).toBe('new one\r\nnew two\r\n');
    expect(await on.read(on.project.at('a.txt'), { line: 2 })).toBe('new two\r\n');
    expect(await on.read(on.project.at('new/a.txt'), { limit: 1 })).toBe('new one\r\n');
    expect(await on.read(on.project.at('b.txt'))).toBe('saved\n');
  });

  test('of the lines of an unsaved text finds the same as of those of a saved one', async () => {
    let unsaved: string | undefined;
    await using on = stage({ buffers: { unsaved: () => unsaved } });
    const text = fc
      .array(fc.constantFrom('a', 'é', '🌷', '\n', '\r\n', ''), { maxLength: 12 })
      .map((all) => all.join(''));
    const range = fc.record({ line: fc.integer({ min: 1, max: 8 }), limit: fc.option(fc.integer({ min: 0, max: 8 })) });
    await fc.assert(
      fc.asyncProperty(text, range, async (content, lines) => {
        on.project.write({ 'a.txt': content });
        const path = on.project.at('a.txt');
        unsaved = undefined;
        const saved = await on.read(path, lines);
        unsaved = content;
        expect(await on.read(path, lines)).toBe(saved);
      }),
      { numRuns: 60 },
    );
  });

  test('never shows what an editor has open outside of the folders [FS-07]', async () => {
    await using on = stage({ buffers: { unsaved: () => 'a letter' } });
    const path = join(on.project.outside, 'secret.txt');
    expect(await failure(on.read(path))).toMatchObject({ code: -32_602, data: { reason: 'outside' } });
  });

  test('of a file that is not there says so, with its path and its address [FS-06]', async () => {
    await using on = stage();
    const path = on.project.at('no tulips.txt');
    expect(await failure(on.read(path))).toMatchObject({
      name: 'RpcError',
      code: -32_002,
      message: expect.stringContaining('does not exist') as string,
      data: { path, uri: pathToFileURL(path).href },
    });
  });

  test.each([
    ['a relative path', 'a.txt', {}, 'invalid'],
    ['no path', '', {}, 'invalid'],
    ['line 0', '/a.txt', { line: 0 }, 'invalid'],
    ['a binary file', 'binary', {}, 'binary'],
    ['a folder', 'folder', {}, 'is-a-directory'],
    ['a file that is too large', 'large', {}, 'too-large'],
  ])('of %s is refused, with the reason', async (_what, path, range, reason) => {
    await using on = stage({ limits: { fileBytes: 100 } });
    on.project.write({ binary: Uint8Array.of(1, 0, 2), 'folder/a': '', large: 'x'.repeat(101) });
    const full = ['binary', 'folder', 'large'].includes(path) ? on.project.at(path) : path;
    const { code, data } = (await failure(on.read(full, range))) as { code: number; data: object };
    expect(code).toBe(-32_602);
    expect(data).toMatchObject({ reason });
  });
});

describe('writing a file', () => {
  test('makes it, and the folders on the way [FS-04]', async () => {
    await using on = stage();
    await on.write(on.project.at('beds/red/tulips.txt'), 'ten\n');
    expect(readFileSync(on.project.at('beds/red/tulips.txt'), 'utf8')).toBe('ten\n');
    expect(readdirSync(on.project.at('beds/red'))).toEqual(['tulips.txt']);
  });

  test('keeps the mode and the line endings of an old one', async () => {
    await using on = stage();
    on.project.write({ 'run.sh': 'one\r\ntwo\r\n' });
    chmodSync(on.project.at('run.sh'), 0o750);
    await on.write(on.project.at('run.sh'), 'three\nfour\n');
    expect(readFileSync(on.project.at('run.sh'), 'utf8')).toBe('three\r\nfour\r\n');
    expect(statSync(on.project.at('run.sh')).mode & 0o777).toBe(0o750);
  });

  test('tells the editor, whose text is what is read from then on', async () => {
    const open = new Map<string, string>();
    await using on = stage({
      buffers: {
        unsaved: ({ realPath }) => open.get(realPath),
        written: ({ realPath }, text) => {
          if (open.has(realPath)) open.set(realPath, text);
        },
      },
    });
    const path = on.project.at('a.txt');
    open.set(path, 'not saved');
    expect(await on.read(path)).toBe('not saved');
    await on.write(path, 'by the agent');
    expect(await on.read(path)).toBe('by the agent');
  });

  test('happens in the order of the requests, and reading sees what was written before', async () => {
    await using on = stage();
    const path = on.project.at('a.txt');
    const writes = Array.from({ length: 20 }, (_, index) => on.write(path, `${index}`));
    const read = on.read(path);
    await Promise.all(writes);
    expect(await read).toBe('19');
  });

  test('that fails does not hold up what comes after it', async () => {
    await using on = stage({ limits: { fileBytes: 3 } });
    const path = on.project.at('a.txt');
    const [refused, done] = await Promise.allSettled([on.write(path, 'four'), on.write(path, 'two')]);
    expect(refused.status).toBe('rejected');
    expect(done.status).toBe('fulfilled');
    expect(readFileSync(path, 'utf8')).toBe('two');
  });
});

describe('the folders of a session', () => {
  test('are its working directory and the additional ones, and are its own', async () => {
    await using on = stage();
    using shed = createSampleProject();
    shed.write({ 'spade.txt': 'spade' });
    const path = shed.at('spade.txt');
    const read = (session: TestSession): Promise<string> =>
      on.machine.files.readText({ sessionId: 's1', path }, asking(session));
    expect(await read(createSession(on.project.root, [shed.root]))).toBe('spade');
    expect(await failure(read(on.session))).toMatchObject({ code: -32_602, data: { reason: 'outside' } });
  });

  test('are those of the last time that it was opened [DIRS-05]', async () => {
    await using on = stage();
    using shed = createSampleProject();
    shed.write({ 'spade.txt': 'spade' });
    const session = { ...on.session, info: { additionalDirectories: [shed.root] } };
    const read = (): Promise<string> =>
      on.machine.files.readText({ sessionId: 's1', path: shed.at('spade.txt') }, asking(session));
    expect(await read()).toBe('spade');
    session.info = { additionalDirectories: [] };
    expect(await failure(read())).toMatchObject({ data: { reason: 'outside' } });
    session.info = { additionalDirectories: [shed.root] };
    expect(await read()).toBe('spade');
  });

  test('that cannot be used let nothing be read, until they can', async () => {
    await using on = stage();
    const cwd = on.project.at('later');
    const session = createSession(cwd);
    const read = (): Promise<string> =>
      on.machine.files.readText({ sessionId: 's1', path: join(cwd, 'a.txt') }, asking(session));
    expect(await failure(read())).toMatchObject({
      code: -32_603,
      message: expect.stringContaining('cwd does not exist') as string,
    });
    mkdirSync(cwd);
    writeFileSync(join(cwd, 'a.txt'), 'there');
    expect(await read()).toBe('there');
  });

  test('are closed with the session, and with the machine', async () => {
    await using on = stage();
    on.project.write({ 'a.txt': '' });
    expect(await on.read(on.project.at('a.txt'))).toBe('');
    on.session.end();
    expect(await failure(on.read(on.project.at('a.txt')))).toMatchObject({ data: { reason: 'closed' } });
    await on.machine[Symbol.asyncDispose]();
    const other = on.machine.workspace(createSession(dirname(on.project.root)));
    await expect(other).rejects.toMatchObject({ code: 'closed' });
  });
});
