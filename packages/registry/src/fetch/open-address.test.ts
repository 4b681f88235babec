import { gzipSync } from 'node:zlib';

import { describe, expect, test } from 'vitest';

import { loopbackServer } from './loopback-server.test-support.ts';
import { openAddress } from './open-address.ts';
import { isPrivateHost } from './private-address.ts';
import { readBody } from './read-body.ts';

const { signal } = new AbortController();
const publicLookup = (): Promise<readonly string[]> => Promise.resolve(['203.0.113.7']);

/** A `fetch` that answers from a table of addresses. */
function tableFetch(
  table: Readonly<Record<string, Response>>,
  sent: [string, RequestInit | undefined][] = [],
): typeof fetch {
  return (input, init) => {
    const address = input instanceof Request ? input.url : input.toString();
    sent.push([address, init]);
    const response = table[address];
    return response === undefined ? Promise.reject(new TypeError('fetch failed')) : Promise.resolve(response);
  };
}

const redirect = (location?: string): Response =>
  new Response(null, { status: 302, ...(location !== undefined && { headers: { location } }) });

describe('a request', () => {
  test('follows redirects, also relative ones, and says where the answer came from', async () => {
    await using server = await loopbackServer((request, response) => {
      if (request.url === '/new') response.end('roses');
      else response.writeHead(308, { location: request.url === '/old' ? './middle' : '/new' }).end();
    });
    const answer = await openAddress(`${server.origin}/old`, { signal });
    expect(answer.url.pathname).toBe('/new');
    expect(await answer.response.text()).toBe('roses');
  });

  test('follows five redirects and not a sixth', async () => {
    await using server = await loopbackServer((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end('roses');
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    });
    expect((await openAddress(`${server.origin}/5`, { signal })).response.status).toBe(200);
    await expect(openAddress(`${server.origin}/6`, { signal })).rejects.toThrow('redirects more than 5 times');
  });

  test.each([
    ['http://garden.example/', 'redirects from https to http; it was not followed'],
    ['file:///etc/passwd', 'redirects from https to file; it was not followed'],
    ['data:,roses', 'redirects from https to data; it was not followed'],
    ['https://127.0.0.1/', 'which is in a private network; it was not followed'],
    ['https://[::1]/', 'which is in a private network; it was not followed'],
    ['https://[::ffff:10.0.0.1]/', 'which is in a private network; it was not followed'],
    ['https://2130706433/', 'which is in a private network; it was not followed'],
    ['https://router.local/', 'which is in a private network; it was not followed'],
    ['https://169.254.169.254/latest', 'which is in a private network; it was not followed'],
    ['https://rebound.example/', 'which is in a private network; it was not followed'],
    ['https://', 'redirects to nowhere'],
    [undefined, 'redirects to nowhere'],
  ])('does not follow a redirect from a public https address to %s', async (location, message) => {
    const lookup = (host: string): Promise<readonly string[]> =>
      Promise.resolve(host === 'rebound.example' ? ['203.0.113.7', '192.168.0.1'] : ['203.0.113.7']);
    const table = { 'https://public.example/': redirect(location) };
    const sent: [string, RequestInit | undefined][] = [];
    const request = openAddress('https://public.example/', { signal, lookup, fetch: tableFetch(table, sent) });
    await expect(request).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining(message) as string,
    });
    expect(sent).toHaveLength(1);
  });

  test('follows a redirect within a private network, and from http to https', async () => {
    const table = {
      'http://10.0.0.1/': redirect('https://10.0.0.2/'),
      'https://10.0.0.2/': new Response('roses'),
    };
    const { response } = await openAddress('http://10.0.0.1/', { signal, fetch: tableFetch(table) });
    expect(await response.text()).toBe('roses');
  });

  test('sends the credentials of the address to its own origin only, and as a header', async () => {
    const sent: [string, RequestInit | undefined][] = [];
    const table = {
      'https://mirror.example/a': redirect('/b'),
      'https://mirror.example/b': redirect('https://cdn.example/c'),
      'https://cdn.example/c': new Response('roses'),
    };
    await openAddress('https://me:p%40ss@mirror.example/a', {
      signal,
      lookup: publicLookup,
      fetch: tableFetch(table, sent),
    });
    const authorization = `Basic ${Buffer.from('me:p@ss').toString('base64')}`;
    expect(sent.map(([address, init]) => [address, new Headers(init?.headers).get('authorization')])).toEqual([
      ['https://mirror.example/a', authorization],
      ['https://mirror.example/b', authorization],
      ['https://cdn.example/c', null],
    ]);
  });

  test.each(['ftp://garden.example/', 'roses', '', 'file:///etc/passwd'])('is not made to %j', async (address) => {
    await expect(openAddress(address, { signal })).rejects.toThrow('The address must begin with https:// or http://.');
  });

  test('says what is wrong, without the credentials', async () => {
    const server = await loopbackServer(() => undefined);
    const { host } = new URL(server.origin);
    await server.stop();
    const request = openAddress(`http://me:secret@${host}/`, { signal });
    await expect(request).rejects.toMatchObject({ code: 'unreachable', message: `${host} refused the connection.` });
  });

  test('ends with the reason of its signal', async () => {
    await using server = await loopbackServer(() => {
      controller.abort(new Error('enough'));
    });
    const controller = new AbortController();
    await expect(openAddress(server.origin, { signal: controller.signal })).rejects.toThrow('enough');
  });
});

