/** A proxy between any client and any agent: it changes one thing and passes everything else on as it is. */
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';

import { chain } from '@acp-stack/conductor';
import { command } from '@acp-stack/conductor/node';
import { agent, client, type AgentComponent } from '@acp-stack/sdk';
// #region proxy
import { proxy, text } from '@acp-stack/sdk';

const polite = proxy({ name: 'polite', version: '1.0.0' }).onClientRequest('session/prompt', (params, next) =>
  next({ ...params, prompt: [...params.prompt, text('Please be polite.')] }),
);
// #endregion proxy

const heard: string[] = [];

/** An agent that keeps what it was told. */
const gardener = agent({ name: 'gardener', version: '1.0.0' }).onPrompt(({ prompt }) => {
  heard.push(prompt.map((block) => (block.type === 'text' ? block.text : block.type)).join(' '));
});

async function ask(agentInFront: AgentComponent): Promise<void> {
  await using connection = await client({ name: 'my-editor', version: '1.0.0' }).connect(agentInFront);
  const session = await connection.newSession({ cwd: '/garden' });
  await session.prompt('Where are the roses?');
}

export async function main(): Promise<void> {
  // #region chain
  const politely = chain(polite, gardener);
  const editor = client({ name: 'my-editor', version: '1.0.0' });
  await using connection = await editor.connect(politely);
  // #endregion chain
  assert.equal(connection.agentInfo.name, 'gardener');
  await ask(politely);
  // The same proxy as a program.
  const program = fileURLToPath(new URL('polite.mjs', import.meta.url));
  // #region command
  const started = chain(command(['node', program], { name: 'polite' }), gardener);
  // #endregion command
  await ask(started);
  assert.deepEqual(
    heard,
    Array.from({ length: 2 }, () => 'Where are the roses? Please be polite.'),
  );
}
