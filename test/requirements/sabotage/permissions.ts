/** Sabotages of the rules about permission requests. */
import { incoming, outgoing, type OpenRequest, type Sabotages } from './sabotage.ts';
import {
  fieldsOf,
  isNotification,
  isObject,
  isRequest,
  isSuccess,
  paramsOf,
  errorResponseTo,
  sessionIn,
  withParams,
  without,
  withResult,
  type WireFields,
} from './wire-message.ts';

const invalidParams = -32_602;
const method = 'session/request_permission';
const subjects = ['tool_call', 'command'];

const optionsOf = (request: OpenRequest | undefined): readonly WireFields[] => {
  const { options } = fieldsOf(request?.params);
  return Array.isArray(options) ? options.map(fieldsOf) : [];
};

const outcomeOf = (message: WireFields): WireFields => fieldsOf(fieldsOf(message['result'])['outcome']);

/** A response that selects `option`. */
const choosing = (message: WireFields, option: WireFields | undefined): WireFields =>
  withResult(message, { outcome: { outcome: 'selected', optionId: option?.['optionId'] } });

/** The sabotages of the rules about permissions. */
export const permissionSabotages: Sabotages = {
  'PERM-01': {
    text: 'whether an agent asks for permission',
    side: 'agent',
    unprovable: 'It is optional, so nothing breaks it.',
  },
  'PERM-02': {
    text: 'responds with the outcome spread out instead of inside',
    side: 'client',
    break: outgoing((message, wire) =>
      isSuccess(message) && wire.request?.method === method ? [withResult(message, outcomeOf(message))] : undefined,
    ),
  },
  'PERM-03': {
    text: 'whether a client decides by itself',
    side: 'client',
    unprovable: 'It is optional, so nothing breaks it.',
  },
  'PERM-04': {
    text: 'allows what was asked although the session is cancelled (version 1)',
    side: 'client',
    break: outgoing((message, wire) => {
      const sessions = wire.memory(() => new Set<string | undefined>());
      if (isNotification(message, 'session/cancel')) sessions.add(sessionIn(message));
      const { request } = wire;
      if (request?.method !== method || outcomeOf(message)['outcome'] !== 'cancelled') return undefined;
      if (!sessions.has(String(fieldsOf(request.params)['sessionId']))) return undefined;
      return [choosing(message, optionsOf(request)[0])];
    }),
  },
  'PERM-05': {
    text: 'treats any outcome as an approval',
    side: 'agent',
    break: incoming((message, wire) => {
      const options = optionsOf(wire.request);
      if (!isSuccess(message) || wire.request?.method !== method) return undefined;
      const { outcome, optionId } = outcomeOf(message);
      if (outcome === 'selected' && options.some((option) => option['optionId'] === optionId)) return undefined;
      const allowing = options.find((option) => String(option['kind']).startsWith('allow'));
      return [choosing(message, allowing ?? options[0])];
    }),
  },
  'PERM-06': {
    text: 'asks without a title and without options',
    side: 'agent',
    break: outgoing((message) =>
      isRequest(message, method)
        ? [{ ...message, params: { ...without(paramsOf(message), 'title'), options: [] } }]
        : undefined,
    ),
  },
  'PERM-07': {
    text: 'shows the question as the title of the tool call',
    side: 'client',
    break: incoming((message) => {
      const { title, subject } = paramsOf(message);
      if (!isRequest(message, method) || fieldsOf(subject)['type'] !== 'tool_call') return undefined;
      const toolCall = { ...fieldsOf(fieldsOf(subject)['toolCall']), title };
      return [withParams(message, { subject: { ...fieldsOf(subject), toolCall } })];
    }),
  },
  'PERM-08': {
    text: 'does not apply the tool call that it is asked about',
    side: 'client',
    break: incoming((message) => {
      const subject = fieldsOf(paramsOf(message)['subject']);
      if (!isRequest(message, method) || subject['type'] !== 'tool_call') return undefined;
      const { toolCallId } = fieldsOf(subject['toolCall']);
      return [withParams(message, { subject: { ...subject, toolCall: { toolCallId } } })];
    }),
  },
  'PERM-09': {
    text: 'asks about a command in a relative directory',
    side: 'agent',
    break: outgoing((message) => {
      const subject = fieldsOf(paramsOf(message)['subject']);
      if (!isRequest(message, method) || subject['type'] !== 'command') return undefined;
      return [withParams(message, { subject: { ...subject, cwd: String(subject['cwd']).replace(/^\/+/, '') } })];
    }),
  },
  'PERM-10': {
    text: 'refuses requests without a subject that it knows',
    side: 'client',
    break: incoming((message, wire) => {
      const { subject } = paramsOf(message);
      if (!isRequest(message, method) || (isObject(subject) && subjects.includes(String(subject['type']))))
        return undefined;
      wire.send(errorResponseTo(message, invalidParams));
      return [];
    }),
  },
  'PERM-11': {
    text: 'gives every option the same id',
    side: 'agent',
    break: outgoing((message) => {
      const { options } = paramsOf(message);
      if (!isRequest(message, method) || !Array.isArray(options)) return undefined;
      return [
        withParams(message, { options: options.map((option) => ({ ...fieldsOf(option), optionId: 'the-option' })) }),
      ];
    }),
  },
};
