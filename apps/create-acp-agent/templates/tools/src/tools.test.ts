/** The tools as an agent sees them: offered over the connection to a program, and called by it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { offer, serverOfModule } from '@acp-stack/mcp';
import { client } from '@acp-stack/sdk';
import { spawnAgent } from '@acp-stack/stdio';

import tools from './tools.ts';

test('an agent has the tools, and gets their answers', async () => {
  const editor = client({ name: 'test', version: '1.0.0' });
  offer(editor, await serverOfModule('tools', tools));
  const connection = await editor.connect(
    spawnAgent([process.execPath, fileURLToPath(new URL('gardener.js', import.meta.url))]),
  );
  const session = await connection.newSession({ cwd: process.cwd() });
  const ask = async (prompt: string): Promise<string> => {
    let answer = '';
    for await (const update of session.prompt(prompt)) {
      if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text')
        answer += update.content.text;
    }
    return answer;
  };
  assert.equal(await ask('season tulip'), 'April');
  assert.equal(await ask('season oak'), 'I do not know oak.');
  assert.match(await ask('countFiles'), /^\d+ files$/u);
  assert.equal(await ask('hello'), 'Say one of: season, countFiles.');
  await connection.close();
});
