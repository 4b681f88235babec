/** How the rules are broken that only version 1 has about logins, sessions, settings and what is told. */
import { inCapabilities, introduction } from './change-initialize.ts';
import { asked, consenting, either, heard, refused } from './change-requests.ts';
import { sentUpdate } from './change-updates.ts';
import { incoming, outgoing, type Break, type Sabotages } from './sabotage.ts';
import {
  fieldsOf,
  isRequest,
  isResponse,
  isSuccess,
  paramsOf,
  updateIn,
  without,
  withResult,
  type WireFields,
} from './wire-message.ts';

const invalidParams = -32_602;
const load = 'session/load';
const opening = ['session/new', 'session/load', 'session/resume', 'session/fork'];

/** Takes for granted that the agent has these capabilities. */
const assuming = (added: WireFields): Break =>
  incoming(introduction((said) => inCapabilities(said, (capabilities) => ({ ...fieldsOf(capabilities), ...added }))));

/** Takes for granted that the client has these capabilities. */
const presuming = (added: WireFields): Break =>
  heard(['initialize'], (params) =>
    inCapabilities(params, (capabilities) => ({ ...fieldsOf(capabilities), ...added })),
  );

const isLoading = ({ method }: { readonly method: string }): boolean => method === load;

const serversIn = (params: WireFields): readonly WireFields[] =>
  Array.isArray(params['mcpServers']) ? params['mcpServers'].map(fieldsOf) : [];

/** Changes the logins by variables, and nothing else that an agent offers. */
const variables = (change: (method: WireFields) => WireFields): Break =>
  introduction((result) => {
    const { authMethods } = result;
    if (!Array.isArray(authMethods)) return result;
    const changed = authMethods.map((each) => {
      const method = fieldsOf(each);
      return method['type'] === 'env_var' ? change(method) : method;
    });
    return { ...result, authMethods: changed };
  });

/** Each variable as one that anybody may read and nobody has to fill in. */
const careless = (method: WireFields): WireFields => ({
  ...method,
  vars: [method['vars']].flat().map((each) => ({ ...fieldsOf(each), secret: false, optional: true })),
});

