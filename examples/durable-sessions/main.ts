/** An agent that keeps its sessions in a file: it is killed in the middle of a turn, and nothing that was said is lost. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { client, type ClientConnection } from '@acp-stack/sdk';
import { spawnAgent } from '@acp-stack/stdio';

const program = fileURLToPath(new URL('agent.mjs', import.meta.url));

export async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'acp-example-'));
  const connect = (): Promise<ClientConnection> =>
    client({ name: 'my-editor', version: '1.0.0' }).connect(spawnAgent(['node', program, join(folder, 'sessions.db')]));
  try {
    const connection = await connect();
    const session = await connection.newSession({ cwd: folder });
    await session.prompt('Roses at the gate');
    await assert.rejects(async () => session.prompt('Fall over'), /SIGKILL/u);
    await connection.closed;

    // Another process, which knows the session by its file.
    const later = await connect();
    const replayed: unknown[] = [];
    await later.load({ sessionId: session.id, cwd: folder }, { onUpdate: (update) => void replayed.push(update) });
    for (const words of ['Noted: Roses at the gate', 'Noted: Fall over'])
      assert.ok(JSON.stringify(replayed).includes(words));
    await later.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
}
