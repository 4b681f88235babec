/** The MCP servers that a client offers over its connection, by connections as older agents open them. */
import { fieldsOf, type Fields, type Reply } from '../../conversation/message.ts';
import type { ClientPlay } from '../client-play.ts';
import type { ClientScenario } from '../client-scenario.ts';
import { describedReply } from '../replies.ts';

const decides = ['MCP-03', 'MCP-04', 'MCP-05', 'MCP-10'];
const methodNotFound = -32_601;

/** The id of the first MCP server that the client offers over its connection. */
function offeredServer(play: ClientPlay): unknown {
  const { mcpServers } = play.params('session/new');
  const servers: readonly Fields[] = Array.isArray(mcpServers) ? mcpServers.map(fieldsOf) : [];
  const offered = servers.find(({ type }) => type === 'acp');
  return offered?.['serverId'] ?? offered?.['id'];
}

const connectionIn = ({ result }: Reply): unknown => fieldsOf(result)['connectionId'];

/** The scenarios about connections to MCP servers. */
export const olderServerScenarios: readonly ClientScenario[] = [
  {
    name: 'servers/connections',
    about: 'Connects twice to an MCP server that the client offers over its connection, calls it, and disconnects.',
    versions: [1, 2],
    decides,
    run: async (stage) => {
      const play = await stage.prompted({ capabilities: stage.dialect.everything });
      const { conversation } = play;
      const acpId = offeredServer(play);
      if (acpId === undefined) {
        for (const rule of decides) stage.notTested(rule, 'It offers no MCP servers over its connection.');
        play.finish();
        return;
      }
      const first = await conversation.request('mcp/connect', { acpId });
      if (first.error?.code === methodNotFound) {
        for (const rule of decides) stage.notOffered(rule, 'It does not know mcp/connect.');
        play.finish();
        return;
      }
      const connectionId = connectionIn(first);
      stage.check('MCP-10', typeof connectionId === 'string', `mcp/connect with an acpId: ${describedReply(first)}`);
      const second = await conversation.request('mcp/connect', { acpId });
      stage.check(
        'MCP-03',
        typeof connectionIn(second) === 'string' && connectionIn(second) !== connectionId,
        `A second mcp/connect: ${describedReply(second)}`,
      );
      const ask = (method: string): Promise<Reply> => conversation.request('mcp/message', { connectionId, method });
      const tools = await ask('tools/list');
      stage.check('MCP-04', Array.isArray(fieldsOf(tools.result)['tools']), `tools/list: ${describedReply(tools)}`);
      const unknown = await ask('conformance/unknown');
      stage.check('MCP-04', unknown.error !== undefined, `An unknown method of MCP: ${describedReply(unknown)}`);
      await conversation.request('mcp/disconnect', { connectionId });
      const late = await ask('tools/list');
      stage.check('MCP-05', late.error !== undefined, `tools/list after mcp/disconnect: ${describedReply(late)}`);
      play.finish();
    },
  },
];
