/** Sabotages of the rules about cancellation. */
import type { RequestId } from '@acp-stack/rpc';

import { changeSentUpdates } from './change-updates.ts';
import { incoming, outgoing, type Sabotages, type Wire } from './sabotage.ts';
import {
  fieldsOf,
  isNotification,
  isErrorResponse,
  isResponse,
  paramsOf,
  errorResponseTo,
  sessionIn,
  sessionUpdate,
  updateIn,
  withResult,
  type WireFields,
} from './wire-message.ts';

const invalidRequest = -32_600;
const internalError = -32_603;
const requestCancelled = -32_800;

const cancelRequest = '$/cancel_request';
const permission = 'session/request_permission';
/** How long a cancellation is kept from an agent that should stop at once. */
const delay = 10_000;

const isCancelledOutcome = (message: WireFields): boolean =>
  fieldsOf(fieldsOf(message['result'])['outcome'])['outcome'] === 'cancelled';

/** The sessions that were cancelled. */
const cancelledSessions = (wire: Wire): Set<string | undefined> => wire.memory(() => new Set<string | undefined>());

/** The update that ends one piece of background work. */
function stopped(work: WireFields): WireFields {
  return 'terminalId' in work
    ? { sessionUpdate: 'terminal_update', terminalId: work['terminalId'], exitStatus: { signal: 'SIGTERM' } }
    : { sessionUpdate: 'tool_call_update', toolCallId: work['toolCallId'], status: 'cancelled' };
}

