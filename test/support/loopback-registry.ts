/**
 * A registry on this machine: an index and downloads over HTTP, and a note of every request.
 *
 * Agents of it are programs that can be started: a script in an archive, and a stand-in for `npx` that starts one.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

interface SeenRequest {
  readonly path: string;
  readonly range: string | undefined;
}

export interface LoopbackRegistry extends AsyncDisposable {
  /** The address of the server, without a slash at its end. */
  readonly origin: string;
  /** The address of the index. */
  readonly url: string;
  /** Everything that was asked for. */
  readonly requests: readonly SeenRequest[];
  /** What the index lists. */
  readonly agents: object[];
  /** The downloads by their path. */
  readonly files: Map<string, Buffer>;
  /** Sends only the first half of the next download, and then nothing more; resolves when it was sent. */
  stallNext(): Promise<void>;
  /** Refuses every connection from now on. */
  stop(): Promise<void>;
}

export async function loopbackRegistry(agents: readonly object[] = []): Promise<LoopbackRegistry> {
  const requests: SeenRequest[] = [];
  const listed: object[] = [...agents];
  const files = new Map<string, Buffer>();
  let stalled: (() => void) | undefined;
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push({ path, range: request.headers.range });
    if (path === '/registry.json') return sendIndex(listed, request, response);
    const file = files.get(path);
    if (file === undefined) return void response.writeHead(404).end();
    const notify = stalled;
    stalled = undefined;
    sendFile(file, request, response, notify);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = async (): Promise<void> => {
    if (!server.listening) return;
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return {
    origin,
    url: `${origin}/registry.json`,
    requests,
    agents: listed,
    files,
    stallNext: () => new Promise((resolve) => (stalled = resolve)),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

function sendIndex(agents: readonly object[], request: IncomingMessage, response: ServerResponse): void {
  const body = JSON.stringify({ version: '1.0.0', agents, extensions: [] });
  const etag = `"${createHash('sha256').update(body).digest('hex')}"`;
  if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end();
  response.writeHead(200, { 'content-type': 'application/json', etag }).end(body);
}

function sendFile(
  file: Buffer,
  request: IncomingMessage,
  response: ServerResponse,
  stalled: (() => void) | undefined,
): void {
  const etag = `"${createHash('sha256').update(file).digest('hex')}"`;
  const from = Number(/^bytes=(?<from>\d+)-/u.exec(request.headers.range ?? '')?.groups?.['from'] ?? 0);
  const part = file.subarray(from);
  const range = from === 0 ? {} : { 'content-range': `bytes ${from}-${file.length - 1}/${file.length}` };
  response.writeHead(from === 0 ? 200 : 206, {
    'content-length': part.length,
    'accept-ranges': 'bytes',
    etag,
    ...range,
  });
  if (stalled === undefined) response.end(part);
  else response.write(part.subarray(0, Math.ceil(part.length / 2)), stalled);
}

/** A number of a tar header. */
const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`;

/** A tar.gz archive with one file that may be run. */
export function archiveOf(name: string, content: string): Buffer {
  const bytes = Buffer.from(content);
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write(octal(0o755, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(bytes.length, 12), 124);
  header.write(octal(0, 12), 136);
  header.write(' '.repeat(8), 148);
  header.write('0', 156);
  header.write('ustar\0', 257);
  header.write('00', 263);
  header.write(
    `${octal(
      header.reduce((sum, byte) => sum + byte, 0),
      7,
    )} `,
    148,
  );
  const padding = Buffer.alloc((512 - (bytes.length % 512)) % 512);
  return gzipSync(Buffer.concat([header, bytes, padding, Buffer.alloc(1024)]));
}

/** A script that starts `command`. */
export const scriptOf = (command: readonly string[]): string =>
  `#!/bin/sh\nexec ${command.map((word) => `'${word}'`).join(' ')} "$@"\n`;

/** Builds for every system that has one archive. */
export const builds = (archive: string, more: object = {}): object =>
  Object.fromEntries(
    ['darwin', 'linux', 'windows'].flatMap((system) =>
      ['aarch64', 'x86_64'].map((processor) => [`${system}-${processor}`, { archive, cmd: './agent', ...more }]),
    ),
  );

/** A folder for PATH with a program that notes its arguments in `<name>.log` and starts `command`. */
export function standIn(folder: string, name: string, command: readonly string[]): string {
  const bin = join(folder, 'stand-ins');
  mkdirSync(bin, { recursive: true });
  const words = command.map((word) => `'${word}'`).join(' ');
  writeFileSync(join(bin, name), `#!/bin/sh\necho "$@" >> '${join(bin, `${name}.log`)}'\nexec ${words}\n`);
  chmodSync(join(bin, name), 0o755);
  return bin;
}
