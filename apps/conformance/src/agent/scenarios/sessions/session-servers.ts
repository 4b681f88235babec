/** The MCP servers that sessions are given. */
import type { Conversation } from '../../../conversation/conversation.ts';
import { Unreachable } from '../../../conversation/failure.ts';
import { fieldsOf } from '../../../conversation/message.ts';
import type { AgentScenario } from '../../agent-scenario.ts';
import type { AgentStage } from '../../agent-stage.ts';
import { describeReply } from '../../sessions/describe-reply.ts';
import { McpServers } from '../../sessions/mcp-servers.ts';

/** Opens a session again with other servers, and looks whether it connects to earlier ones. */
async function checkForgotten(
  stage: AgentStage,
  conversation: Conversation,
  { sessionId, servers }: { readonly sessionId: string; readonly servers: McpServers },
): Promise<void> {
  if (stage.agent.has('close')) await conversation.request('session/close', { sessionId });
  servers.forget('first');
  const mcpServers = [stage.dialect.stdioServer(servers.server('third'))];
  const { error } = await conversation.request('session/resume', { sessionId, cwd: stage.folder, mcpServers });
  if (error !== undefined) throw new Unreachable(`session/resume was refused: ${error.message}`);
  await stage.prompt(conversation, sessionId, 'say');
  if (!(await servers.untilOneIsGreeted(['first', 'third'], conversation.limit)))
    throw new Unreachable('It connects to no MCP server when a session is resumed.');
  stage.check(
    'SETUP-21',
    !servers.isGreeted('first'),
    'It connected to an MCP server that session/resume did not name.',
  );
}

/** The scenarios about MCP servers of sessions. */
export const sessionServerScenarios: readonly AgentScenario[] = [
  {
    name: 'sessions/mcp-servers',
    about: 'Opens a session with two MCP servers that the agent has to start, and again with another one.',
    versions: [1, 2],
    decides: ['SETUP-05', 'SETUP-08', 'SETUP-21'],
    needs: (agent) =>
      agent.dialect.offersMcp(agent.capabilities, 'stdio') ? undefined : 'It does not offer MCP servers over stdio.',
    run: async (stage) => {
      const conversation = await stage.shared();
      await stage.session(conversation);
      const servers = new McpServers(stage.folder);
      const names = ['first', 'second'];
      const mcpServers = names.map((name) => stage.dialect.stdioServer(servers.server(name)));
      const opened = await conversation.request('session/new', { cwd: stage.folder, mcpServers });
      stage.check('SETUP-05', opened.error === undefined, `session/new with MCP servers ${describeReply(opened)}.`);
      if (opened.error !== undefined) throw new Unreachable('It opens no session with MCP servers.');
      const sessionId = String(fieldsOf(opened.result)['sessionId']);
      await stage.prompt(conversation, sessionId, 'say');
      for (const name of names) {
        const isGreeted = await servers.untilOneIsGreeted([name], conversation.limit);
        stage.check('SETUP-08', isGreeted, `It did not connect to the ${name} of two MCP servers.`);
        if (!isGreeted) return stage.notTested('SETUP-21', 'It did not connect to the MCP servers of a new session.');
      }
      if (stage.agent.has('resume')) return checkForgotten(stage, conversation, { sessionId, servers });
      return stage.notOffered('SETUP-21', 'It does not offer session/resume.');
    },
  },
];