/** The switches that are about clients and agents of version 1 alone. */
export const versionOneSessionSabotages: Sabotages = {
  'AUTH-16': {
    text: 'does not say which variables a login takes, and takes variables that are not described for harmless ones',
    side: 'both',
    break: either(outgoing(variables((method) => without(method, 'vars'))), incoming(variables(careless))),
  },
  'AUTH-17': {
    text: 'does not say that it has logged in by variables',
    side: 'client',
    break: outgoing((message, wire) => {
      if (!isRequest(message, 'authenticate')) return undefined;
      wire.deliver({ jsonrpc: '2.0', id: message['id'], result: {} });
      return [];
    }),
  },
  'SETUP-05': {
    text: 'names the type of MCP servers that are commands, and does not take them without it',
    side: 'both',
    break: either(
      asked(opening, (params) => ({
        ...params,
        mcpServers: serversIn(params).map((server) => ({ type: 'stdio', ...server })),
      })),
      refused(
        invalidParams,
        (message) =>
          isRequest(message, ...opening) && serversIn(paramsOf(message)).some((server) => !('type' in server)),
      ),
    ),
  },
  'SETUP-06': {
    text: 'names MCP servers on transports that the agent does not have',
    side: 'client',
    break: assuming({ mcpCapabilities: { http: true, sse: true } }),
  },
  'SETUP-09': {
    text: 'reaches no MCP servers over HTTP',
    side: 'agent',
    break: outgoing(
      introduction((said) =>
        inCapabilities(said, (capabilities) => ({
          ...fieldsOf(capabilities),
          mcpCapabilities: without(fieldsOf(fieldsOf(capabilities)['mcpCapabilities']), 'http'),
        })),
      ),
    ),
  },
  'SETUP-10': {
    text: 'loads sessions of an agent that did not offer it',
    side: 'client',
    break: assuming({ loadSession: true }),
  },
  'SETUP-11': {
    text: 'leaves out what the user has said when a session is loaded',
    side: 'agent',
    break: sentUpdate(['user_message_chunk'], (update, wire) => (wire.open('in').some(isLoading) ? undefined : update)),
  },
  'SETUP-12': {
    text: 'tells a loaded session after the answer',
    side: 'agent',
    break: outgoing((message, wire) => {
      const held = wire.memory((): WireFields[] => []);
      if (updateIn(message) !== undefined && wire.open('in').some(isLoading)) {
        held.push(message);
        return [];
      }
      return isResponse(message) && wire.request?.method === load ? [message, ...held.splice(0)] : undefined;
    }),
  },
  'SETUP-13': {
    text: 'resumes sessions of an agent that did not offer it',
    side: 'client',
    break: assuming({ sessionCapabilities: { resume: {} } }),
  },
  'TERM-10': {
    text: 'takes a terminal out of its tool call when it is released',
    side: 'client',
    break: incoming((message, wire) => {
      const shown = wire.memory(() => new Map<unknown, unknown>());
      const update = updateIn(message, 'tool_call', 'tool_call_update');
      for (const item of [update?.['content'] ?? []].flat())
        shown.set(fieldsOf(item)['terminalId'], update?.['toolCallId']);
      const { sessionId, terminalId } = paramsOf(message);
      const toolCallId = shown.get(terminalId);
      if (!isRequest(message, 'terminal/release') || toolCallId === undefined) return undefined;
      const emptied = { sessionUpdate: 'tool_call_update', toolCallId, content: [] };
      wire.deliver({ jsonrpc: '2.0', method: 'session/update', params: { sessionId, update: emptied } });
      return undefined;
    }),
  },
  'CFG-08': {
    text: 'offers switches to clients that have none',
    side: 'agent',
    break: presuming({ session: { configOptions: { boolean: {} } } }),
  },
  'MODE-01': {
    text: 'shows modes although there are options',
    side: 'client',
    break: incoming((message, wire) => {
      const result = fieldsOf(message['result']);
      const isBoth = 'modes' in result && 'configOptions' in result;
      if (!isSuccess(message) || !opening.includes(wire.request?.method ?? '') || !isBoth) return undefined;
      return [withResult(message, without(result, 'configOptions'))];
    }),
  },
  'MODE-02': {
    text: 'changes its mode and leaves the option as it was',
    side: 'agent',
    break: sentUpdate(['config_option_update'], () => undefined),
  },
  'MODE-03': {
    text: 'takes a mode that there is not',
    side: 'agent',
    break: consenting(['session/set_mode'], invalidParams, {}),
  },
  'MODE-04': {
    text: 'changes its mode without a word',
    side: 'agent',
    break: sentUpdate(['current_mode_update'], () => undefined),
  },
  'PLAN-03': {
    text: 'tells plans with an id to clients that know one plan',
    side: 'agent',
    break: presuming({ plan: {} }),
  },
  'LIST-01': {
    text: 'lists the sessions of an agent that did not offer it',
    side: 'client',
    break: assuming({ sessionCapabilities: { list: {} } }),
  },
  'CLOSE-01': {
    text: 'closes sessions of an agent that did not offer it',
    side: 'client',
    break: assuming({ sessionCapabilities: { close: {} } }),
  },
  'NOTICE-01': {
    text: 'sends notices to clients that know none',
    side: 'agent',
    break: presuming({ session: { notices: {} } }),
  },
  'COMP-01': {
    text: 'reports compactions to clients that know none',
    side: 'agent',
    break: presuming({ session: { compaction: {} } }),
  },
  'SUB-03': {
    text: 'tells of subagents to clients that know none',
    side: 'agent',
    break: presuming({ subagents: {} }),
  },
};
