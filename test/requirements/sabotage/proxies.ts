/** Sabotages of the rules about proxies and about MCP servers over the connection. */
import { assumeSessionCapabilities } from './change-initialize.ts';
import { respondWith, changeSentRequests, replaceErrors, refuseRequests, changeResults } from './change-requests.ts';
import { incoming, outgoing, type Break, type Sabotages } from './sabotage.ts';
import {
  fieldsOf,
  isNotification,
  isRequest,
  isResponse,
  isSuccess,
  mapCarried,
  paramsOf,
  without,
  withParams,
  withResult,
  type WireFields,
} from './wire-message.ts';

const invalidParams = -32_602;
const methodNotFound = -32_601;
const serverUnavailable = -33_001;

const start = 'proxy/initialize';
const envelope = 'proxy/successor';
const message = 'mcp/message';

/** The sabotages of the rules about a proxy. */
const proxySabotages: Sabotages = {
  'PROXY-02': {
    text: 'does not report the name of the client',
    side: 'both',
    break: outgoing((sent) => {
      const { method, params } = paramsOf(sent);
      return isRequest(sent, envelope) && method === 'initialize'
        ? [withParams(sent, { params: without(fieldsOf(params), 'info') })]
        : undefined;
    }),
  },
  'PROXY-03': {
    text: 'responds before it has sent the request to its successor',
    side: 'both',
    break: respondWith([start], {
      protocolVersion: 2,
      info: { name: 'hasty', version: '1.0.0' },
      capabilities: { session: { mcp: { acp: {} } } },
    }),
  },
  'PROXY-04': {
    text: 'sends notifications as requests',
    side: 'both',
    break: outgoing((sent) => (isNotification(sent, envelope) ? [{ ...sent, id: 'made-a-request' }] : undefined)),
  },
  'PROXY-05': {
    text: 'replaces the error messages',
    side: 'both',
    break: outgoing((sent) =>
      isResponse(sent) && 'error' in sent
        ? [{ ...sent, error: { ...fieldsOf(sent['error']), message: 'Something went wrong.' } }]
        : undefined,
    ),
  },
  'PROXY-06': {
    text: 'does not take what comes from its successor',
    side: 'both',
    break: refuseRequests(methodNotFound, (received) => isRequest(received, envelope)),
  },
  'PROXY-07': {
    text: 'passes on what it understands, and leaves metadata out',
    side: 'both',
    break: outgoing((sent) => {
      const changed = mapCarried(sent, (key, value) => (key === '_meta' ? undefined : value));
      return changed === sent ? undefined : [changed];
    }),
  },
  'PROXY-08': {
    text: 'passes on that a request is cancelled, in an envelope',
    side: 'both',
    break: outgoing((sent) => {
      if (!isNotification(sent, '$/cancel_request')) return undefined;
      const { method, params } = sent;
      return [{ jsonrpc: '2.0', method: envelope, params: { method, params } }];
    }),
  },
  'PROXY-09': {
    text: 'does not offer MCP servers over the connection when its agent does not',
    side: 'both',
    break: changeResults([start], (result) => {
      const { session, ...others } = fieldsOf(result['capabilities']);
      return { ...result, capabilities: { ...others, session: without(fieldsOf(session), 'mcp') } };
    }),
  },
  'PROXY-13': {
    text: 'does not offer MCP servers over the connection in version 1',
    side: 'both',
    break: changeResults([start], (result) =>
      'agentCapabilities' in result
        ? { ...result, agentCapabilities: without(fieldsOf(result['agentCapabilities']), 'mcpCapabilities') }
        : result,
    ),
  },
};

/** Sends every message over the MCP connection that was opened first. */
const overTheFirst: Break = (crossing, wire) => {
  const first = wire.memory((): { id: unknown } => ({ id: undefined }));
  if (wire.direction === 'in' && isSuccess(crossing) && wire.request?.method === 'mcp/connect')
    first.id ??= fieldsOf(crossing['result'])['connectionId'];
  const { connectionId } = paramsOf(crossing);
  const isSent = wire.direction === 'out' && crossing['method'] === message && connectionId !== undefined;
  return isSent && first.id !== undefined && connectionId !== first.id
    ? [withParams(crossing, { connectionId: first.id })]
    : undefined;
};

/** Changes the MCP servers of this type in requests that open a session. */
const changeServers = (type: string, change: (server: WireFields) => WireFields): Break =>
  changeSentRequests(['session/new'], (params) => {
    const servers = (Array.isArray(params['mcpServers']) ? params['mcpServers'] : []).map(fieldsOf);
    if (servers.every((each) => each['type'] !== type)) return params;
    return { ...params, mcpServers: servers.map((each) => (each['type'] === type ? change(each) : each)) };
  });

/** The sabotages of the rules about MCP servers over the connection. */
const mcpSabotages: Sabotages = {
  'MCP-01': {
    text: 'names its own MCP servers to agents that do not support them',
    side: 'client',
    break: (crossing, wire) =>
      assumeSessionCapabilities({ mcp: { stdio: {}, acp: {} } })(crossing, wire)?.map((each) => {
        const { result, ...others } = fieldsOf(each);
        const { agentCapabilities, ...introduced } = fieldsOf(result);
        if (agentCapabilities === undefined) return each;
        const mcpCapabilities = { acp: true };
        return {
          ...others,
          result: { ...introduced, agentCapabilities: { ...fieldsOf(agentCapabilities), mcpCapabilities } },
        };
      }),
  },
  'MCP-02': {
    text: 'uses the same id for all of its MCP servers',
    side: 'client',
    break: changeServers('acp', (server) => ({ ...server, serverId: 'mine' })),
  },
  'MCP-03': { text: 'uses one connection for all messages', side: 'agent', break: overTheFirst },
  'MCP-04': {
    text: 'wraps what it answers to an MCP server',
    side: 'agent',
    break: changeResults([message], (result) => ({ result })),
  },
  'MCP-05': {
    text: 'responds on a connection that has ended',
    side: 'agent',
    break: replaceErrors([message], invalidParams, {}),
  },
  'MCP-06': {
    text: 'asks a server without a connection as if there were one',
    side: 'agent',
    break: changeSentRequests([message], (params) =>
      'serverId' in params ? { ...without(params, 'serverId', 'requestId'), connectionId: params['serverId'] } : params,
    ),
  },
  'MCP-07': {
    text: 'answers for a server that it does not have',
    side: 'client',
    break: replaceErrors([message], serverUnavailable, { result: {} }),
  },
  'MCP-08': {
    text: 'takes the error where there is a result as well',
    side: 'agent',
    break: incoming((received, wire) => {
      const result = fieldsOf(received['result']);
      const isBoth = 'result' in result && 'error' in result;
      return isSuccess(received) && wire.request?.method === message && isBoth
        ? [withResult(received, without(result, 'result'))]
        : undefined;
    }),
  },
  'MCP-09': {
    text: 'leaves an agent without support with servers that it cannot reach',
    side: 'client',
    break: changeServers('http', () => ({ type: 'acp', name: 'roses', serverId: 'roses' })),
  },
  'MCP-10': {
    text: 'names a server as serverId only',
    side: 'agent',
    break: changeSentRequests(['mcp/connect'], (params) => without(params, 'acpId')),
  },
};

/** The sabotages of the rules about proxies and MCP over ACP. */
export const chainSabotages: Sabotages = { ...proxySabotages, ...mcpSabotages };
