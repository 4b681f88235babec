/** Sabotages of the rules about extensions and metadata. */
import { changeOwnInitialize, inCapabilities } from './change-initialize.ts';
import { changeReceivedRequests } from './change-requests.ts';
import { changeReceivedUpdates } from './change-updates.ts';
import { outgoing, type Sabotages } from './sabotage.ts';
import {
  fieldsOf,
  isObject,
  isRequest,
  isResponse,
  isSuccess,
  mapCarried,
  mapFields,
  paramsOf,
  without,
  withParams,
  withResult,
  type WireFields,
} from './wire-message.ts';

const traceKeys = ['traceparent', 'tracestate', 'baggage'];

const upserts = [
  'user_message agent_message agent_thought tool_call_update terminal_update',
  'session_info_update compaction_update subagent_update session_message',
].flatMap((line) => line.split(' '));

/** Removes custom features from the capabilities. */
const silent = (said: WireFields): WireFields =>
  'capabilities' in said
    ? {
        ...said,
        capabilities: mapFields(said['capabilities'], (key, value) => (key === '_meta' ? undefined : value)),
      }
    : said;

/** The sabotages of the rules about extensibility. */
export const extensionSabotages: Sabotages = {
  'EXT-01': {
    text: 'puts a custom field beside those of the protocol',
    side: 'both',
    break: outgoing((message) =>
      'method' in message && isObject(message['params']) ? [withParams(message, { customField: true })] : undefined,
    ),
  },
  'EXT-02': {
    text: 'sends metadata that is not an object',
    side: 'both',
    break: outgoing((message) =>
      'method' in message && isObject(message['params']) ? [withParams(message, { _meta: 'sabotaged' })] : undefined,
    ),
  },
  'EXT-03': {
    text: 'does not pass the trace on',
    side: 'both',
    break: outgoing((message) => {
      const { _meta: meta } = paramsOf(message);
      if (!('method' in message) || !isObject(meta)) return undefined;
      return traceKeys.some((key) => key in meta)
        ? [withParams(message, { _meta: without(meta, ...traceKeys) })]
        : undefined;
    }),
  },
  'EXT-04': {
    text: 'never responds to custom requests',
    side: 'both',
    break: outgoing((message, wire) =>
      isResponse(message) && wire.request?.method.startsWith('_') === true ? [] : undefined,
    ),
  },
  'EXT-05': {
    text: 'does not advertise custom features',
    side: 'both',
    break: outgoing((message, wire) => {
      if (isRequest(message, 'initialize')) return [{ ...message, params: silent(paramsOf(message)) }];
      if (!isSuccess(message) || wire.request?.method !== 'initialize') return undefined;
      return [withResult(message, silent(fieldsOf(message['result'])))];
    }),
  },
  'EXT-06': {
    text: 'drops metadata on the way',
    side: 'both',
    break: outgoing((message) => [mapCarried(message, (key, value) => (key === '_meta' ? undefined : value))]),
  },
  'EXT-07': {
    text: 'does not clear metadata that is set to null',
    side: 'client',
    break: changeReceivedUpdates(upserts, (update) => (update['_meta'] === null ? without(update, '_meta') : update)),
  },
  'EXT-08': {
    text: 'forgets the trace of a prompt',
    side: 'agent',
    break: changeReceivedRequests(['session/prompt'], (params) => {
      const meta = fieldsOf(params['_meta']);
      return traceKeys.some((key) => key in meta) ? { ...params, _meta: without(meta, ...traceKeys) } : params;
    }),
  },
  'EXT-09': {
    text: 'does not say which custom notifications it sends or understands',
    side: 'both',
    break: changeOwnInitialize((said) =>
      inCapabilities(said, (capabilities) => without(fieldsOf(capabilities), '_meta')),
    ),
  },
};
