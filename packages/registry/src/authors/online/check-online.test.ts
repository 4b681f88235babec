import type { IncomingMessage, ServerResponse } from 'node:http';

import { describe, expect, test } from 'vitest';

import { loopbackServer, type LoopbackServer } from '../../fetch/loopback-server.test-support.ts';
import { checkFolder } from '../check/check-folder.ts';
import { goodBinary, goodIcon, goodManifest, testFolder } from '../report/manifest-folder.test-support.ts';
import type { ManifestProblem } from '../report/check-report.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Answers each path as the table says; others with 404. */
const table =
  (answers: Readonly<Record<string, Answer | object | number>>): Answer =>
  (request, response) => {
    const answer = answers[request.url ?? ''] ?? 404;
    if (typeof answer === 'function') answer(request, response);
    else if (typeof answer === 'number') response.writeHead(answer).end();
    else response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  };

async function problemsOf(
  server: LoopbackServer,
  manifest: object,
  timeout = 10_000,
): Promise<readonly ManifestProblem[]> {
  await using folder = await testFolder({ 'rose/agent.json': { ...goodManifest, ...manifest } });
  const hosts = { npm: `${server.origin}/npm/`, pypi: `${server.origin}/pypi`, github: `${server.origin}/github` };
  const report = await checkFolder(folder.path, { online: { hosts, timeout } });
  expect(report.unchecked.join(' ')).not.toContain('No address was asked');
  return report.problems.filter(({ rule }) => rule.startsWith('online-'));
}

const archives = (server: LoopbackServer, path: string): object => ({
  distribution: {
    binary: {
      ...goodBinary,
      ...Object.fromEntries(
        Object.keys(goodBinary).map((target) => [target, { archive: server.origin + path, cmd: 'a' }]),
      ),
    },
  },
});
const npm = { versions: { '1.2.3': {}, '1.2.2': {} } };

describe('archives', () => {
  test('answer to HEAD, to GET where HEAD is refused, and after redirects', async () => {
    await using server = await loopbackServer(
      table({
        '/plain': 200,
        '/moved': (_, response) => response.writeHead(302, { location: '/only-get' }).end(),
        '/only-get': ({ method }, response) => response.writeHead(method === 'HEAD' ? 405 : 206).end('x'),
        '/endless': ({ method }, response) => {
          if (method === 'HEAD') response.writeHead(403).end();
          else response.write('x'.repeat(100_000));
        },
      }),
    );
    for (const path of ['/plain', '/moved', '/endless'])
      expect(await problemsOf(server, archives(server, path))).toEqual([]);
  });

  test('that do not answer are reported with the place in the manifest', async () => {
    await using server = await loopbackServer(
      table({
        '/loop': (_, response) => response.writeHead(302, { location: '/loop' }).end(),
        '/broken': 500,
      }),
    );
    const { host } = new URL(server.origin);
    for (const [path, words] of [
      ['/missing', `${host} answered with 404.`],
      ['/broken', `${host} answered with 500.`],
      ['/loop', `${host} redirects more than 5 times.`],
    ] as const) {
      const problems = await problemsOf(server, archives(server, path));
      expect(problems.map(({ path: where }) => where)).toEqual(
        Object.keys(goodBinary).map((target) => `/distribution/binary/${target}/archive`),
      );
      expect(problems[0]).toMatchObject({ rule: 'online-archive', file: 'rose/agent.json' });
      expect(problems[0]?.message).toBe(`The archive does not answer: ${words}`);
    }
  });

  test('that never answer are given up after the time that the caller allows', async () => {
    await using server = await loopbackServer(() => undefined);
    const problems = await problemsOf(server, archives(server, '/silent'), 50);
    expect(problems[0]?.message).toContain('did not answer within 0.05 s');
  });
});

describe('packages', () => {
  test('exist in the version that the manifest names', async () => {
    await using server = await loopbackServer(
      table({ '/npm/@garden%2Frose': npm, '/pypi/pypi/rose/json': { releases: { '1.2.3': [{ yanked: false }] } } }),
    );
    const distribution = { ...goodManifest.distribution, uvx: { package: 'rose[acp]==1.2.3' } };
    expect(await problemsOf(server, { distribution })).toEqual([]);
  });

  test.each([
    ['/npm/@garden%2Frose', 404, 'The package @garden/rose does not exist.'],
    ['/npm/@garden%2Frose', { versions: { '1.2.2': {} } }, 'The package @garden/rose has no version 1.2.3.'],
    ['/npm/@garden%2Frose', 503, 'answered with 503.'],
    [
      '/npm/@garden%2Frose',
      ((_, response) => response.end('<html>')) satisfies Answer,
      'answered with something that is not JSON.',
    ],
    ['/npm/@garden%2Frose', 429, 'allows no more requests for now; try again later.'],
  ])('are reported: %s %j', async (path, answer, words) => {
    await using server = await loopbackServer(table({ [path]: answer }));
    const problems = await problemsOf(server, {});
    expect(problems).toMatchObject([{ rule: 'online-package', path: '/distribution/npx/package' }]);
    expect(problems[0]?.message).toContain(words);
  });

  test('of Python that were withdrawn do not exist', async () => {
    await using server = await loopbackServer(
      table({ '/pypi/pypi/rose/json': { releases: { '1.2.3': [{ yanked: true }] } } }),
    );
    const problems = await problemsOf(server, { distribution: { uvx: { package: 'rose@1.2.3' } } });
    expect(problems).toMatchObject([{ message: 'The package rose has no version 1.2.3.' }]);
  });
});

test('the address of an icon is asked, and a file is not', async () => {
  await using server = await loopbackServer(table({ '/npm/@garden%2Frose': npm }));
  const problems = await problemsOf(server, { icon: `${server.origin}/icon.svg` });
  expect(problems).toMatchObject([{ rule: 'online-icon', path: '/icon' }]);
});

test('without the option no address is asked', async () => {
  await using server = await loopbackServer(table({}));
  await using folder = await testFolder({
    'rose/agent.json': { ...goodManifest, ...archives(server, '/x') },
    'rose/icon.svg': goodIcon,
  });
  await checkFolder(folder.path);
  expect(server.requests).toEqual([]);
});

test('a check can be stopped', async () => {
  await using server = await loopbackServer(() => undefined);
  await using folder = await testFolder({ 'rose/agent.json': { ...goodManifest, ...archives(server, '/x') } });
  const stop = new AbortController();
  server.answer = () => {
    stop.abort(new Error('enough'));
  };
  await expect(checkFolder(folder.path, { online: true, signal: stop.signal })).rejects.toThrow('enough');
});
