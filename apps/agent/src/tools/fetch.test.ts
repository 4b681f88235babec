import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';

import { fetchTool, isOpenAddress } from './fetch.ts';
import { toolFixture } from './tool-fixture.test-support.ts';
import type { SessionResources } from './session-resources.ts';

/** A server of this machine, and the tool with this machine as part of the web. */
async function web(listener: RequestListener): Promise<{ readonly url: string } & AsyncDisposable> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

const localTool = (resources: SessionResources): ReturnType<typeof fetchTool> =>
  fetchTool(resources, (address) => address === '127.0.0.1');

test.each([
  ['93.184.216.34', true],
  ['2606:2800:220:1::1', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.31.0.1', false],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.100.100.100', false],
  ['0.0.0.0', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::ffff:127.0.0.1', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['64:ff9b::7f00:1', false],
  ['example.org', false],
])('the address %s is of the web: %s', (address, isOpen) => {
  expect(isOpenAddress(address)).toBe(isOpen);
});

describe('what is not of the web', () => {
  test.each([
    'http://127.0.0.1:9/',
    'http://localhost:9/',
    'http://[::1]:9/',
    'http://2130706433/',
    'http://0x7f.1/',
    'file:///etc/passwd',
    'ftp://example.org/',
    'nonsense',
  ])('is not fetched, and the user is not asked: %s', async (url) => {
    await using fixture = await toolFixture({ mayFetch: true });
    const { isError, forModel } = await fixture.run(fetchTool, { url });
    expect(isError).toBe(true);
    expect(forModel).toMatch(/not a public address|not an http or https URL/u);
    expect(fixture.questions).toEqual([]);
  });

  test('is not reached by a page that leads there', async () => {
    await using server = await web((_, response) => {
      response.writeHead(302, { location: 'http://10.0.0.1/secret' }).end();
    });
    await using fixture = await toolFixture({ mayFetch: true });
    const { forModel, isError } = await fixture.run(localTool, { url: server.url });
    expect(isError).toBe(true);
    expect(forModel).toBe('10.0.0.1 is not a public address; only public addresses are fetched.');
  });

  test('is not reached by a name that leads elsewhere when it is looked up again', async () => {
    await using server = await web((_, response) => void response.end('secret'));
    await using fixture = await toolFixture({ mayFetch: true });
    let looked = 0;
    const url = server.url.replace('127.0.0.1', 'localhost');
    const { forModel } = await fixture.run((resources) => fetchTool(resources, () => (looked += 1) <= 1), { url });
    expect(forModel).not.toContain('secret');
    expect(forModel).toContain('not a public address');
  });
});

test('the page is given after the user agreed, and its host is remembered', async () => {
  await using server = await web((_, response) => void response.end('A rose.'));
  await using fixture = await toolFixture({ mayFetch: true, answer: () => 'allow_always_0' });
  const { forModel, call } = await fixture.run(localTool, { url: `${server.url}/a` });
  expect(forModel).toBe('A rose.');
  expect(call).toMatchObject({ status: 'completed', kind: 'fetch', rawOutput: { status: 200 } });
  await fixture.run(localTool, { url: `${server.url}/b` });
  expect(fixture.questions.map(({ title }) => title)).toEqual([`Fetch ${server.url}/a?`]);
});

test('a page is fetched with the trace of the prompt, without its baggage', async () => {
  const seen: unknown[] = [];
  await using server = await web(({ headers }, response) => {
    seen.push(headers);
    response.end('A rose.');
  });
  await using fixture = await toolFixture({ mayFetch: true });
  const trace = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', tracestate: 'garden=rose' };
  await fixture.run(localTool, { url: server.url }, 'go', { _meta: { ...trace, baggage: 'user=me' } });
  await fixture.run(localTool, { url: server.url });
  expect(seen).toMatchObject([trace, {}]);
  expect(seen[0]).not.toHaveProperty('baggage');
  expect(seen[1]).not.toHaveProperty('traceparent');
});

test('pages that lead on are followed, and not for ever', async () => {
  await using server = await web(({ url }, response) => {
    if (url === '/2') response.end('arrived');
    else response.writeHead(302, { location: url === '/loop' ? '/loop' : `/${Number(url?.slice(1)) + 1}` }).end();
  });
  await using fixture = await toolFixture({ mayFetch: true, answer: () => 'allow_always_0' });
  expect((await fixture.run(localTool, { url: `${server.url}/0` })).forModel).toBe('arrived');
  expect((await fixture.run(localTool, { url: `${server.url}/loop` })).forModel).toContain('too many redirects');
});

test('a page that is too long is cut, and an error is an error', async () => {
  await using server = await web(({ url }, response) => {
    if (url === '/none') {
      response.writeHead(404).end('no such page');
      return;
    }
    const more = (): void => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    };
    response.on('drain', more);
    more();
  });
  await using fixture = await toolFixture({ mayFetch: true });
  expect((await fixture.run(localTool, { url: server.url })).forModel).toHaveLength(1024 * 1024 + 2);
  expect(await fixture.run(localTool, { url: `${server.url}/none` })).toMatchObject({
    isError: true,
    forModel: 'no such page',
  });
});

test('cancelling leaves a page that does not come', async () => {
  await using fixture = await toolFixture({ mayFetch: true });
  await using server = await web(() => {
    fixture.session.cancel();
  });
  expect((await fixture.run(localTool, { url: server.url })).call).toMatchObject({ status: 'cancelled' });
});
