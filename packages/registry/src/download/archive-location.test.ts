import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { temporaryFolder } from '../../../../test/support/checkout.ts';
import { archiveLocation } from './archive-location.ts';

const hosts: Readonly<Record<string, readonly string[]>> = {
  'public.example': ['93.184.216.34'],
  'hidden.example': ['10.0.0.1'],
  'intranet.example': ['10.0.0.2'],
};
const lookup = (host: string): Promise<readonly string[]> => Promise.resolve(hosts[host] ?? []);

const locate = (archive: string, location: string): ReturnType<typeof archiveLocation> =>
  archiveLocation(archive, { id: 'agent', source: { name: 'mine', location }, lookup });

describe('a source on the web', () => {
  test.each([
    ['https://public.example/registry.json', 'https://public.example/a.zip'],
    ['http://public.example/registry.json', 'http://public.example/a.zip'],
    ['http://public.example/registry.json', 'https://public.example/a.zip'],
    ['https://intranet.example/registry.json', 'https://hidden.example/a.zip'],
    ['http://127.0.0.1:1/registry.json', 'http://127.0.0.1:2/a.zip'],
  ])('%s may name %s', async (source, archive) => {
    expect(await locate(archive, source)).toEqual({ kind: 'address', url: new URL(archive) });
  });

  test.each([
    ['https://public.example/registry.json', 'http://public.example/a.zip', 'uses https'],
    ['https://public.example/registry.json', 'https://127.0.0.1/a.zip', 'private network'],
    ['https://public.example/registry.json', 'https://[::1]/a.zip', 'private network'],
    ['https://public.example/registry.json', 'https://169.254.169.254/a.zip', 'private network'],
    ['https://public.example/registry.json', 'https://hidden.example/a.zip', 'private network'],
    ['https://public.example/registry.json', 'file:///etc/passwd', 'no address'],
    ['https://public.example/registry.json', '../a.zip', 'no address'],
    ['https://public.example/registry.json', 'C:\\a.zip', 'no address'],
    ['https://public.example/registry.json', 'ftp://public.example/a.zip', 'no address'],
    ['http://127.0.0.1:1/registry.json', 'file:///etc/passwd', 'no address'],
  ])('%s may not name %s', async (source, archive, reason) => {
    await expect(locate(archive, source)).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining(reason) as string,
    });
  });
});

describe('a source on this machine', () => {
  test('may name addresses, files, and paths relative to the folder of the agent', async () => {
    using temporary = temporaryFolder();
    const folder = join(temporary.path, 'my agents é');
    mkdirSync(folder);
    expect(await locate('http://127.0.0.1/a.zip', folder)).toMatchObject({ kind: 'address' });
    expect(await locate('file:///some/a%20b.zip', folder)).toEqual({ kind: 'file', path: '/some/a b.zip' });
    expect(await locate('./a.zip', folder)).toEqual({ kind: 'file', path: join(folder, 'agent', 'a.zip') });
    expect(await locate('../shared/a.zip', folder)).toEqual({ kind: 'file', path: join(folder, 'shared', 'a.zip') });
  });

  test('may name paths relative to its file', async () => {
    using temporary = temporaryFolder();
    const file = join(temporary.path, 'registry.json');
    writeFileSync(file, '{}');
    expect(await locate('builds/a.zip', file)).toEqual({ kind: 'file', path: join(temporary.path, 'builds', 'a.zip') });
  });

  test.each(['agent.json', 'registry.json'])('may be a folder with an %s, which paths begin at', async (name) => {
    using temporary = temporaryFolder();
    writeFileSync(join(temporary.path, name), '{}');
    expect(await locate('a.zip', temporary.path)).toEqual({ kind: 'file', path: join(temporary.path, 'a.zip') });
    await expect(locate('../a.zip', temporary.path)).rejects.toThrow('outside of the source');
  });

  test.each(['../../a.zip', '..', '../', 'data:text/plain,x'])('may not name %s', async (archive) => {
    using temporary = temporaryFolder();
    await expect(locate(archive, temporary.path)).rejects.toMatchObject({ code: 'unreachable' });
  });
});
