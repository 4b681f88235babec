/** Sabotages of the rules about initialization. */
import {
  inCapabilities,
  changeInitializeResponse,
  changeOtherInitialize,
  changeOwnInitialize,
} from './change-initialize.ts';
import { refuseRequests } from './change-requests.ts';
import { incoming, outgoing, type Sabotages } from './sabotage.ts';
import {
  responseTo,
  fieldsOf,
  isObject,
  isErrorResponse,
  isRequest,
  isSuccess,
  mapFields,
  paramsOf,
  withParams,
  without,
  type WireFields,
} from './wire-message.ts';
import { changeSentUpdates } from './change-updates.ts';

const methodNotFound = -32_601;
const invalidParams = -32_602;
const unsupportedVersion = -32_022;

const everySessionMarker = { delete: {}, fork: {}, archive: {}, status: {}, title: {}, additionalDirectories: {} };

/** The capabilities of a reader that treats absent ones as present. */
const assumed = (capabilities: unknown): unknown => {
  const said = fieldsOf(capabilities);
  if (!isObject(said['session'])) return { elicitation: { form: {}, url: {} }, ...said };
  return { ...said, session: { ...everySessionMarker, ...said['session'] } };
};

/** One version higher than the requested one. */
const raised = (result: WireFields, asked: WireFields): WireFields => ({
  ...result,
  protocolVersion: Number(asked['protocolVersion']) + 1,
});

const isVersion = (value: unknown): boolean => typeof value === 'number' && Number.isInteger(value);

