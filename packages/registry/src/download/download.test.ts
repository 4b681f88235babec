import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { temporaryFolder } from '../../../../test/support/checkout.ts';
import type { InstallProgress } from '../contract/registry.ts';
import { loopbackServer, type LoopbackServer } from '../fetch/loopback-server.test-support.ts';
import { DownloadCache } from './download-cache.ts';
import { download, type DownloadRequest } from './download.ts';
import { fileChecksum } from './file-checksum.ts';
import { SpeedMeter } from './speed.ts';

const content = randomBytes(100_000);
const half = content.subarray(0, 50_000);
const etag = '"one"';

const timeouts = { connect: 60_000, idle: 60_000, whole: 60_000 };

function requestFor(origin: string, folder: string, options: Partial<DownloadRequest> = {}): DownloadRequest {
  return {
    url: new URL(`${origin}/agent.tar.gz`),
    folder,
    hasChecksum: false,
    maxBytes: 1_000_000,
    timeouts,
    ...options,
  };
}

/** Sends the file as a server should, from where the request says. */
function sendFile(request: IncomingMessage, response: ServerResponse): void {
  const { range, 'if-range': ifRange } = request.headers;
  const start = Number(/^bytes=(\d+)-$/u.exec(range ?? '')?.[1] ?? 0);
  const isRange = range !== undefined && (ifRange === undefined || ifRange === etag);
  if (isRange && start >= content.length) {
    response.writeHead(416, { 'content-range': `bytes */${content.length}` }).end();
    return;
  }
  const part = isRange ? content.subarray(start) : content;
  if (isRange) response.setHeader('content-range', `bytes ${start}-${content.length - 1}/${content.length}`);
  response.writeHead(isRange ? 206 : 200, { etag, 'content-length': part.length }).end(part);
}

/** Sends half of the file, and closes the connection when the download has it. */
class HalfFile {
  readonly #responses: ServerResponse[] = [];
  readonly send = (headers: Readonly<Record<string, string>>, response: ServerResponse): void => {
    this.#responses.push(response);
    response.writeHead(200, { ...headers, 'content-length': content.length }).write(half);
  };
  readonly onProgress = ({ bytes }: InstallProgress): void => {
    if (bytes === half.length) this.#responses.at(-1)?.socket?.destroy();
  };
}

/** Downloads half of the file; the rest cannot be had. */
async function downloadHalf(folder: string, server: LoopbackServer): Promise<void> {
  const file = new HalfFile();
  let count = 0;
  server.answer = (_, response) => {
    count += 1;
    if (count === 1) file.send({ etag }, response);
    else response.writeHead(503).end();
  };
  const { onProgress } = file;
  await expect(download(requestFor(server.origin, folder, { onProgress }))).rejects.toThrow(
    /answered with status 503/u,
  );
}

