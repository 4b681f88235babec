/** An agent without a model that calls tools of MCP servers: `call water {"plant":"rose"}`, one call in each line. */
import { acpTransport } from '@acp-stack/mcp';
import { agent, type Agent } from '@acp-stack/sdk';
import { Client } from '@modelcontextprotocol/client';

/** How an agent gives up a call of a tool. */
interface Impatience {
  /** Resolves when the agent has waited long enough. */
  readonly signalFor: () => Promise<void>;
  readonly onGivenUp: () => void;
}

/** The agent; its answer has a line for each call. */
export function withTools(impatience?: Impatience): Agent {
  return agent({ name: 'caller', version: '1.0.0' }, { mcp: ['acp'] }).onPrompt(async (turn) => {
    const { connection, mcpServers } = turn.session;
    const server = mcpServers.find(({ type }) => type === 'acp') as { readonly serverId: string } | undefined;
    const lines: string[] = [];
    for (const [, name = '', input = '{}'] of turn.text.matchAll(/^call (?<name>\S+) (?<input>.*)$/gmu)) {
      if (server === undefined) continue;
      const mcp = new Client({ name: 'caller', version: '1.0.0' });
      await mcp.connect(acpTransport(connection, server));
      const call = turn.toolCall({ title: `Call ${name}`, name, status: 'in_progress', rawInput: JSON.parse(input) });
      const patience = new AbortController();
      void impatience?.signalFor().then(() => patience.abort());
      const options = { signal: patience.signal };
      const called = mcp.callTool({ name, arguments: JSON.parse(input) as Record<string, unknown> }, options);
      if (impatience !== undefined) {
        await called.catch(impatience.onGivenUp);
        return;
      }
      const { content, isError } = await called;
      await (isError === true ? call.fail() : call.complete());
      lines.push(`${name}: ${(content as readonly { readonly text?: string }[]).map(({ text }) => text).join('')}`);
      await mcp.close();
    }
    await turn.message.append(lines.length === 0 ? 'Nothing to call.' : lines.join('\n'));
  });
}
