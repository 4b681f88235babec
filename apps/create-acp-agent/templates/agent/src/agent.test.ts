/** Talks to the agent as an editor does: it starts the program, answers its question, and starts it again. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { client, type ClientConnection, type ClientSession } from '@acp-stack/sdk';
import { spawnAgent } from '@acp-stack/stdio';

const program = fileURLToPath(new URL('agent.js', import.meta.url));
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agent-'));
});
after(() => rm(folder, { recursive: true }));

/** Starts the agent; the user picks the option with the id `picked` whenever it asks. */
const start = (picked = 'cancelled'): Promise<ClientConnection> =>
  client({ name: 'test', version: '1.0.0' })
    .onPermission(({ options }) => options.find(({ optionId }) => optionId === picked)?.optionId ?? 'cancelled')
    .connect(spawnAgent([process.execPath, program, join(folder, 'sessions.db')]));

/** What the agent answers, and in how many pieces. */
async function ask(session: ClientSession, prompt: string): Promise<{ text: string; pieces: number }> {
  const pieces: string[] = [];
  for await (const update of session.prompt(prompt)) {
    if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text')
      pieces.push(update.content.text);
  }
  return { text: pieces.join(''), pieces: pieces.length };
}

test('an answer is streamed, and a session is there again after a restart', async () => {
  const first = await start();
  const session = await first.newSession({ cwd: folder });
  assert.deepEqual(await ask(session, 'What grows here?'), { text: 'You said: What grows here?', pieces: 5 });
  await first.close();

  const second = await start();
  const history: unknown[] = [];
  await second.load({ sessionId: session.id, cwd: folder }, { onUpdate: (update) => void history.push(update) });
  assert.match(JSON.stringify(history), /What grows here\?/u);
  await second.close();
});

test('a file is written only if the user allows it', async () => {
  const answers = [];
  for (const picked of ['reject_once', 'allow_once']) {
    const connection = await start(picked);
    const session = await connection.newSession({ cwd: folder });
    answers.push((await ask(session, `/note ${picked}`)).text);
    await connection.close();
  }
  assert.deepEqual(answers, ['Nothing was written.', 'It is in notes.md.']);
  assert.equal(await readFile(join(folder, 'notes.md'), 'utf8'), '- allow_once\n');
});
