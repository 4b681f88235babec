/** Sabotages of the rules about JSON-RPC and initialization that leave an agent able to begin a conversation. */
import { changeInitializeResponse } from '../../requirements/sabotage/change-initialize.ts';
import { refuseRequests } from '../../requirements/sabotage/change-requests.ts';
import { incoming, outgoing, type Sabotages } from '../../requirements/sabotage/sabotage.ts';
import {
  isObject,
  isRequest,
  isResponse,
  isSuccess,
  paramsOf,
  withParams,
} from '../../requirements/sabotage/wire-message.ts';

export const generalSabotages: Sabotages = {
  'GEN-02': {
    text: 'adds the error null to every result',
    side: 'agent',
    break: outgoing((message) => (isSuccess(message) ? [{ ...message, error: null }] : undefined)),
  },
  'GEN-15': {
    text: 'responds to numbers as ids with strings',
    side: 'agent',
    break: outgoing((message) =>
      isResponse(message) && typeof message['id'] === 'number'
        ? [{ ...message, id: String(message['id']) }]
        : undefined,
    ),
  },
  'EXT-03': {
    text: 'keeps a number of its own under the key of a trace',
    side: 'agent',
    break: outgoing((message) => {
      const { _meta: meta } = paramsOf(message);
      return 'method' in message && isObject(meta) && 'traceparent' in meta
        ? [withParams(message, { _meta: { ...meta, traceparent: 7 } })]
        : undefined;
    }),
  },
  'INIT-05': {
    text: 'agrees to any version',
    side: 'agent',
    break: outgoing(changeInitializeResponse((result, { protocolVersion }) => ({ ...result, protocolVersion }))),
  },
  'INIT-06': {
    text: 'agrees to any version',
    side: 'agent',
    break: outgoing(changeInitializeResponse((result, { protocolVersion }) => ({ ...result, protocolVersion }))),
  },
  'INIT-12': {
    text: 'takes a missing or malformed version for the one whose fields the client sends',
    side: 'agent',
    break: incoming((message) => {
      const { protocolVersion, clientInfo } = paramsOf(message);
      if (!isRequest(message, 'initialize') || Number.isInteger(protocolVersion)) return undefined;
      return [withParams(message, { protocolVersion: clientInfo === undefined ? 2 : 1 })];
    }),
  },
  'INIT-11': {
    text: 'refuses a client with a capability that does not exist',
    side: 'agent',
    break: refuseRequests(
      -32_602,
      (message) => isRequest(message, 'initialize') && JSON.stringify(paramsOf(message)).includes('unheardOf'),
    ),
  },
};
