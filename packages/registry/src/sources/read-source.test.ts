import { mkdirSync, readFileSync, readdirSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { describe, expect, test } from 'vitest';

import type { ReadOptions } from '../contract/registry.ts';
import { loopbackServer, type LoopbackServer } from '../fetch/loopback-server.test-support.ts';
import { cacheFolder, readSource, type SourceContext, type SourceRead } from './read-source.ts';
import { temporaryFolder } from './temporary-folder.test-support.ts';

const hour = 60 * 60 * 1000;
const noon = Date.parse('2026-05-01T12:00:00Z');
const entry = {
  id: 'rosalind',
  name: 'Rosalind',
  version: '1.2.3',
  description: 'Roses.',
  distribution: { npx: { package: 'rosalind' } },
};
const tulip = { ...entry, id: 'tulip' };
const index = (...agents: readonly unknown[]): string => JSON.stringify({ version: '1.0.0', agents, extensions: [] });
const idsOf = ({ agents }: SourceRead): readonly string[] => agents.map(({ id }) => id);

/** A server, a cache and a clock that a test sets. */
async function garden(answer: LoopbackServer['answer']) {
  const server = await loopbackServer(answer);
  const folder = temporaryFolder();
  const clock = { now: noon };
  const context: SourceContext = {
    folder: join(folder.path, 'registry'),
    maxAge: hour,
    answerTimeout: 60_000,
    indexBytes: 1_000_000,
    iconBytes: 10_000,
    now: () => clock.now,
  };
  const source = { name: 'garden', location: `${server.origin}/registry.json` };
  return {
    server,
    clock,
    context,
    source,
    cache: join(cacheFolder(source.location, context), 'index'),
    read: (options: ReadOptions = {}, changes: Partial<SourceContext> = {}) =>
      readSource(source, { ...context, ...changes }, options),
    async [Symbol.asyncDispose](): Promise<void> {
      await server.stop();
      folder[Symbol.dispose]();
    },
  };
}

describe('an address', () => {
  test('is asked once, and then only after an hour or on request', async () => {
    await using place = await garden((_request, response) => response.end(index(entry)));
    expect(await place.read()).toEqual({
      agents: [entry],
      status: {
        source: place.source,
        count: 1,
        isOffline: false,
        checkedAt: '2026-05-01T12:00:00.000Z',
        age: 0,
        problems: [],
        fields: { version: '1.0.0', extensions: [] },
      },
    });
    place.clock.now += hour;
    expect((await place.read()).status).toMatchObject({
      age: hour,
      isOffline: false,
      checkedAt: '2026-05-01T12:00:00.000Z',
    });
    expect(place.server.requests).toHaveLength(1);
    place.clock.now += 1;
    expect((await place.read()).status).toMatchObject({ age: 0 });
    expect(place.server.requests).toHaveLength(2);
    await place.read({ refresh: 'now' });
    expect(place.server.requests).toHaveLength(3);
  });

  test.each([
    ['etag', 'if-none-match', 'W/"tulips-1"'],
    ['last-modified', 'if-modified-since', 'Fri, 01 May 2026 10:00:00 GMT'],
  ])('that sends %s is asked whether it has changed', async (sent, asked, value) => {
    await using place = await garden((request, response) => {
      if (request.headers[asked] === value) response.writeHead(304).end();
      else response.writeHead(200, { [sent]: value }).end(index(entry));
    });
    await place.read();
    place.clock.now += 2 * hour;
    expect(await place.read()).toMatchObject({
      agents: [entry],
      status: { isOffline: false, age: 0, checkedAt: '2026-05-01T14:00:00.000Z' },
    });
    expect(place.server.requests[1]?.headers[asked]).toBe(value);
    place.clock.now += hour;
    expect((await place.read()).status.age).toBe(hour);
    expect(place.server.requests).toHaveLength(2);
  });

  test('that sends a marker that cannot be sent back is asked without one', async () => {
    await using place = await garden((_request, response) =>
      response.writeHead(200, { etag: 'roses', 'last-modified': 'ré' }).end(index(entry)),
    );
    await place.read();
    await place.read({ refresh: 'now' });
    expect(place.server.requests[1]?.headers).not.toHaveProperty('if-none-match');
    expect(place.server.requests[1]?.headers).not.toHaveProperty('if-modified-since');
  });

  test('that confirms what is not in the cache is offline', async () => {
    await using place = await garden((_request, response) => response.writeHead(304).end());
    expect((await place.read()).status).toMatchObject({
      isOffline: true,
      reason: expect.stringContaining('status 304') as string,
    });
  });

  test('that cannot be reached is read from the cache, which says so', async () => {
    await using place = await garden((_request, response) => response.end(index(entry)));
    await place.read();
    await place.server.stop();
    place.clock.now += 3 * hour;
    expect(await place.read()).toMatchObject({
      agents: [entry],
      status: {
        isOffline: true,
        reason: `${new URL(place.server.origin).host} refused the connection.`,
        checkedAt: '2026-05-01T12:00:00.000Z',
        age: 3 * hour,
      },
    });
  });

  test('that cannot be reached and is not in the cache has no agents and no time', async () => {
    await using place = await garden(() => undefined);
    await place.server.stop();
    const { agents, status } = await place.read();
    expect(agents).toEqual([]);
    expect(status).not.toHaveProperty('checkedAt');
    expect(status).not.toHaveProperty('age');
    expect(status.isOffline).toBe(true);
  });

  test('is not contacted if it must not be', async () => {
    await using place = await garden((_request, response) => response.end(index(entry)));
    expect((await place.read({ refresh: 'never' })).status).toMatchObject({
      count: 0,
      isOffline: true,
      reason: 'It is not in the cache, and no address was asked.',
    });
    expect(place.server.requests).toHaveLength(0);
    await place.read();
    place.clock.now += 100 * hour;
    expect((await place.read({ refresh: 'never' })).status).toMatchObject({
      count: 1,
      isOffline: true,
      age: 100 * hour,
    });
    expect(place.server.requests).toHaveLength(1);
  });

  test.each([
    [
      'a web page, as a network with a login page sends it',
      200,
      '<!doctype html><title>Log in</title>',
      'is a web page and not a registry.',
    ],
    ['a truncated file', 200, index(entry).slice(0, -20), 'is not valid JSON: it ends too early.'],
    ['nothing', 200, '', 'is not valid JSON: it ends too early.'],
    ['JSON that is no registry', 200, '{"error":"quota"}', 'is not a registry: "agents" must be an array.'],
    ['an error', 503, index(), 'answered with the status 503.'],
    ['an absence', 404, index(), 'answered with the status 404; check the address.'],
    ['an empty success', 204, '', 'answered with the status 204.'],
    ['a part', 206, index(), 'answered with the status 206.'],
  ])('that answers with %s does not replace a good cache', async (_name, status, body, reason) => {
    await using place = await garden((_request, response) => response.end(index(entry)));
    await place.read();
    const before = readFileSync(place.cache);
    place.server.answer = (_request, response) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(body === '' ? undefined : body);
    const { agents, status: found } = await place.read({ refresh: 'now' });
    expect(agents).toEqual([entry]);
    expect(found).toMatchObject({ isOffline: true, reason: expect.stringContaining(reason) as string, age: 0 });
    expect(readFileSync(place.cache)).toEqual(before);
  });

  test('may have any content type', async () => {
    await using place = await garden((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(index(entry)),
    );
    expect(idsOf(await place.read())).toEqual(['rosalind']);
  });

  test('may redirect', async () => {
    await using place = await garden((request, response) => {
      if (request.url === '/mirror/registry.json') response.end(index(entry));
      else response.writeHead(307, { location: '/mirror/registry.json' }).end();
    });
    expect(idsOf(await place.read())).toEqual(['rosalind']);
  });

  test('may compress its answer, which is limited after that', async () => {
    await using place = await garden((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(index(entry))),
    );
    expect(idsOf(await place.read())).toEqual(['rosalind']);
    place.server.answer = (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(`${index(tulip)}${' '.repeat(30_000_000)}`));
    };
    const { agents, status } = await place.read({ refresh: 'now' });
    expect(agents).toEqual([entry]);
    expect(status.reason).toContain('sent more than 1000000 bytes.');
    place.server.answer = (_request, response) => {
      const cut = gzipSync(index(tulip)).subarray(0, 60);
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(cut);
    };
    expect(await place.read({ refresh: 'now' })).toMatchObject({ agents: [entry], status: { isOffline: true } });
  });

  test('that sends without an end is given up at the limit', async () => {
    await using place = await garden((_request, response) => {
      const more = (): void => {
        if (!response.destroyed) response.write('[[[['.repeat(1000), more);
      };
      more();
    });
    expect((await place.read({}, { indexBytes: 10_000 })).status.reason).toContain('sent more than 10000 bytes.');
  });

  test('that never answers, or never finishes, is given up in time', async () => {
    await using place = await garden(() => undefined);
    const reason = `${new URL(place.server.origin).host} did not answer completely within 0.05 s.`;
    expect((await place.read({}, { answerTimeout: 50 })).status).toMatchObject({ isOffline: true, reason });
    place.server.answer = (_request, response) => void response.writeHead(200).write('{');
    expect((await place.read({}, { answerTimeout: 50 })).status).toMatchObject({ isOffline: true, reason });
  });

  test('is no longer waited for when the caller stops', async () => {
    const controller = new AbortController();
    await using place = await garden(() => {
      controller.abort(new Error('enough'));
    });
    await expect(place.read({ signal: controller.signal })).rejects.toThrow('enough');
    await expect(place.read({ signal: controller.signal, refresh: 'never' })).rejects.toThrow('enough');
  });
});

describe('the cache', () => {
  test('is asked for again when the clock was set back, and has no negative age', async () => {
    await using place = await garden((_request, response) => response.end(index(entry)));
    await place.read();
    place.clock.now -= 1000 * hour;
    expect((await place.read()).status).toMatchObject({ age: 0, isOffline: false });
    expect(place.server.requests).toHaveLength(2);
    utimesSync(place.cache, new Date(noon), new Date(noon));
    await place.server.stop();
    expect((await place.read()).status).toMatchObject({ age: 0, isOffline: true, count: 1 });
  });

  test.each([
    ['emptied', (path: string) => truncateSync(path)],
    ['cut', (path: string) => truncateSync(path, 200)],
    ['without a first line', (path: string) => writeFileSync(path, index(entry))],
    ['text', (path: string) => writeFileSync(path, 'roses\nroses')],
    ['changed', (path: string) => writeFileSync(path, readFileSync(path, 'utf8').replace('Roses', 'Thorn'))],
    ['of a later format', (path: string) => writeFileSync(path, `null\n${index(entry)}`)],
    ['larger than an index', (path: string) => writeFileSync(path, Buffer.alloc(2_000_000))],
  ])('that was %s is fetched again, without an exception', async (_name, damage) => {
    await using place = await garden((_request, response) =>
      response.writeHead(200, { etag: '"1"' }).end(index(entry)),
    );
    await place.read();
    damage(place.cache);
    expect(idsOf(await place.read())).toEqual(['rosalind']);
    expect(place.server.requests).toHaveLength(2);
    expect(place.server.requests[1]?.headers).not.toHaveProperty('if-none-match');
    damage(place.cache);
    await place.server.stop();
    expect((await place.read()).status).toMatchObject({ count: 0, isOffline: true });
  });

  test('that is a folder is an address without a cache', async () => {
    await using place = await garden((_request, response) => response.end(index(entry)));
    mkdirSync(join(place.cache, 'x'), { recursive: true });
    expect(idsOf(await place.read())).toEqual(['rosalind']);
    expect(readdirSync(join(place.cache, '..'))).toEqual(['index']);
  });

  test('can be read by the user only, and leaves no drafts', async () => {
    await using place = await garden((_request, response) => response.end(index(entry)));
    await place.read();
    const folder = join(place.cache, '..');
    expect(statSync(place.cache).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    writeFileSync(join(folder, 'index.0123.tmp'), 'left by a killed process');
    utimesSync(join(folder, 'index.0123.tmp'), new Date(noon - 48 * hour), new Date(noon - 48 * hour));
    await place.read({ refresh: 'now' });
    expect(readdirSync(folder)).toEqual(['index']);
  });

  test('is whole after twenty readers at once', async () => {
    let count = 0;
    await using place = await garden((_request, response) => {
      count += 1;
      response.end(index(entry, { ...tulip, description: 'x'.repeat(count * 1000) }));
    });
    const reads = await Promise.all(Array.from({ length: 20 }, () => place.read({ refresh: 'now' })));
    expect(reads.map(idsOf)).toEqual(Array.from({ length: 20 }, () => ['rosalind', 'tulip']));
    expect(idsOf(await place.read({ refresh: 'never' }))).toEqual(['rosalind', 'tulip']);
  });
});

describe('a path', () => {
  const contextIn = (folder: string): SourceContext => ({
    folder,
    maxAge: 0,
    answerTimeout: 1,
    indexBytes: 100_000,
    iconBytes: 1000,
    now: () => noon,
  });
  const readPath = (path: string): Promise<SourceRead> =>
    readSource({ name: 'local', location: path }, contextIn(path), {});

  test('may be a registry, a folder with one, the folder of one agent, or its manifest', async () => {
    using folder = temporaryFolder();
    mkdirSync(join(folder.path, 'rosalind'));
    writeFileSync(join(folder.path, 'rosalind', 'agent.json'), JSON.stringify(entry));
    expect(idsOf(await readPath(join(folder.path, 'rosalind')))).toEqual(['rosalind']);
    expect(idsOf(await readPath(join(folder.path, 'rosalind', 'agent.json')))).toEqual(['rosalind']);
    expect(idsOf(await readPath(folder.path))).toEqual(['rosalind']);
    writeFileSync(join(folder.path, 'registry.json'), `\ufeff${index(entry, tulip)}`);
    expect(idsOf(await readPath(join(folder.path, 'registry.json')))).toEqual(['rosalind', 'tulip']);
    expect(idsOf(await readPath(folder.path))).toEqual(['rosalind', 'tulip']);
    expect(idsOf(await readPath(new URL(`file://${folder.path}/registry.json`).href))).toEqual(['rosalind', 'tulip']);
  });

  test('with a folder for each agent loses only the bad ones, with a line each', async () => {
    using folder = temporaryFolder();
    const files: Readonly<Record<string, string>> = {
      'b-rosalind/agent.json': JSON.stringify(entry),
      'a-again/agent.json': JSON.stringify({ ...entry, version: '9.0.0' }),
      'broken/agent.json': '{',
      'theme/extension.json': '{"id":"theme"}',
      'large/agent.json': ' '.repeat(2_000_000),
      'no-agent/README.md': 'roses',
      '.git/agent.json': JSON.stringify(tulip),
      LICENSE: 'roses',
    };
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(folder.path, name, '..'), { recursive: true });
      writeFileSync(join(folder.path, name), text);
    }
    mkdirSync(join(folder.path, 'deep', 'agent.json'), { recursive: true });
    const { agents, status } = await readPath(folder.path);
    expect(agents).toEqual([{ ...entry, version: '9.0.0' }]);
    expect(status.problems).toEqual([
      'local: broken: its agent.json is not valid JSON: it ends too early',
      'local: deep: its agent.json is a folder',
      'local: large: its agent.json is too large',
      'local: rosalind: it is listed more than once; the first entry is used',
    ]);
    expect(status).toMatchObject({ isOffline: false, age: 0, fields: { extensions: [{ id: 'theme' }] } });
  });

  test('that cannot be read is a status', async () => {
    using folder = temporaryFolder();
    writeFileSync(join(folder.path, 'large.json'), ' '.repeat(200_000));
    writeFileSync(join(folder.path, 'text.json'), 'roses');
    const reasonOf = async (name: string): Promise<string | undefined> =>
      (await readPath(join(folder.path, name))).status.reason?.replace(folder.path, '');
    expect(await reasonOf('absent.json')).toBe('/absent.json does not exist.');
    expect(await reasonOf('large.json')).toBe('/large.json is too large.');
    expect(await reasonOf('text.json')).toBe('/text.json is not valid JSON: line 1, column 1.');
    expect((await readPath('file://host/x')).status.reason).toBe('file://host/x is not the address of a file.');
  });
});
