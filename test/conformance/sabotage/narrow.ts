/**
 * Sabotages that break one rule where those of the proofs break several: the proofs only have to see their own rule
 * broken, while the suite has to blame exactly it.
 */
import { changeReceivedRequests, refuseRequests } from '../../requirements/sabotage/change-requests.ts';
import { incoming, outgoing, type Break, type Sabotages } from '../../requirements/sabotage/sabotage.ts';
import {
  errorResponseTo,
  fieldsOf,
  isErrorResponse,
  isNotification,
  isObject,
  isRequest,
  isResponse,
  isSuccess,
  paramsOf,
  sessionIn,
  sessionUpdate,
  updateIn,
  withResult,
  withUpdate,
  without,
  type WireFields,
} from '../../requirements/sabotage/wire-message.ts';

const invalidRequest = -32_600;
const invalidParams = -32_602;

/** Accepts prompts that have a block of these types, whether or not the agent can use it. */
const acceptsBlocks = (isMeant: (type: unknown) => boolean): Break =>
  outgoing((message, wire) => {
    const asked = fieldsOf(wire.request?.params);
    const types = [asked['prompt'] ?? []].flat().map((block) => fieldsOf(block)['type']);
    return isErrorResponse(message, invalidParams) && wire.request?.method === 'session/prompt' && types.some(isMeant)
      ? [{ ...without(message, 'error'), result: { messageId: 'sabotaged' } }]
      : undefined;
  });

const hasOddParams = ({ clientInfo, info = clientInfo, clientCapabilities, capabilities }: WireFields): boolean =>
  !isObject(info) || [clientCapabilities, capabilities].some((each) => each !== undefined && !isObject(each));

/** The sabotages of an agent that differ from those of the proofs only in breaking less. */
export const narrowSabotages: Sabotages = {
  'EXT-04': {
    text: 'never responds to custom requests, except to one that it knows',
    side: 'agent',
    break: outgoing((message, wire) =>
      isResponse(message) && wire.request?.method === '_conformance/unknown' ? [] : undefined,
    ),
  },
  'GEN-17': {
    text: 'refuses fields that it does not know',
    side: 'agent',
    break: refuseRequests(invalidParams, (message) => isRequest(message) && 'surplus' in paramsOf(message)),
  },
  'INIT-15': {
    text: 'refuses params of a newer version that it cannot read',
    side: 'agent',
    break: refuseRequests(invalidParams, (message) => {
      const params = paramsOf(message);
      return isRequest(message, 'initialize') && Number(params['protocolVersion']) > 2 && hasOddParams(params);
    }),
  },
  'SETUP-16': {
    text: 'treats any cursor as the start',
    side: 'agent',
    break: changeReceivedRequests(['session/resume'], (params) =>
      isObject(params['replayFrom']) ? { ...params, replayFrom: { type: 'start' } } : params,
    ),
  },
  'DIRS-03': {
    text: 'adds directories that were not requested to new sessions',
    side: 'agent',
    break: changeReceivedRequests(['session/new'], (params) =>
      [params['additionalDirectories'] ?? []].flat().length > 0
        ? params
        : { ...params, additionalDirectories: ['/assumed'] },
    ),
  },
  'LIST-06': {
    text: 'reports something about each session that it lists',
    side: 'agent',
    break: outgoing((message, wire) => {
      if (!isSuccess(message) || wire.request?.method !== 'session/list') return undefined;
      for (const session of [fieldsOf(message['result'])['sessions']].flat()) {
        const update = { sessionUpdate: 'available_commands_update', availableCommands: [] };
        wire.send(sessionUpdate(String(fieldsOf(session)['sessionId']), update));
      }
      return undefined;
    }),
  },
  'LIFE-13': {
    text: 'accepts prompts with blocks of a type that does not exist',
    side: 'agent',
    break: acceptsBlocks((type) => String(type).startsWith('_')),
  },
  'CONT-01': {
    text: 'accepts prompts with content that it does not offer to take',
    side: 'agent',
    break: acceptsBlocks((type) => ['image', 'audio', 'resource'].includes(String(type))),
  },
  'CANCEL-17': {
    text: 'takes the cancellation of a session without work for that of its next work',
    side: 'agent',
    break: (message, wire) => {
      const cancelled = wire.memory(() => new Set<unknown>());
      if (wire.direction === 'in') {
        const { sessionId } = paramsOf(message);
        const isWorking = wire.open('in').some(({ method }) => method === 'session/prompt');
        if (isNotification(message, 'session/cancel') && !isWorking) cancelled.add(sessionId);
        return undefined;
      }
      const idle = updateIn(message, 'state_update');
      if (idle?.['state'] === 'idle' && cancelled.has(sessionIn(message)))
        return [withUpdate(message, { ...idle, stopReason: 'cancelled' })];
      const result = fieldsOf(message['result']);
      const { sessionId } = fieldsOf(wire.request?.params);
      return 'stopReason' in result && cancelled.has(sessionId)
        ? [withResult(message, { ...result, stopReason: 'cancelled' })]
        : undefined;
    },
  },
  'CANCEL-12': {
    text: 'responds to a cancellation of a request that never was',
    side: 'agent',
    break: incoming((message, wire) => {
      const { requestId } = paramsOf(message);
      const isOwn = wire.open('out').some(({ id }) => id === requestId);
      if (!isNotification(message, '$/cancel_request') || (!isOwn && !String(requestId).includes('unknown')))
        return undefined;
      wire.send(errorResponseTo({ id: requestId }, invalidRequest));
      return undefined;
    }),
  },
};