/** The sabotages of the rules about initialization. */
export const initializationSabotages: Sabotages = {
  'INIT-01': {
    text: 'never sends initialize and pretends that it got a response',
    side: 'client',
    break: outgoing((message, wire) => {
      if (!isRequest(message, 'initialize')) return undefined;
      const { protocolVersion } = paramsOf(message);
      const info = { name: 'unknown', version: '0.0.0' };
      wire.deliver(responseTo(message, { protocolVersion, info, capabilities: { session: {} } }));
      return [];
    }),
  },
  'INIT-02': {
    text: 'responds to initialize without a version and without capabilities',
    side: 'agent',
    break: outgoing(
      changeInitializeResponse((result) => without(result, 'protocolVersion', 'capabilities', 'agentCapabilities')),
    ),
  },
  'INIT-03': {
    text: 'does not report its name (version 1)',
    side: 'both',
    break: changeOwnInitialize((said) => without(said, 'clientInfo', 'agentInfo')),
  },
  'INIT-04': {
    text: 'does not report its name',
    side: 'both',
    break: changeOwnInitialize((said) => without(said, 'info')),
  },
  'INIT-05': {
    text: 'responds with another version than the requested one (version 1)',
    side: 'agent',
    break: outgoing(
      changeInitializeResponse((result) => ({ ...result, protocolVersion: Number(result['protocolVersion']) + 1 })),
    ),
  },
  'INIT-06': {
    text: 'responds with a version above the requested one, and does not say which ones it supports',
    side: 'agent',
    break: outgoing((message, wire) => {
      if (isErrorResponse(message, unsupportedVersion))
        return [{ ...message, error: without(fieldsOf(message['error']), 'data') }];
      return changeInitializeResponse(raised)(message, wire);
    }),
  },
  'INIT-07': {
    text: 'treats whatever version is answered as the one it asked for',
    side: 'client',
    break: incoming(
      changeInitializeResponse((result, { protocolVersion }) =>
        result['protocolVersion'] === protocolVersion ? result : { ...result, protocolVersion },
      ),
    ),
  },
  'INIT-08': {
    text: 'sends updates of version 1 on a connection of version 2',
    side: 'agent',
    break: changeSentUpdates(['tool_call_update'], (update) => ({ ...update, sessionUpdate: 'tool_call' })),
  },
  'INIT-09': {
    text: 'treats capabilities that are not mentioned as supported',
    side: 'both',
    break: changeOtherInitialize((said) => inCapabilities(said, assumed)),
  },
  'INIT-10': {
    text: 'treats capabilities that are null as supported',
    side: 'both',
    break: changeOtherInitialize((said) =>
      inCapabilities(said, (capabilities) => mapFields(capabilities, (_, value) => (value === null ? {} : value))),
    ),
  },
  'INIT-11': {
    text: 'refuses a client without any capability',
    side: 'agent',
    break: refuseRequests(
      invalidParams,
      (message) =>
        isRequest(message, 'initialize') && Object.keys(fieldsOf(paramsOf(message)['capabilities'])).length === 0,
    ),
  },
  'INIT-12': {
    text: 'treats a missing or malformed version as version 2',
    side: 'agent',
    break: incoming((message) =>
      isRequest(message, 'initialize') && !isVersion(paramsOf(message)['protocolVersion'])
        ? [withParams(message, { protocolVersion: 2 })]
        : undefined,
    ),
  },
  'INIT-13': {
    text: 'serves requests before initialize',
    side: 'agent',
    break: (message, wire) => {
      const seen = wire.memory(() => ({ isInitialized: false }));
      if (wire.direction === 'out') {
        if (isSuccess(message) && wire.request?.method === 'initialize') seen.isInitialized = true;
        return undefined;
      }
      if (seen.isInitialized || !isRequest(message) || isRequest(message, 'initialize')) return undefined;
      wire.send(responseTo(message, {}));
      return [];
    },
  },
  'INIT-14': {
    text: 'responds to initialize again after other requests',
    side: 'agent',
    break: (message, wire) => {
      const seen = wire.memory(() => ({ result: undefined as unknown, hasBegun: false }));
      if (wire.direction === 'out') {
        if (isSuccess(message) && wire.request?.method === 'initialize') seen.result = message['result'];
        return undefined;
      }
      if (isRequest(message) && !isRequest(message, 'initialize') && seen.result !== undefined) seen.hasBegun = true;
      if (!isRequest(message, 'initialize') || !seen.hasBegun) return undefined;
      wire.send(responseTo(message, seen.result));
      return [];
    },
  },
  'INIT-15': {
    text: 'refuses params of a newer version that it cannot read',
    side: 'agent',
    break: refuseRequests(invalidParams, (message) => {
      const { protocolVersion, info, capabilities } = paramsOf(message);
      if (!isRequest(message, 'initialize') || Number(protocolVersion) <= 2) return false;
      return !isObject(info) || (capabilities !== undefined && !isObject(capabilities));
    }),
  },
  'INIT-16': {
    text: 'does not know session/new (version 1)',
    side: 'agent',
    break: refuseRequests(methodNotFound, (message) => isRequest(message, 'session/new')),
  },
  'INIT-17': {
    text: 'refuses links in prompts',
    side: 'agent',
    break: refuseRequests(invalidParams, (message) => {
      const { prompt } = paramsOf(message);
      return (
        isRequest(message, 'session/prompt') &&
        Array.isArray(prompt) &&
        prompt.some((block) => fieldsOf(block)['type'] === 'resource_link')
      );
    }),
  },
  'INIT-18': {
    text: 'does not know session/list, session/resume and session/close although it has sessions',
    side: 'agent',
    break: refuseRequests(methodNotFound, (message) =>
      isRequest(message, 'session/list', 'session/resume', 'session/close'),
    ),
  },
  'INIT-19': {
    text: 'treats an agent without sessions as one with sessions',
    side: 'client',
    break: incoming(
      changeInitializeResponse((result) => {
        const capabilities = fieldsOf(result['capabilities']);
        if (isObject(capabilities['session'])) return result;
        return { ...result, capabilities: { ...capabilities, session: {} } };
      }),
    ),
  },
  'INIT-20': {
    text: 'whether a title is shown rather than a name',
    side: 'both',
    unprovable: 'It is about what users see; nothing of it is on the wire.',
  },
  'INIT-21': {
    text: 'writes true where a marker is an object',
    side: 'both',
    break: changeOwnInitialize((said) =>
      inCapabilities(said, (capabilities) =>
        mapFields(capabilities, (_, value) => (isObject(value) && Object.keys(value).length === 0 ? true : value)),
      ),
    ),
  },
};
