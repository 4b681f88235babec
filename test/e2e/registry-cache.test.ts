/** Two programs that read the same sources with the same cache. */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { expect, test } from 'vitest';

import { repository, temporaryFolder } from '../support/checkout.ts';

const entry = (id: string): object => ({
  id,
  name: id,
  version: '1.0.0',
  description: '',
  distribution: { npx: { package: id } },
});

/** Reads from the server and from the cache in turn, while the other program does the same. */
const program = `
  import { openRegistry } from '@acp-stack/registry';
  const [location, folder] = process.argv.slice(1);
  const registry = openRegistry([{ name: 'garden', location }], { folder });
  for (let round = 0; round < 40; round += 1) {
    const { agents, sources } = await registry.list({ refresh: round % 2 === 0 ? 'now' : 'never' });
    if (agents.length !== 2) throw new Error(JSON.stringify({ round, agents, sources }));
  }
`;

test('two programs at once see a whole index in every read', async () => {
  using folder = temporaryFolder();
  let count = 0;
  const server = createServer((_request, response) => {
    count += 1;
    // Every answer has another length, so that a mixture of two could not be read.
    const agents = [entry('rose'), { ...entry('tulip'), description: 'x'.repeat(1000 * (count % 7)) }];
    response.end(JSON.stringify({ version: '1.0.0', agents }));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  try {
    const location = `http://127.0.0.1:${(server.address() as AddressInfo).port}/registry.json`;
    const args = ['--input-type=module', '-e', program, location, folder.path];
    const run = (): Promise<unknown> =>
      promisify(execFile)(process.execPath, args, { cwd: repository, timeout: 60_000 });
    await Promise.all([run(), run()]);
    expect(count).toBe(40);
    const [source = ''] = readdirSync(join(folder.path, 'sources'));
    expect(readdirSync(join(folder.path, 'sources', source))).toEqual(['index']);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
