/** An agent without a model: it asks a tool of the client for the weather, and the user before it waters. */
import { acpTransport } from '@acp-stack/mcp';
import { agent, type AgentSession } from '@acp-stack/sdk';
import { Client } from '@modelcontextprotocol/client';

export const gardener = agent({ name: 'gardener', version: '1.0.0' }, { mcp: ['acp'] }).onPrompt(async (turn) => {
  await turn.message.append(`${await weather(turn.session)} `);
  const call = turn.toolCall({ title: 'Water the roses', name: 'water', kind: 'execute', rawInput: { roses: 12 } });
  const chosen = await turn.requestPermission({ title: 'Water 12 roses?', subject: call });
  if (chosen === undefined) return;
  await call.complete({ rawOutput: { watered: 12 } });
  await turn.message.append('12 roses watered.\n');
});

async function weather({ connection, mcpServers }: AgentSession): Promise<string> {
  const [server] = mcpServers;
  if (server?.type !== 'acp') return 'I do not know the weather.';
  const mcp = new Client({ name: 'gardener', version: '1.0.0' });
  await mcp.connect(acpTransport(connection, server));
  const { content } = await mcp.callTool({ name: 'weather', arguments: { day: 'today' } });
  await mcp.close();
  const [said] = content;
  return said?.type === 'text' ? said.text : '';
}