/** The sabotages of the rules about cancellation. */
export const cancellationSabotages: Sabotages = {
  'CANCEL-01': {
    text: 'whether a client cancels',
    side: 'client',
    unprovable: 'It is optional, so nothing breaks it.',
  },
  'CANCEL-02': {
    text: 'whether unfinished tool calls are shown as cancelled',
    side: 'client',
    unprovable: 'It is about what users see; nothing of it is on the wire.',
  },
  'CANCEL-03': {
    text: 'does not respond to open permission requests when the session is cancelled (version 1)',
    side: 'client',
    break: outgoing((message, wire) => {
      const sessions = cancelledSessions(wire);
      if (isNotification(message, 'session/cancel')) sessions.add(sessionIn(message));
      if (wire.request?.method !== permission || !isCancelledOutcome(message)) return undefined;
      return sessions.has(String(fieldsOf(wire.request.params)['sessionId'])) ? [] : undefined;
    }),
  },
  'CANCEL-04': {
    text: 'goes on working for a while after it was cancelled',
    side: 'agent',
    break: incoming((message, wire) => {
      if (!isNotification(message, 'session/cancel')) return undefined;
      wire.later(delay, () => {
        wire.deliver(message);
      });
      return [];
    }),
  },
  'CANCEL-05': {
    text: 'responds to a cancelled prompt as if it had ended normally (version 1)',
    side: 'agent',
    break: outgoing((message, wire) => {
      const result = fieldsOf(message['result']);
      if (wire.request?.method !== 'session/prompt' || result['stopReason'] !== 'cancelled') return undefined;
      return [withResult(message, { ...result, stopReason: 'end_turn' })];
    }),
  },
  'CANCEL-06': {
    text: 'reports cancelled work as failed',
    side: 'agent',
    break: changeSentUpdates(['state_update'], (update) =>
      update['stopReason'] === 'cancelled' ? { ...update, stopReason: 'error' } : update,
    ),
  },
  'CANCEL-07': {
    text: 'sends what is left after the response to a cancelled prompt (version 1)',
    side: 'agent',
    break: (message, wire) => {
      const seen = wire.memory(() => ({ sessions: new Set<string | undefined>(), held: [] as WireFields[] }));
      if (wire.direction === 'in') {
        if (isNotification(message, 'session/cancel')) seen.sessions.add(sessionIn(message));
        return undefined;
      }
      if (updateIn(message) !== undefined && seen.sessions.has(sessionIn(message))) {
        seen.held.push(message);
        return [];
      }
      if (!isResponse(message) || wire.request?.method !== 'session/prompt' || seen.held.length === 0) return undefined;
      seen.sessions.delete(String(fieldsOf(wire.request.params)['sessionId']));
      return [message, ...seen.held.splice(0)];
    },
  },
  'CANCEL-08': {
    text: 'accepts no more updates, but those of the state, after it has cancelled',
    side: 'client',
    break: (message, wire) => {
      const sessions = cancelledSessions(wire);
      if (wire.direction === 'out') {
        if (isNotification(message, 'session/cancel')) sessions.add(sessionIn(message));
        return undefined;
      }
      const update = updateIn(message);
      if (update === undefined || !sessions.has(sessionIn(message))) return undefined;
      if (update['sessionUpdate'] !== 'state_update') return [];
      if (update['state'] === 'idle') sessions.delete(sessionIn(message));
      return undefined;
    },
  },
  'CANCEL-09': {
    text: 'responds to prompts that were held when the session was cancelled with an internal error',
    side: 'agent',
    break: outgoing((message, wire) =>
      isErrorResponse(message, requestCancelled) && wire.request?.method === 'session/prompt'
        ? [errorResponseTo(message, internalError)]
        : undefined,
    ),
  },
  'CANCEL-10': {
    text: 'stops background work when the session is cancelled',
    side: 'agent',
    break: (message, wire) => {
      const background = wire.memory(() => new Map<string | undefined, readonly unknown[]>());
      if (wire.direction === 'out') {
        const list = updateIn(message, 'state_update')?.['background'];
        if (Array.isArray(list)) background.set(sessionIn(message), list);
        return undefined;
      }
      if (!isNotification(message, 'session/cancel')) return undefined;
      for (const work of background.get(sessionIn(message)) ?? []) {
        wire.send(sessionUpdate(sessionIn(message), stopped(fieldsOf(work))));
      }
      return undefined;
    },
  },
  'CANCEL-11': {
    text: 'does not cancel the permission requests of a cancelled turn',
    side: 'agent',
    break: outgoing((message, wire) => {
      const { requestId } = paramsOf(message);
      const isPermission = wire.open('out').some(({ id, method }) => id === requestId && method === permission);
      return isNotification(message, cancelRequest) && isPermission ? [] : undefined;
    }),
  },
  'CANCEL-12': {
    text: 'responds to a cancellation of something it does not know',
    side: 'both',
    break: incoming((message, wire) => {
      const { requestId } = paramsOf(message);
      if (!isNotification(message, cancelRequest) || wire.open('in').some(({ id }) => id === requestId))
        return undefined;
      wire.send(errorResponseTo({ id: requestId }, invalidRequest));
      return undefined;
    }),
  },
  'CANCEL-13': {
    text: 'never responds to a request that was cancelled',
    side: 'both',
    break: (message, wire) => {
      const cancelled = wire.memory(() => new Set<unknown>());
      if (wire.direction === 'in') {
        if (isNotification(message, cancelRequest)) cancelled.add(paramsOf(message)['requestId']);
        return undefined;
      }
      return isResponse(message) && cancelled.delete(message['id']) ? [] : undefined;
    },
  },
  'CANCEL-14': {
    text: 'whether notifications are sent before the response to a cancelled request',
    side: 'both',
    unprovable: 'It is optional, so nothing breaks it.',
  },
  'CANCEL-15': {
    text: 'responds to what it cancelled by itself with an internal error',
    side: 'both',
    break: (message, wire) => {
      const cancelled = wire.memory(() => new Set<unknown>());
      if (wire.direction === 'in') {
        if (isNotification(message, cancelRequest)) cancelled.add(paramsOf(message)['requestId']);
        return undefined;
      }
      if (!isErrorResponse(message, requestCancelled) || cancelled.delete(message['id'])) return undefined;
      return [errorResponseTo(message, internalError)];
    },
  },
  'CANCEL-16': {
    text: 'responds again when a request is cancelled that got a response already',
    side: 'both',
    break: (message, wire) => {
      const answered = wire.memory(() => new Set<RequestId>());
      if (wire.direction === 'out') {
        if (isResponse(message)) answered.add(message['id'] as RequestId);
        return undefined;
      }
      const { requestId } = paramsOf(message);
      if (!isNotification(message, cancelRequest) || !answered.delete(requestId as RequestId)) return undefined;
      wire.send(errorResponseTo({ id: requestId }, requestCancelled));
      return undefined;
    },
  },
  'CANCEL-17': {
    text: 'reports an end of work when a session without work is cancelled',
    side: 'agent',
    break: (message, wire) => {
      const working = wire.memory(() => new Set<string | undefined>());
      if (wire.direction === 'out') {
        const update = updateIn(message, 'state_update');
        if (update?.['state'] === 'idle') working.delete(sessionIn(message));
        else if (update !== undefined) working.add(sessionIn(message));
        return undefined;
      }
      if (!isNotification(message, 'session/cancel') || working.has(sessionIn(message))) return undefined;
      const idle = { sessionUpdate: 'state_update', state: 'idle', stopReason: 'cancelled' };
      wire.send(sessionUpdate(sessionIn(message), idle));
      return undefined;
    },
  },
  'CANCEL-18': {
    text: 'cancels none of its own requests when the session is cancelled',
    side: 'agent',
    break: (message, wire) => {
      const sessions = cancelledSessions(wire);
      if (wire.direction === 'in') {
        if (isNotification(message, 'session/cancel')) sessions.add(sessionIn(message));
        return undefined;
      }
      if (!isNotification(message, cancelRequest)) return undefined;
      const request = wire.open('out').find(({ id }) => id === paramsOf(message)['requestId']);
      return sessions.has(String(fieldsOf(request?.params)['sessionId'])) ? [] : undefined;
    },
  },
  'CANCEL-19': {
    text: 'goes on waiting for the commands of a cancelled turn (version 1)',
    side: 'agent',
    break: outgoing((message, wire) => {
      const { requestId } = paramsOf(message);
      const isWait = wire.open('out').some(({ id, method }) => id === requestId && method === 'terminal/wait_for_exit');
      return isNotification(message, cancelRequest) && isWait ? [] : undefined;
    }),
  },
};
