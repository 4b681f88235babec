/**
 * `acp registry check`, `build`, `bump` and `new`, on a folder of manifests and with a package index on this machine.
 */
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { run } from '../../apps/cli/src/run.ts';
import { captureTerminal } from '../../apps/cli/src/terminal/captured-terminal.ts';
import { acpUser, fixtureAgent, type AcpUser } from '../support/acp-program.ts';

let user: AcpUser;
let folder: string;
beforeEach(() => {
  user = acpUser();
  folder = join(user.project, 'agents');
  mkdirSync(folder);
});
afterEach(() => {
  user[Symbol.dispose]();
});

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"><path fill="currentColor" d="M1 1h14v14H1z"/></svg>';
const florist = {
  id: 'florist',
  name: 'Florist',
  version: '1.0.0',
  description: 'Talks of roses.',
  license: 'MIT',
  icon: 'icon.svg',
  distribution: { npx: { package: '@garden/florist@1.0.0', args: ['--acp'] } },
};

function write(
  manifest: typeof florist | (Omit<typeof florist, 'distribution'> & { readonly distribution: object }),
  place = manifest.id,
): void {
  mkdirSync(join(folder, place), { recursive: true });
  writeFileSync(join(folder, place, 'agent.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  writeFileSync(join(folder, place, 'icon.svg'), icon);
}

async function registry(...args: readonly string[]): Promise<{ exitCode: number; out: string; err: string }> {
  const terminal = captureTerminal({ env: user.env });
  return { exitCode: await run(['registry', ...args], terminal), out: terminal.out(), err: terminal.err() };
}

test('checks a folder without a network, and says what was not checked', async () => {
  write(florist);
  const good = await registry('check', folder);
  expect(good).toMatchObject({ exitCode: 0, err: '' });
  expect(good.out).toMatch(/^not checked: /mu);
  expect(good.out).toMatch(/^passed: 1 agent, 0 errors, 0 warnings$/mu);
  expect((await registry('check', join(folder, 'florist'))).exitCode).toBe(0);
});

test('names each broken rule in a line, with exit code 1, and as JSON', async () => {
  write({ ...florist, id: 'baker' }, 'florist');
  write({ ...florist, id: 'evil', name: 'Evil\u001b[2J', license: 'no such \u202elicence' });
  const bad = await registry('check', folder);
  expect(bad.exitCode).toBe(1);
  expect(bad.out).toMatch(/^florist\/agent\.json#\/id: error: .+ \(id-folder\)$/mu);
  expect(bad.out).toMatch(/^evil\/agent\.json#\/license: error: .+ \(license\)$/mu);
  expect(bad.out).toMatch(/^failed: 2 agents, /mu);
  // oxlint-disable-next-line no-control-regex -- it matches control characters.
  expect(bad.out.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u202e]/u);
  const { exitCode, out } = await registry('check', folder, '--format', 'json');
  expect(exitCode).toBe(1);
  expect(JSON.parse(out)).toMatchObject({
    passed: false,
    kind: 'registry',
    problems: expect.arrayContaining([expect.objectContaining({ rule: 'id-folder', level: 'error' })]),
    unchecked: [expect.any(String), expect.any(String)],
  });
  expect(await registry('check', join(folder, 'nothing'))).toMatchObject({
    exitCode: 2,
    err: expect.stringMatching(/the folder .*nothing does not exist/u),
  });
});

test('builds a registry with a page, and nothing of a folder with errors', async () => {
  write(florist);
  const out = join(user.project, 'dist');
  const built = await registry('build', folder, '--out', out, '--site', 'Garden agents');
  expect(built.exitCode).toBe(0);
  expect(built.out.split('\n')).toEqual(expect.arrayContaining(['florist.svg', 'index.html', 'registry.json']));
  expect(built.err).toMatch(/sha256 of registry\.json: [0-9a-f]{64}$/mu);
  expect(readFileSync(join(out, 'index.html'), 'utf8')).toContain('Garden agents');
  const again = await registry('build', folder, '--out', out, '--site', 'Garden agents', '--format', 'json');
  expect(JSON.parse(again.out)).toMatchObject({ built: true });
  expect(built.err).toContain((JSON.parse(again.out) as { sha256: string }).sha256);
  write({ ...florist, version: 'one' });
  const other = join(user.project, 'other');
  const refused = await registry('build', folder, '--out', other);
  expect(refused).toMatchObject({ exitCode: 1, err: 'nothing was written; mend the errors first\n' });
  expect(refused.out).toContain('failed: 1 agent');
  expect(existsSync(other)).toBe(false);
  expect(await registry('build', folder)).toMatchObject({ exitCode: 2, err: expect.stringContaining('--out') });
});

test('refuses to replace a folder that no build wrote, and names that cannot be a release', async () => {
  write(florist);
  const out = join(user.project, 'precious');
  mkdirSync(out);
  writeFileSync(join(out, 'diary.txt'), 'mine');
  const kept = await registry('build', folder, '--out', out);
  expect(kept.exitCode).toBe(1);
  expect(kept.err).toMatch(/^acp: [^\n]*precious[^\n]*\n$/u);
  expect(readFileSync(join(out, 'diary.txt'), 'utf8')).toBe('mine');
  expect(await registry('build', folder, '--out', join(user.project, 'd'), '--release', '../x')).toMatchObject({
    exitCode: 2,
    err: expect.stringContaining('cannot be the name of a version'),
  });
});

test('shows newer versions, changes manifests with --write, and reports what it does not find', async () => {
  write(florist);
  write({ ...florist, id: 'lost', distribution: { npx: { package: '@garden/lost@1.0.0' } } });
  const server = createServer((request, response) => {
    const isKnown = request.url?.includes('florist') === true;
    const versions = { '1.0.0': {}, '1.2.0': {} };
    const body = JSON.stringify({ 'dist-tags': { latest: '1.2.0' }, versions });
    response.writeHead(isKnown ? 200 : 404).end(isKnown ? body : '');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const npm = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const seen = await registry('bump', folder, '--npm', npm);
  expect(seen.exitCode).toBe(1);
  expect(seen.out).toMatch(/^florist 1\.0\.0 → 1\.2\.0, found in /u);
  expect(seen.out).toContain('@garden/florist@1.0.0 → @garden/florist@1.2.0');
  expect(seen.err).toMatch(/^lost\/agent\.json: /mu);
  expect(seen.err).toMatch(/^1 newer, 0 current, 1 unknown; --write changes the manifests$/mu);
  expect(readFileSync(join(folder, 'florist', 'agent.json'), 'utf8')).toContain('1.0.0');
  const written = await registry('bump', folder, 'florist', '--npm', npm, '--write', '--format', 'json');
  expect(written.exitCode).toBe(0);
  expect(JSON.parse(written.out)).toMatchObject({ updates: [{ id: 'florist', to: '1.2.0' }], failures: [] });
  expect(readFileSync(join(folder, 'florist', 'agent.json'), 'utf8')).not.toContain('1.0.0');
  expect((await registry('check', join(folder, 'florist'))).exitCode).toBe(0);
  server.close();
  expect((await registry('bump', folder, '--npm', 'nonsense')).err).toBe(
    'acp: --npm must be an address that begins with https:\n',
  );
});

test('begins a manifest with a running agent, and says what is still to fill in', async () => {
  const agent = fixtureAgent('v1-agent.mjs');
  const made = await registry('new', '--out', folder, '--id', 'florist', '--', ...agent);
  expect(made).toMatchObject({ exitCode: 0, out: `${join(folder, 'florist')}\n` });
  expect(made.err).toMatch(/^agent\.json#\/.+: /mu);
  expect(JSON.parse(readFileSync(join(folder, 'florist', 'agent.json'), 'utf8'))).toMatchObject({ id: 'florist' });
  const again = await registry('new', '--out', folder, '--id', 'florist', '--', ...agent);
  expect(again).toMatchObject({ exitCode: 1, err: expect.stringContaining('exists already') });
  const missing = await registry('new', '--', 'no-such-agent');
  expect(missing.exitCode).not.toBe(70);
  expect(missing.err).toContain('no-such-agent');
  expect((await registry('new')).err).toBe('acp: which agent? acp registry new -- my-agent --acp\n');
});