describe('download', () => {
  test('saves the file and reports bytes, total and speed', async () => {
    using temporary = temporaryFolder();
    await using server = await loopbackServer(sendFile);
    const seen: InstallProgress[] = [];
    const { partial, isResumed } = await download(
      requestFor(server.origin, temporary.path, { onProgress: (progress) => seen.push(progress) }),
    );
    expect(readFileSync(partial.path).equals(content)).toBe(true);
    expect(isResumed).toBe(false);
    expect(seen[0]).toMatchObject({ step: 'download', bytes: 0, totalBytes: content.length });
    expect(seen.at(-1)).toMatchObject({ bytes: content.length, totalBytes: content.length });
    expect(seen.at(-1)?.bytesPerSecond).toBeGreaterThan(0);
    expect(statSync(partial.path).mode & 0o777).toBe(0o600);
  });

  test('goes on where a broken connection stopped', async () => {
    using temporary = temporaryFolder();
    const file = new HalfFile();
    await using server = await loopbackServer((request, response) => {
      if (request.headers.range === undefined) file.send({ etag }, response);
      else sendFile(request, response);
    });
    const { partial } = await download(requestFor(server.origin, temporary.path, { onProgress: file.onProgress }));
    expect(readFileSync(partial.path).equals(content)).toBe(true);
    expect(server.requests.map(({ headers }) => [headers.range, headers['if-range']])).toEqual([
      [undefined, undefined],
      [`bytes=${half.length}-`, etag],
    ]);
  });

  test('gives up after five connections that break', async () => {
    using temporary = temporaryFolder();
    const { send, onProgress } = new HalfFile();
    await using server = await loopbackServer((_, response) => {
      send({}, response);
    });
    const broken = download(requestFor(server.origin, temporary.path, { onProgress }));
    await expect(broken).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('closed the connection 5 times; install again to go on') as string,
    });
    expect(server.requests).toHaveLength(5);
  });

  test('goes on with what an earlier download left', async () => {
    using temporary = temporaryFolder();
    await using server = await loopbackServer(sendFile);
    await downloadHalf(temporary.path, server);
    server.answer = sendFile;
    const seen: number[] = [];
    const { partial, isResumed } = await download(
      requestFor(server.origin, temporary.path, { onProgress: ({ bytes }) => seen.push(bytes) }),
    );
    expect(readFileSync(partial.path).equals(content)).toBe(true);
    expect([isResumed, seen[0]]).toEqual([true, half.length]);
  });

  test('needs no bytes for a file that was complete already', async () => {
    using temporary = temporaryFolder();
    await using server = await loopbackServer(sendFile);
    await download(requestFor(server.origin, temporary.path));
    const seen: number[] = [];
    const { partial } = await download(
      requestFor(server.origin, temporary.path, { onProgress: ({ bytes }) => seen.push(bytes) }),
    );
    expect(readFileSync(partial.path).equals(content)).toBe(true);
    expect(seen).toEqual([]);
  });

  test('begins again when the server ignores ranges', async () => {
    using temporary = temporaryFolder();
    await using server = await loopbackServer(sendFile);
    await downloadHalf(temporary.path, server);
    server.answer = (_, response) => response.writeHead(200, { 'content-length': content.length }).end(content);
    const { partial, isResumed } = await download(requestFor(server.origin, temporary.path));
    expect(readFileSync(partial.path).equals(content)).toBe(true);
    expect(isResumed).toBe(false);
  });

  test('begins again when the file has changed', async () => {
    using temporary = temporaryFolder();
    await using server = await loopbackServer(sendFile);
    await downloadHalf(temporary.path, server);
    const other = Buffer.from('another version');
    server.answer = (request, response) => {
      expect(request.headers['if-range']).toBe(etag);
      response.writeHead(200, { etag: '"two"', 'content-length': other.length }).end(other);
    };
    const { partial } = await download(requestFor(server.origin, temporary.path));
    expect(readFileSync(partial.path)).toEqual(other);
  });

  test.each([
    ['another part', 206, { 'content-range': `bytes 5-${content.length - 1}/${content.length}` }],
    ['a part without a range', 206, {}],
    ['a file that is shorter now', 416, { 'content-range': 'bytes */10' }],
  ])('begins again when the server sends %s', async (_, status, headers) => {
    using temporary = temporaryFolder();
    await using server = await loopbackServer(sendFile);
    await downloadHalf(temporary.path, server);
    server.answer = (request, response) => {
      if (request.headers.range === undefined) sendFile(request, response);
      else response.writeHead(status, headers).end('wrong');
    };
    const { partial } = await download(requestFor(server.origin, temporary.path));
    expect(readFileSync(partial.path).equals(content)).toBe(true);
  });

  test.each([
    ['a weak ETag', { etag: 'W/"one"' }],
    ['no ETag', {}],
    ['a date that is none', { 'last-modified': 'yesterday' }],
  ])('does not go on with %s, unless the checksum is known', async (_, headers) => {
    using temporary = temporaryFolder();
    const ranges: (string | undefined)[] = [];
    const { send, onProgress } = new HalfFile();
    await using server = await loopbackServer((request, response) => {
      ranges.push(request.headers.range);
      if (ranges.length === 1 || ranges.length === 3) send(headers, response);
      else sendFile(request, response);
    });
    const { partial } = await download(requestFor(server.origin, temporary.path, { onProgress }));
    await partial.remove();
    await download(requestFor(server.origin, temporary.path, { onProgress, hasChecksum: true }));
    expect(ranges).toEqual([undefined, undefined, undefined, `bytes=${half.length}-`]);
  });

  test('goes on with the date of the last change', async () => {
    using temporary = temporaryFolder();
    const changed = 'Wed, 21 Oct 2015 07:28:00 GMT';
    const { send, onProgress } = new HalfFile();
    await using server = await loopbackServer((request, response) => {
      if (request.headers.range === undefined) {
        send({ 'last-modified': changed }, response);
        return;
      }
      expect(request.headers['if-range']).toBe(changed);
      delete request.headers['if-range'];
      sendFile(request, response);
    });
    const { partial } = await download(requestFor(server.origin, temporary.path, { onProgress }));
    expect(readFileSync(partial.path).equals(content)).toBe(true);
  });

  test('refuses a file that is too large by its header, without reading it', async () => {
    using temporary = temporaryFolder();
    await using server = await loopbackServer((_, response) => {
      response.writeHead(200, { 'content-length': 10_000_000 }).write('x');
    });
    await expect(download(requestFor(server.origin, temporary.path))).rejects.toMatchObject({ code: 'limit' });
    expect(readdirSync(temporary.path)).toEqual([]);
  });

  test('stops an endless file at the limit and deletes it', async () => {
    using temporary = temporaryFolder();
    await using server = await loopbackServer((_, response) => {
      const more = (): void => {
        while (response.write(half));
        response.once('drain', more);
      };
      more();
    });
    const endless = download(requestFor(server.origin, temporary.path));
    await expect(endless).rejects.toMatchObject({
      code: 'limit',
      message: expect.stringContaining('1000000 bytes') as string,
    });
    expect(readdirSync(temporary.path)).toEqual([]);
  });

  test('refuses a body whose end is only the end of the connection, unless the checksum is known', async () => {
    using temporary = temporaryFolder();
    await using server = await oldServer('HTTP/1.0 200 OK\r\n\r\nhello');
    await expect(download(requestFor(server.origin, temporary.path))).rejects.toThrow(/does not say how long/u);
    const { partial } = await download(requestFor(server.origin, temporary.path, { hasChecksum: true }));
    expect(readFileSync(partial.path, 'utf8')).toBe('hello');
  });

  test('notices chunks that were cut off', async () => {
    using temporary = temporaryFolder();
    await using server = await oldServer('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhel');
    await expect(download(requestFor(server.origin, temporary.path))).rejects.toMatchObject({ code: 'unreachable' });
  });

  test.each([404, 403, 500, 204])('refuses the status %i', async (status) => {
    using temporary = temporaryFolder();
    await using server = await loopbackServer((_, response) => response.writeHead(status).end());
    await expect(download(requestFor(server.origin, temporary.path))).rejects.toThrow(`status ${status}`);
  });

  test('follows a redirect, and asks the address itself again to go on', async () => {
    using temporary = temporaryFolder();
    const { send, onProgress } = new HalfFile();
    await using server = await loopbackServer((request, response) => {
      if (request.url === '/agent.tar.gz')
        response.writeHead(302, { location: `/signed?${server.requests.length}` }).end();
      else if (request.headers.range === undefined) send({ etag }, response);
      else sendFile(request, response);
    });
    const { partial } = await download(requestFor(server.origin, temporary.path, { onProgress }));
    expect(readFileSync(partial.path).equals(content)).toBe(true);
    expect(server.requests.map(({ url }) => url)).toEqual(['/agent.tar.gz', '/signed?1', '/agent.tar.gz', '/signed?3']);
  });

  test.each([
    ['does not answer', 'connect', (): void => undefined],
    [
      'sent nothing',
      'idle',
      (response: ServerResponse): void =>
        void response.writeHead(200, { etag, 'content-length': content.length }).write(half),
    ],
    [
      'took longer',
      'whole',
      (response: ServerResponse): void =>
        void response.writeHead(200, { etag, 'content-length': content.length }).write(half),
    ],
  ])('ends when the server %s', async (_, name, answer) => {
    using temporary = temporaryFolder();
    await using server = await loopbackServer((__, response) => answer(response));
    const slow = download(requestFor(server.origin, temporary.path, { timeouts: { ...timeouts, [name]: 150 } }));
    await expect(slow).rejects.toMatchObject({
      code: 'limit',
      message: expect.stringMatching(/0\.[0-9] seconds; install again/u) as string,
    });
  });

  test('keeps what it has when the caller stops it', async () => {
    using temporary = temporaryFolder();
    await using server = await loopbackServer(
      (_, response) => void response.writeHead(200, { etag, 'content-length': content.length }).write(half),
    );
    const stop = new AbortController();
    const onProgress = ({ bytes }: InstallProgress): void => {
      if (bytes === half.length) stop.abort(new Error('enough'));
    };
    await expect(
      download(requestFor(server.origin, temporary.path, { signal: stop.signal, onProgress })),
    ).rejects.toThrow('enough');
    server.answer = sendFile;
    const { isResumed } = await download(requestFor(server.origin, temporary.path));
    expect(isResumed).toBe(true);
  });

  test('keeps what it has when the disk is full', async () => {
    using temporary = temporaryFolder();
    // The second half is sent when the first was written, so that it is a chunk of its own.
    let rest: (() => void) | undefined;
    await using server = await loopbackServer((_, response) => {
      response.writeHead(200, { etag, 'content-length': content.length }).write(half);
      rest = () => response.end(content.subarray(half.length));
    });
    let written = 0;
    const onProgress = ({ bytes }: InstallProgress): void => {
      written = bytes;
      if (bytes === half.length) rest?.();
    };
    const beforeWrite = (): void => {
      if (written >= half.length) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    };
    const full = download(requestFor(server.origin, temporary.path, { beforeWrite, onProgress }));
    await expect(full).rejects.toMatchObject({ code: 'ENOSPC' });
    server.answer = sendFile;
    const { partial, isResumed } = await download(requestFor(server.origin, temporary.path));
    expect(readFileSync(partial.path).equals(content)).toBe(true);
    expect(isResumed).toBe(true);
  });

  test('writes no address to the disk, which could contain a secret', async () => {
    using temporary = temporaryFolder();
    await using server = await loopbackServer(sendFile);
    const request = requestFor(server.origin, temporary.path);
    await download({ ...request, url: new URL(`${server.origin}/agent?token=secret`) });
    for (const name of readdirSync(temporary.path)) {
      expect(name).not.toContain('secret');
      expect(readFileSync(join(temporary.path, name), 'latin1')).not.toContain('secret');
    }
  });
});

