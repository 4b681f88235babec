/** Tools for any agent, written in one file: offered over the connection, and used by an agent. */
import assert from 'node:assert/strict';

import { editor, watered } from './every-session.ts';
import { gardener } from './gardener.ts';
import { ask } from './one-session.ts';

export async function main(): Promise<void> {
  await using connection = await editor.connect(gardener);
  const session = await connection.newSession({ cwd: '/garden' });
  await session.prompt('rose');
  assert.deepEqual(watered, ['rose']);

  assert.equal(await ask(gardener, 'rose'), 'season: June\nmoon: It is full.\n');
}
