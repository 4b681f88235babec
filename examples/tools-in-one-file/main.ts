/** Tools for any agent, written in one file: offered over the connection, and used by an agent. */
import assert from 'node:assert/strict';

import { acpTransport, serverOfModule } from '@acp-stack/mcp';
import { agent, memoryPair } from '@acp-stack/sdk';
import { Client } from '@modelcontextprotocol/client';

import myTools from './my-tools.mjs';

// #region offer
import { offer, mcpServer, tool } from '@acp-stack/mcp';
import { client } from '@acp-stack/sdk';

const watered: string[] = [];
const schema = { type: 'object', properties: { plant: { type: 'string' } }, required: ['plant'] } as const;
const garden = mcpServer('garden', {
  water: tool(schema, ({ plant }) => `${watered.push(plant)} plants have water.`, { description: 'Waters a plant.' }),
});

const editor = client({ name: 'my-editor', version: '1.0.0' });
const mcp = offer(editor, garden); // every session of every connection
// #endregion offer

/** An agent that uses every tool it is given, without a model. */
const gardener = agent({ name: 'gardener', version: '1.0.0' }, { mcp: ['acp'] }).onPrompt(async (turn) => {
  for (const server of turn.session.mcpServers) {
    if (server.type !== 'acp') continue;
    const user = new Client({ name: 'gardener', version: '1.0.0' });
    await user.connect(acpTransport(turn.session.connection, server));
    for (const { name } of (await user.listTools()).tools) {
      const { content } = await user.callTool({ name, arguments: { plant: turn.text } });
      for (const block of content) if (block.type === 'text') await turn.message.append(`${name}: ${block.text}\n`);
    }
    await user.close();
  }
});

export async function main(): Promise<void> {
  const [left, right] = memoryPair();
  gardener.connect(right);
  await using connection = await editor.connect(left);
  // #region one-session
  const fromFile = await serverOfModule('my-tools', myTools);
  const session = await connection.newSession({
    cwd: '/garden',
    mcpServers: [mcp.declare(fromFile), mcp.tools({ count: tool({ type: 'object' }, () => `${watered.length}`) })],
  });
  // #endregion one-session
  let answer = '';
  for await (const update of session.prompt('rose')) {
    if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text') answer += update.content.text;
  }
  assert.equal(answer, 'season: June\ncount: 0\nwater: 1 plants have water.\n');
  assert.deepEqual(watered, ['rose']);
}
