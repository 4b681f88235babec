/** MCP servers of the client, which an agent reaches over the same connection. */
import { packageVersion } from '@acp-stack/schema/package-version';
import type { Conversation, Outcome } from '../../../conversation/conversation.ts';
import { Unreachable } from '../../../conversation/failure.ts';
import { fieldsOf, isFields, type Fields } from '../../../conversation/message.ts';
import type { AgentFacts } from '../../agent-facts.ts';
import type { AgentScenario } from '../../agent-scenario.ts';
import { happensSoon } from '../../happens-soon.ts';

const connect = 'mcp/connect';
const message = 'mcp/message';
const methodNotFound = -32_601;
const invalidParams = -32_602;

const needsOwnServers = ({ dialect, capabilities }: AgentFacts): string | undefined =>
  dialect.offersMcp(capabilities, 'acp') ? undefined : 'It does not offer MCP servers over the connection.';

/** What a server with one tool answers; undefined if it does not know the method. */
const answers: Readonly<Record<string, unknown>> = {
  initialize: {
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'conformance', version: packageVersion },
  },
  'tools/list': {
    tools: [
      {
        name: 'conformance_echo',
        description: 'Says what it is told.',
        inputSchema: { type: 'object', properties: {} },
      },
    ],
  },
  'tools/call': { content: [{ type: 'text', text: 'echo' }] },
  ping: {},
};

const answerOf = ({ method }: Fields): Outcome =>
  answers[String(method)] === undefined
    ? { error: { code: methodNotFound, message: 'Method not found' } }
    : { result: answers[String(method)] };

const unknown: Outcome = { error: { code: methodNotFound, message: 'Method not found' } };

/** The params of messages to servers, of one method. */
const sent = (conversation: Conversation, method: string, since: number): readonly Fields[] =>
  conversation
    .received(since)
    .map(({ value }) => fieldsOf(value))
    .filter((each) => each['method'] === message && fieldsOf(each['params'])['method'] === method)
    .map(({ params }) => fieldsOf(params));

type Stage = Parameters<AgentScenario['run']>[0];

/** A session with the server, in which something was said: by then the agent has connected. */
async function connectedSession(stage: Stage, conversation: Conversation): Promise<string> {
  const mcpServers = [stage.dialect.ownMcpServer('conformance-server')];
  const sessionId = await stage.session(conversation, { mcpServers });
  await stage.prompt(conversation, sessionId, 'say');
  await conversation.fence();
  return sessionId;
}

