/** A proxy between any client and any agent: it changes one thing and passes everything else on as it is. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { client, type AgentComponent } from '@acp-stack/sdk';
// #region proxy
import { proxy, text } from '@acp-stack/sdk';

export const polite = proxy({ name: 'polite', version: '1.0.0' }).onClientRequest('session/prompt', (params, next) =>
  next({ ...params, prompt: [...params.prompt, text('Please be polite.')] }),
);
// #endregion proxy

/** What an agent behind the proxy has heard, in its own words. */
async function ask(agentInFront: AgentComponent): Promise<string> {
  await using connection = await client({ name: 'my-editor', version: '1.0.0' }).connect(agentInFront);
  const session = await connection.newSession({ cwd: '/garden' });
  let said = '';
  for await (const update of session.prompt('Where are the roses?'))
    if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text') said += update.content.text;
  return said;
}

/** A module of this folder. */
const moduleOf = (name: string): Promise<unknown> => import(new URL(name, import.meta.url).href);

/** What a program of this folder prints. */
async function printed(name: string): Promise<string> {
  const program = fileURLToPath(new URL(name, import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program]);
  return stdout.trim();
}

export async function main(): Promise<void> {
  const polished = /^You said: Where are the roses\?\s*Please be polite\.$/u;
  assert.match(await printed('in-process.mjs'), polished);
  const { started } = (await moduleOf('as-program.mjs')) as { readonly started: AgentComponent };
  assert.match(await ask(started), polished);
}
