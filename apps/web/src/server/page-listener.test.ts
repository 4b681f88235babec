/** The files of a page, and their headers. */
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { temporaryFolder } from '../../../../test/support/checkout.ts';
import { pageListener } from './page-listener.ts';

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

async function withPage(
  work: (get: (path: string, method?: string) => Promise<Reply>) => Promise<void>,
): Promise<void> {
  using folder = temporaryFolder();
  const page = join(folder.path, 'page');
  mkdirSync(join(page, 'assets'), { recursive: true });
  writeFileSync(join(page, 'index.html'), '<meta content="__NONCE__"><p>client</p>');
  writeFileSync(join(page, 'inspect.html'), '<p>inspector</p>');
  writeFileSync(join(page, 'assets', 'main-1234.js'), 'export {};');
  writeFileSync(join(folder.path, 'secret.txt'), 'secret');
  const listener = pageListener({ page: 'client', folder: page });
  const server = createServer((incoming, response) => {
    if (!listener(incoming, response)) response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    // Without a `URL`, which would resolve dots.
    await work(async (path, method = 'GET') => {
      const asked = request({ host: '127.0.0.1', port, path, method, agent: false }).end();
      const [response] = await once(asked, 'response');
      let text = '';
      for await (const chunk of response.setEncoding('utf8')) text += chunk as string;
      return { status: response.statusCode, headers: response.headers, text };
    });
  } finally {
    server.close();
  }
}

describe('the files of a page', () => {
  test('are at their paths, with their types; what changes its name with its content is kept by browsers', () =>
    withPage(async (get) => {
      const page = await get('/');
      expect(page).toMatchObject({ status: 200, text: expect.stringContaining('client') });
      expect(page.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
      const script = await get('/assets/main-1234.js?x=1');
      expect(script.headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': expect.stringContaining('immutable'),
      });
      expect(await get('/', 'HEAD')).toMatchObject({ status: 200, text: '' });
      expect(await get('/', 'POST')).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
    }));

  test.each(['/../secret.txt', '/assets/../../secret.txt', '/%2e%2e/secret.txt', '/assets', '//', '/.', '/__proto__'])(
    '%s leads to none of them',
    (path) =>
      withPage(async (get) => {
        expect((await get(path)).status).toBe(404);
      }),
  );

  test('allow scripts and styles of their own only, no frame around them, and no address for other sites', () =>
    withPage(async (get) => {
      const { headers } = await get('/');
      const policy = String(headers['content-security-policy']);
      expect(policy).not.toMatch(/unsafe|\*|https?:/u);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(headers).toMatchObject({
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      });
    }));

  test('have a new nonce in each response, the same in the page and in the policy', () =>
    withPage(async (get) => {
      const nonces = await Promise.all(
        [1, 2].map(async () => {
          const { text, headers } = await get('/');
          const [, nonce = ''] = /content="([^"]+)"/u.exec(text) ?? [];
          expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
          return nonce;
        }),
      );
      expect(new Set(nonces).size).toBe(2);
      expect(nonces[0]?.length).toBeGreaterThan(15);
    }));

  test('that were not built are an error that says what to do', () => {
    using folder = temporaryFolder();
    expect(() => pageListener({ page: 'client', folder: folder.path })).toThrow('The page was not built');
  });
});
