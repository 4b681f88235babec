/** A client against agents that play scripts: what each of them says, and what the client makes of it. */
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';

import { client, RpcError, type Client, type ClientConnection, type ClientSession } from '@acp-stack/sdk';
import { spawnAgent } from '@acp-stack/stdio';

const here = fileURLToPath(new URL('.', import.meta.url));
const acp = fileURLToPath(new URL('../../apps/cli/dist/main.js', import.meta.url));
const cwd = '/garden';

/** Starts `acp agent --script` with a script of this folder. */
function play(script: string, app: Client): Promise<ClientConnection> {
  const args = [acp, 'agent', '--script', `${here}${script}`];
  return app.connect(spawnAgent({ command: process.execPath, args }));
}

const editor = (): Client => client({ name: 'my-editor', version: '1.0.0' });

/** What the agent answers. */
async function ask(session: ClientSession, prompt: string): Promise<string> {
  let answer = '';
  for await (const update of session.prompt(prompt)) {
    if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text') answer += update.content.text;
  }
  return answer;
}

async function greeting(): Promise<void> {
  await using connection = await play('greeting.jsonc', editor());
  const session = await connection.newSession({ cwd });
  assert.equal(session.id, 'session_1');
  assert.equal(await ask(session, 'Ann'), 'Hello, Ann!');
}

async function edit(answer: string): Promise<string> {
  await using connection = await play(
    'edit.jsonc',
    editor().onPermission(() => answer),
  );
  const session = await connection.newSession({ cwd });
  assert.equal(await ask(session, 'What now?'), 'The script has no turn for this prompt.');
  assert.equal(await ask(session, 'Run the tests'), '');
  return await ask(session, 'Make the rose white');
}

async function questions(): Promise<void> {
  const answering = editor().onElicitation({ form: () => ({ action: 'accept', content: { colour: 'red' } }) });
  await using connection = await play('questions.jsonc', answering);
  assert.equal(await ask(await connection.newSession({ cwd }), 'Plant a rose'), 'It will be red.');
  await using other = await play('questions.jsonc', editor());
  assert.equal(await ask(await other.newSession({ cwd }), 'Plant a rose'), 'Say which colour you want.');
}

async function trouble(): Promise<void> {
  await using connection = await play('trouble.jsonc', editor());
  await assert.rejects(connection.newSession({ cwd }), (error) => error instanceof RpcError && error.code === -32_000);
  const session = await connection.newSession({ cwd });
  const outcome = await session.prompt('error');
  assert.equal(outcome.stopReason, 'error');
  assert.equal(outcome.error?.message, 'The model is overloaded.');
  assert.equal(await ask(session, 'garbage'), 'Still here.');
  const waiting = session.prompt('wait');
  session.cancel();
  assert.equal((await waiting).stopReason, 'cancelled');
  await assert.rejects(async () => session.prompt('die'), /exited with code 1/u);
}

export async function main(): Promise<void> {
  await greeting();
  assert.equal(await edit('allow_once'), 'The rose is white now.');
  assert.equal(await edit('reject_once'), 'It stays red.');
  await questions();
  await trouble();
}
