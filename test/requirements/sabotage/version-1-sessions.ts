/** Sabotages of the rules that only version 1 has about authentication, sessions, settings and updates. */
import { inCapabilities, changeInitializeResponse } from './change-initialize.ts';
import {
  changeSentRequests,
  replaceErrors,
  either,
  changeReceivedRequests,
  refuseRequests,
} from './change-requests.ts';
import { changeReceivedUpdates, changeSentUpdates } from './change-updates.ts';
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

/** Adds these capabilities to what the agent reported. */
const assuming = (added: WireFields): Break =>
  incoming(
    changeInitializeResponse((said) =>
      inCapabilities(said, (capabilities) => ({ ...fieldsOf(capabilities), ...added })),
    ),
  );

/** Adds these capabilities to what the client reported. */
const presuming = (added: WireFields): Break =>
  changeReceivedRequests(['initialize'], (params) =>
    inCapabilities(params, (capabilities) => ({ ...fieldsOf(capabilities), ...added })),
  );

const isLoading = ({ method }: { readonly method: string }): boolean => method === load;

const serversIn = (params: WireFields): readonly WireFields[] =>
  Array.isArray(params['mcpServers']) ? params['mcpServers'].map(fieldsOf) : [];

/** Changes only the authentication methods of the type `env_var`. */
const variables = (change: (method: WireFields) => WireFields): Break =>
  changeInitializeResponse((result) => {
    const { authMethods } = result;
    if (!Array.isArray(authMethods)) return result;
    const changed = authMethods.map((each) => {
      const method = fieldsOf(each);
      return method['type'] === 'env_var' ? change(method) : method;
    });
    return { ...result, authMethods: changed };
  });

/** Each variable as an optional one that is not secret. */
const careless = (method: WireFields): WireFields => ({
  ...method,
  vars: [method['vars']].flat().map((each) => ({ ...fieldsOf(each), secret: false, optional: true })),
});

/** The sabotages of the rules that only version 1 has. */
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
      changeSentRequests(opening, (params) => ({
        ...params,
        mcpServers: serversIn(params).map((server) => ({ type: 'stdio', ...server })),
      })),
      refuseRequests(
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
      changeInitializeResponse((said) =>
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
    break: changeSentUpdates(['user_message_chunk'], (update, wire) =>
      wire.open('in').some(isLoading) ? undefined : update,
    ),
  },
  'SETUP-12': {
    text: 'reports a loaded session after the response',
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
    break: changeSentUpdates(['config_option_update'], () => undefined),
  },
  'MODE-03': {
    text: 'accepts a mode that does not exist',
    side: 'agent',
    break: replaceErrors(['session/set_mode'], invalidParams, {}),
  },
  'MODE-04': {
    text: 'changes its mode without a word',
    side: 'agent',
    break: changeSentUpdates(['current_mode_update'], () => undefined),
  },
  'PLAN-03': {
    text: 'reports plans with an id to clients that know one plan',
    side: 'agent',
    break: presuming({ plan: {} }),
  },
  'PLAN-07': {
    text: 'gives the plan of an agent that has one plan another id',
    side: 'client',
    break: changeReceivedUpdates(['plan'], ({ entries }) => ({
      sessionUpdate: 'plan_update',
      plan: { type: 'items', planId: 'other', entries },
    })),
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
    text: 'reports subagents to clients that know none',
    side: 'agent',
    break: presuming({ subagents: {} }),
  },
};
