/** An agent that uses every tool it is given, without a model. */
import { acpTransport } from '@acp-stack/mcp';
import { agent, type Agent } from '@acp-stack/sdk';
import { Client } from '@modelcontextprotocol/client';

export const gardener: Agent = agent({ name: 'gardener', version: '1.0.0' }, { mcp: ['acp'] }).onPrompt(
  async (turn) => {
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
  },
);
