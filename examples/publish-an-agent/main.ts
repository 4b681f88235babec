/** Begins a manifest with a running agent, checks it, builds a registry of it, and finds a newer version. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// #region publish
import { buildRegistry, bump, checkFolder, newManifest, type PackageHosts } from '@acp-stack/registry/authors';

async function publish(command: readonly string[], agents: string, out: string): Promise<readonly string[]> {
  const { toFill } = await newManifest(command, { folder: agents });
  for (const { path, message } of toFill) process.stderr.write(`${path} ${message}\n`);
  await fillIn(join(agents, 'florist', 'agent.json')); // your editor

  const report = await checkFolder(agents); // no network, and nothing is started
  for (const { file, path, level, message } of report.problems)
    process.stderr.write(`${file}#${path}: ${level}: ${message}\n`);

  const { built, files } = await buildRegistry(agents, { out, site: { title: 'Agents of the garden' } });
  return built ? files : [];
}

async function update(agents: string, hosts: PackageHosts): Promise<readonly string[]> {
  const { updates, failures } = await bump(agents, { apply: true, hosts });
  for (const { file, message } of failures) process.stderr.write(`${file}: ${message}\n`);
  return updates.map(({ id, from, to }) => `${id} ${from} -> ${to}`);
}
// #endregion publish

/** Stands in for the author. */
async function fillIn(path: string): Promise<void> {
  await writeFile(path, (await readFile(path, 'utf8')).replaceAll('github.com/your-name', 'github.com/garden'));
}

export async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'publish-an-agent-'));
  // Stands in for the API of GitHub.
  const server = createServer((_, response) => response.end(JSON.stringify([{ tag_name: 'v1.1.0', assets: [] }])));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  try {
    const [agents, out] = [join(folder, 'agents'), join(folder, 'public')];
    const florist = fileURLToPath(new URL('../florist/florist.mjs', import.meta.url));
    const files = await publish([process.execPath, florist], agents, out);
    assert.deepEqual(files, await readdir(out).then((names) => names.toSorted()));
    assert.ok(files.includes('registry.json') && files.includes('florist.svg') && files.includes('index.html'));

    const { port } = server.address() as AddressInfo;
    assert.deepEqual(await update(agents, { github: `http://127.0.0.1:${port}` }), ['florist 1.0.0 -> 1.1.0']);
    assert.match(await readFile(join(agents, 'florist', 'agent.json'), 'utf8'), /download\/v1\.1\.0\/florist-linux/u);
  } finally {
    server.close();
    await rm(folder, { recursive: true });
  }
}