describe('DownloadCache', () => {
  test('finds a download by its checksum, and deletes one that was changed', async () => {
    using temporary = temporaryFolder();
    const cache = new DownloadCache(temporary.path);
    writeFileSync(join(temporary.path, 'x'), 'hello');
    const sha256 = await fileChecksum(join(temporary.path, 'x'));
    writeFileSync(join(temporary.path, sha256), 'hello');
    expect(await cache.find(sha256)).toBe(join(temporary.path, sha256));
    writeFileSync(join(temporary.path, sha256), 'jello');
    expect(await cache.find(sha256)).toBeUndefined();
    expect(readdirSync(temporary.path)).toEqual(['x']);
  });

  test('keeps only the newest downloads, also after the clock jumped', async () => {
    using temporary = temporaryFolder();
    const cache = new DownloadCache(temporary.path, { files: 2, bytes: 100, partials: 1 });
    const name = (digit: number): string => String(digit).repeat(64);
    const years = [1971, 2026, 2099];
    years.forEach((year, index) => {
      writeFileSync(join(temporary.path, name(index)), 'x');
      utimesSync(join(temporary.path, name(index)), new Date(`${year}-01-01`), new Date(`${year}-01-01`));
    });
    await cache.prune();
    expect(readdirSync(temporary.path).toSorted()).toEqual([name(1), name(2)]);
    writeFileSync(join(temporary.path, name(2)), Buffer.alloc(101));
    await cache.prune();
    expect(readdirSync(temporary.path)).not.toContain(name(2));
  });

  test('keeps only the newest partial downloads, with their state', async () => {
    using temporary = temporaryFolder();
    const cache = new DownloadCache(temporary.path, { files: 2, bytes: 100, partials: 1 });
    for (const [stem, year] of [
      ['a', 2001],
      ['b', 2002],
    ] as const) {
      for (const ending of ['partial', 'json']) {
        const path = join(temporary.path, `${stem.repeat(32)}.${ending}`);
        writeFileSync(path, 'x');
        utimesSync(path, new Date(`${year}-01-01`), new Date(`${year}-01-01`));
      }
    }
    await cache.prune();
    expect(readdirSync(temporary.path).toSorted()).toEqual([`${'b'.repeat(32)}.json`, `${'b'.repeat(32)}.partial`]);
  });
});

test('the speed is that of the last seconds', () => {
  let time = 0;
  const meter = new SpeedMeter(() => time);
  expect(meter.measure(0)).toBeUndefined();
  time = 1000;
  expect(meter.measure(500)).toBe(500);
  time = 10_000;
  expect(meter.measure(500)).toBe(0);
  time = 11_000;
  expect(meter.measure(2500)).toBe(2000);
});

/** A server that sends these bytes and closes the connection. */
async function oldServer(bytes: string): Promise<AsyncDisposable & { readonly origin: string }> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(bytes));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    origin: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
