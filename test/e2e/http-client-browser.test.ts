/**
 * The door for every runtime, in runtimes that are not Node.
 *
 * One has the globals of a page and nothing else, and is always there. The other is a real browser: `ACP_BROWSER` says
 * which program that is, and `npm run test:external` sets it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';

import { serveHttp, type HttpServing } from '@acp-stack/http/server';
import { agent } from '@acp-stack/sdk';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';

import { temporaryFolder } from '../support/checkout.ts';
import { GrowingList } from '../support/growing-list.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import type { Visit } from './http-client-browser/page.ts';

const chunks = 300;
const words = Array.from({ length: chunks }, (_, n) => `${n} `).join('');
const transports = ['http', 'webSocket', 'remote'] as const;

/** Says something for as long as it is let. */
const counter = agent({ name: 'counter', version: '1.0.0' }).onPrompt(async (turn) => {
  for (let n = 0; n < chunks; n += 1) await turn.message.append(`${n} `);
});

/** A place where the program of a page runs. */
interface Runtime extends AsyncDisposable {
  /** The origin that it says it has. */
  readonly origin: string;
  visit(url: string, transport: string): Promise<Visit>;
}

/** The program of the page as one script that sets `page`. */
async function bundle(): Promise<string> {
  const build = await rolldown({
    input: fileURLToPath(new URL('http-client-browser/page.ts', import.meta.url)),
    platform: 'browser',
    resolve: { conditionNames: ['@acp-stack/source', 'browser', 'import'] },
  });
  const { output } = await build.generate({ format: 'iife', name: 'page', codeSplitting: false });
  await build.close();
  return output[0].code;
}

/** The globals of a page, and nothing of Node. */
async function bareRealm(script: string): Promise<Runtime> {
  const names =
    'fetch AbortController AbortSignal TextDecoder TextEncoder ReadableStream URL crypto Event setTimeout clearTimeout ' +
    'queueMicrotask performance structuredClone MessageChannel';
  const globals = Object.fromEntries(
    names.split(' ').map((name) => [name, (globalThis as Record<string, unknown>)[name]]),
  );
  const realm = createContext({ ...globals, WebSocket });
  runInContext(`${script}; globalThis.page = page`, realm);
  return {
    origin: 'null',
    visit: (url, transport) =>
      runInContext(`page.visit(${JSON.stringify(url)}, ${JSON.stringify(transport)})`, realm) as Promise<Visit>,
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

interface Result {
  readonly id: number;
  readonly visit?: Visit;
  readonly error?: string;
}

/** A page that asks what to do, and tells what came of it. */
const html = `<!doctype html><meta charset="utf-8"><title>page</title><script src="/page.js"></script><script type="module">
  for (;;) {
    const { id, url, transport } = await (await fetch('/task')).json();
    const told = await page.visit(url, transport).then((visit) => ({ id, visit }), (error) => ({ id, error: String(error) }));
    await fetch('/result', { method: 'POST', body: JSON.stringify(told) });
  }
</script>`;

/** A real browser with one page, which is of another origin than the agent. */
async function browser(program: string, script: string): Promise<Runtime> {
  const tasks = new GrowingList<object>();
  const results = new GrowingList<Result>();
  let given = 0;
  const answers: Readonly<
    Record<string, (request: IncomingMessage) => Promise<readonly [type: string, body: string]>>
  > = {
    '/': () => Promise.resolve(['text/html', html]),
    '/page.js': () => Promise.resolve(['text/javascript', script]),
    '/task': async () => {
      given += 1;
      return ['application/json', JSON.stringify((await tasks.reaches(given))[given - 1])];
    },
    '/result': async (request) => {
      results.push(JSON.parse(await textOf(request)) as Result);
      return ['application/json', '{}'];
    },
  };
  const server = createServer((request, response) => {
    void answers[request.url ?? '']?.(request).then(([type, body]) => {
      response.setHeader('content-type', type);
      response.end(body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const folder = temporaryFolder();
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-dev-shm-usage'];
  const child = spawn(program, [...flags, `--user-data-dir=${folder.path}`, `${origin}/`], { stdio: 'ignore' });
  const gone = once(child, 'exit');
  return {
    origin,
    visit: async (url, transport) => {
      const id = tasks.items.length;
      tasks.push({ id, url, transport });
      const ended = gone.then(() => Promise.reject(new Error(`${program} ended`)));
      const result = await Promise.race([results.find((each) => each.id === id), ended]);
      if (result.visit === undefined) throw new Error(result.error);
      return result.visit;
    },
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await gone;
      server.closeAllConnections();
      server.close();
      folder[Symbol.dispose]();
    },
  };
}

const program = process.env['ACP_BROWSER'];
const runtimes: readonly (readonly [name: string, start: (script: string) => Promise<Runtime>])[] = [
  ['a realm without Node', bareRealm],
  ...(program === undefined ? [] : [[program, (script: string) => browser(program, script)] as const]),
];

describe.each(runtimes)('in %s', (_name, start) => {
  let runtime: Runtime;
  let serving: HttpServing;
  let proxy: TcpProxy;
  const closers: (() => PromiseLike<void>)[] = [];

  beforeAll(async () => {
    runtime = await start(await bundle());
    closers.push(() => runtime[Symbol.asyncDispose]());
    serving = await serveHttp(counter, { port: 0, allowedOrigins: [runtime.origin] });
    closers.push(() => serving.close());
    proxy = await TcpProxy.to(serving.url);
    closers.push(() => proxy[Symbol.asyncDispose]());
  }, 60_000);

  afterAll(async () => {
    for (const close of closers.toReversed()) await close();
  });

  test.each(transports)('%s() holds a conversation with an agent', async (transport) => {
    expect((await runtime.visit(serving.url, transport)).said).toBe(words);
  });

  test.each(transports)('%s() survives a connection that is cut', async (transport) => {
    proxy.cutAfter(8000);
    const { said, reports } = await runtime.visit(proxy.through(serving.url), transport);
    expect(said).toBe(words);
    expect(reports).toContain('resumed');
  });
});
