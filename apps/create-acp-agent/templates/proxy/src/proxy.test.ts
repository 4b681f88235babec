/** The proxy as a program in a chain, before an agent that repeats what it is told. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { chain, command } from '@acp-stack/conductor/node';
import { agent, client } from '@acp-stack/sdk';

const program = fileURLToPath(new URL('proxy.js', import.meta.url));
const parrot = agent({ name: 'parrot', version: '1.0.0' }).onPrompt(async (turn) => {
  await turn.message.append(turn.text);
});

/** What the agent was told in `cwd`. */
async function heardIn(cwd: string): Promise<string> {
  const connection = await client({ name: 'test', version: '1.0.0' }).connect(
    chain(command([process.execPath, program]), parrot),
  );
  const session = await connection.newSession({ cwd });
  let heard = '';
  for await (const update of session.prompt('Plant a tree.')) {
    if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text') heard += update.content.text;
  }
  await connection.close();
  return heard;
}

test('prompts get the rules of their folder, if it has any', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'proxy-'));
  try {
    assert.equal(await heardIn(folder), 'Plant a tree.');
    await writeFile(join(folder, 'RULES.md'), 'Never plant ivy.');
    assert.match(await heardIn(folder), /^Plant a tree\.\s*Never plant ivy\.$/u);
  } finally {
    await rm(folder, { recursive: true });
  }
});