test('a request ends with its signal, also while a name is looked up', async () => {
  const controller = new AbortController();
  const lookup = (): Promise<readonly string[]> => {
    queueMicrotask(() => {
      controller.abort(new Error('enough'));
    });
    return new Promise(() => undefined);
  };
  const table = { 'https://public.example/': redirect('https://slow.example/') };
  const request = { signal: controller.signal, lookup, fetch: tableFetch(table) };
  await expect(openAddress('https://public.example/', request)).rejects.toThrow('enough');
});

describe('a body', () => {
  test('is read up to its limit, and no further', async () => {
    let sent = 0;
    await using server = await loopbackServer((_request, response) => {
      const more = (): void => {
        sent += 1;
        if (!response.destroyed) response.write(Buffer.alloc(1024), more);
      };
      more();
    });
    const answer = await openAddress(server.origin, { signal });
    await expect(readBody(answer, { maxBytes: 10_000, signal })).rejects.toMatchObject({ code: 'limit' });
    expect(sent).toBeLessThan(100_000);
  });

  test('is limited after its decompression', async () => {
    await using server = await loopbackServer((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50_000_000)));
    });
    const answer = await openAddress(server.origin, { signal });
    await expect(readBody(answer, { maxBytes: 1_000_000, signal })).rejects.toMatchObject({ code: 'limit' });
  });

  test('that is cut off is an error', async () => {
    await using server = await loopbackServer((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('roses', () => response.destroy());
    });
    const answer = await openAddress(server.origin, { signal });
    await expect(readBody(answer, { maxBytes: 1000, signal })).rejects.toMatchObject({ code: 'unreachable' });
  });

  test('of exactly the limit is read', async () => {
    await using server = await loopbackServer((_request, response) => response.end('roses'));
    const bytes = await readBody(await openAddress(server.origin, { signal }), { maxBytes: 5, signal });
    expect(Buffer.from(bytes).toString()).toBe('roses');
  });
});

test.each([
  ['127.0.0.1', true],
  ['localhost', true],
  ['a.localhost', true],
  ['[::1]', true],
  ['10.1.2.3', true],
  ['172.31.0.1', true],
  ['192.168.1.1', true],
  ['100.64.0.1', true],
  ['[fe80::1]', true],
  ['[fd00::1]', true],
  ['0.0.0.0', true],
  ['[::ffff:10.0.0.1]', true],
  ['[64:ff9b::7f00:1]', true],
  ['[64:ff9b::10.0.0.1]', true],
  ['[64:ff9b::203.0.113.7]', false],
  ['198.18.0.1', true],
  ['255.255.255.255', true],
  ['[fec0::1]', true],
  ['[ff02::1]', true],
  ['localhost.', true],
  ['203.0.113.7', false],
  ['172.32.0.1', false],
  ['garden.example', false],
  ['[2001:db8::1]', false],
])('whether %s is private: %s', async (host, expected) => {
  expect(await isPrivateHost(host, publicLookup)).toBe(expected);
});

test('a name that cannot be looked up is not private', async () => {
  expect(await isPrivateHost('garden.example', () => Promise.reject(new Error('ENOTFOUND')))).toBe(false);
});

test('a port that requests may not use is named', async () => {
  await expect(openAddress('http://127.0.0.1:1/registry.json', { signal })).rejects.toThrow(
    '127.0.0.1:1 could not be read (bad port).',
  );
});
