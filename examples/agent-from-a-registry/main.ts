/** Finds an agent in a registry, installs it, starts it and talks to it; the registry is a server on this machine. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// #region start
import { openRegistry, type RegistrySource } from '@acp-stack/registry';
import { client } from '@acp-stack/sdk';
import { spawnAgent } from '@acp-stack/stdio';

async function ask(source: RegistrySource, folder: string): Promise<string> {
  const registry = openRegistry([source], { folder });
  const agent = await registry.find('flor'); // its id, its name, or the beginning of one of them

  const installed = await registry.install(agent, {
    onProgress: ({ step, bytes, totalBytes }) => process.stderr.write(`${step} ${bytes} of ${totalBytes ?? '?'}\n`),
  });

  const program = spawnAgent(await registry.command(installed));
  await using connection = await client({ name: 'my-editor', version: '1.0.0' }).connect(program);
  const session = await connection.newSession({ cwd: '/garden' });
  let answer = '';
  for await (const update of session.prompt('Roses, please.')) {
    if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text') answer += update.content.text;
  }
  return answer;
}
// #endregion start

/** A registry with one agent: the florist of the other examples, as a program for every system. */
async function serveRegistry(): Promise<AsyncDisposable & { readonly source: RegistrySource }> {
  const florist = await readFile(new URL('../florist/florist.mjs', import.meta.url), 'utf8');
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    if (request.url === '/registry.json') response.end(JSON.stringify(index(`http://127.0.0.1:${port}/florist.mjs`)));
    else response.end(florist);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    source: { name: 'garden', location: `http://127.0.0.1:${port}/registry.json` },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

function index(archive: string): object {
  const build = { archive, cmd: './florist.mjs' };
  const systems = ['darwin', 'linux', 'windows'].flatMap((system) => [`${system}-aarch64`, `${system}-x86_64`]);
  const florist = {
    id: 'florist',
    name: 'The florist',
    version: '1.0.0',
    description: 'Sells flowers.',
    distribution: { binary: Object.fromEntries(systems.map((system) => [system, build])) },
  };
  return { version: '1.0.0', agents: [florist] };
}

export async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'acp-example-'));
  try {
    await using registry = await serveRegistry();
    assert.equal(await ask(registry.source, folder), 'You said: Roses, please.\n');
    // It is installed now, and its registry is in the cache.
    assert.equal(await ask(registry.source, folder), 'You said: Roses, please.\n');
    // #region newer
    const opened = openRegistry([registry.source], { folder });
    const [installed] = await opened.installed();
    const update = installed && (await opened.newer(installed));
    for (const { what, before, after } of update?.changes ?? []) {
      process.stdout.write(`${what}: ${before} -> ${after}\n`);
    }
    if (update !== undefined) await opened.update(update);
    // #endregion newer
    assert.equal(update, undefined);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
