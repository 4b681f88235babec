/** A proxy between any client and any agent: it changes one thing and passes everything else on as it is. */
import assert from 'node:assert/strict';

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

/** Runs a module of this folder; what it prints is returned. */
async function printed(name: string): Promise<{ readonly lines: readonly string[]; readonly module: unknown }> {
  const lines: string[] = [];
  const { log } = console;
  console.log = (line: string) => void lines.push(line);
  try {
    return { lines, module: await import(new URL(name, import.meta.url).href) };
  } finally {
    console.log = log;
  }
}

export async function main(): Promise<void> {
  const polished = /^You said: Where are the roses\?\s*Please be polite\.$/u;
  const { lines } = await printed('in-process.mjs');
  assert.match(lines.join(''), polished);
  const { module } = await printed('as-program.mjs');
  const { started } = module as { readonly started: AgentComponent };
  assert.match(await ask(started), polished);
}