/** The scenarios about MCP servers of the client. */
export const mcpScenarios: readonly AgentScenario[] = [
  {
    name: 'mcp/connections',
    about: 'Offers a server to two sessions, asks the agent something over its connections, and closes a session.',
    versions: [1, 2],
    decides: ['MCP-03', 'MCP-04', 'MCP-05', 'MCP-10', 'ELIC-23'],
    needs: needsOwnServers,
    run: async (stage) => {
      const conversation = await stage.shared(stage.dialect.everything);
      const issued: string[] = [];
      conversation.answer(connect, () => {
        issued.push(`conformance-connection-${issued.length + 1}`);
        return { result: { connectionId: issued.at(-1) } };
      });
      conversation.answer('mcp/disconnect', () => ({ result: {} }));
      conversation.answer(message, answerOf);
      const since = conversation.log.length;
      const first = await connectedSession(stage, conversation);
      await connectedSession(stage, conversation);
      const [connectionId] = issued;
      if (connectionId === undefined) throw new Unreachable('The agent did not connect to the server.');
      const asked = conversation.requests(connect, since).map(({ params }) => fieldsOf(params)['acpId']);
      const isNamed = asked.every((acpId) => acpId === 'conformance-server');
      stage.check('MCP-10', isNamed, `mcp/connect has the acpId ${JSON.stringify(asked)}.`);
      await checkConnections(stage, conversation, { issued, since });
      const [initialize] = sent(conversation, 'initialize', since);
      const { elicitation } = fieldsOf(fieldsOf(initialize?.['params'])['capabilities']);
      stage.check('ELIC-23', isFields(elicitation), 'The server was not told that the client can be asked for data.');
      await checkAnswers(stage, conversation, connectionId);
      await checkEnd(stage, conversation, { sessionId: first, connectionId, since });
    },
  },
  {
    name: 'mcp/without-connections',
    about: 'Offers a server to an agent, and does not know mcp/connect.',
    versions: [1, 2],
    decides: ['MCP-06', 'MCP-08'],
    needs: needsOwnServers,
    run: async (stage) => {
      const conversation = await stage.shared(stage.dialect.everything);
      const error = { code: -32_603, message: 'It rains.' };
      conversation.answer(connect, () => unknown);
      conversation.answer(message, (params) => ({
        result: { result: answers[String(params['method'])] ?? {}, error },
      }));
      const since = conversation.log.length;
      await connectedSession(stage, conversation);
      const requests = conversation.requests(message, since).map(({ params }) => fieldsOf(params));
      if (requests.length === 0) throw new Unreachable('The agent sends no mcp/message without a connection.');
      const ids = requests.map(({ requestId }) => requestId);
      const isAddressed = requests.every(
        ({ serverId, requestId }) => serverId === 'conformance-server' && typeof requestId === 'string',
      );
      stage.check(
        'MCP-06',
        isAddressed && new Set(ids).size === ids.length,
        `The requests to the server are ${JSON.stringify(requests.map(({ serverId, requestId }) => ({ serverId, requestId })))}.`,
      );
      const isUsed = await happensSoon(conversation, () => sent(conversation, 'tools/list', since).length > 0);
      stage.check('MCP-08', isUsed, 'A response with a result and an error was taken for an error.');
    },
  },
];

async function checkConnections(
  stage: Stage,
  conversation: Conversation,
  { issued, since }: { readonly issued: readonly string[]; readonly since: number },
): Promise<void> {
  if (issued.length < 2) {
    stage.notTested('MCP-03', 'The agent has one connection to the server for both sessions.');
    return;
  }
  const isUsed = await happensSoon(conversation, () => {
    const used = sent(conversation, 'initialize', since).map(({ connectionId }) => connectionId);
    return issued.every((id) => used.includes(id));
  });
  stage.check('MCP-03', isUsed, 'The agent does not use each connection that mcp/connect has returned.');
}

/** A request of the server gets its result as it is, and an error as an error. */
async function checkAnswers(stage: Stage, conversation: Conversation, connectionId: string): Promise<void> {
  const { result, error } = await conversation.request(message, { connectionId, method: 'ping' });
  if (error !== undefined) stage.notTested('MCP-04', `The agent refused a ping of the server: ${error.message}`);
  else {
    const isPlain = isFields(result) && !('result' in result) && !('jsonrpc' in result);
    stage.check('MCP-04', isPlain, `The result of a ping of the server is ${JSON.stringify(result)}.`);
  }
}

async function checkEnd(
  stage: Stage,
  conversation: Conversation,
  {
    sessionId,
    connectionId,
    since,
  }: { readonly sessionId: string; readonly connectionId: string; readonly since: number },
): Promise<void> {
  if (!stage.agent.has('close')) {
    stage.notTested('MCP-05', 'It does not offer session/close.');
    return;
  }
  await conversation.request('session/close', { sessionId });
  const isEnded = await happensSoon(conversation, () =>
    conversation
      .requests('mcp/disconnect', since)
      .some(({ params }) => fieldsOf(params)['connectionId'] === connectionId),
  );
  if (!isEnded) {
    stage.notTested('MCP-05', 'The agent did not disconnect from the server when its session was closed.');
    return;
  }
  const { error } = await conversation.request(message, { connectionId, method: 'ping' });
  const found = 'A message on a connection that the agent has ended was answered with a result.';
  stage.check('MCP-05', error !== undefined, error?.code === invalidParams ? '' : found);
}
