/** An agent without a model, to try the tools: it calls the tool that a message names, such as "season tulip". */
import { acpTransport } from '@acp-stack/mcp';
import { agent } from '@acp-stack/sdk';
import { stdio } from '@acp-stack/stdio';
import { Client } from '@modelcontextprotocol/client';

await agent({ name: 'gardener', version: '1.0.0' }, { mcp: ['acp'] })
  .onPrompt(async (turn) => {
    const [wanted = '', ...words] = turn.text.trim().split(/\s+/u);
    const offered: string[] = [];
    for (const server of turn.session.mcpServers) {
      if (server.type !== 'acp') continue;
      const mcp = new Client({ name: 'gardener', version: '1.0.0' });
      await mcp.connect(acpTransport(turn.session.connection, server));
      const names = (await mcp.listTools()).tools.map(({ name }) => name);
      offered.push(...names);
      if (names.includes(wanted)) {
        const { content } = await mcp.callTool({ name: wanted, arguments: { plant: words.join(' ') } });
        for (const block of content) if (block.type === 'text') await turn.message.append(block.text);
      }
      await mcp.close();
    }
    if (!offered.includes(wanted)) await turn.message.append(`Say one of: ${offered.join(', ')}.`);
  })
  .serve(stdio());
