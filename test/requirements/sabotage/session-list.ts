/** Sabotages of the rules about session lists, and about deleting, closing, forking and archiving. */
import { assumeSessionCapabilities } from './change-initialize.ts';
import {
  respondWith,
  changeSentRequests,
  replaceErrors,
  either,
  changeReceivedRequests,
  changeResults,
} from './change-requests.ts';
import { changeReceivedUpdates, changeSentUpdates } from './change-updates.ts';
import { outgoing, type Sabotages } from './sabotage.ts';
import {
  fieldsOf,
  isResponse,
  isSuccess,
  errorResponseTo,
  sessionIn,
  sessionUpdate,
  updateIn,
  without,
  type WireFields,
} from './wire-message.ts';

const invalidParams = -32_602;
const notFound = -32_002;

const list = ['session/list'];

/** Changes every session in a list. */
const listed = (change: (session: WireFields) => WireFields): ReturnType<typeof changeResults> =>
  changeResults(list, (result) => ({
    ...result,
    sessions: [result['sessions']].flat().map((session) => change(fieldsOf(session))),
  }));

/** Refuses a method for a session for which it was called before, or which was never opened. */
const forgetful = (method: string): ReturnType<typeof outgoing> =>
  outgoing((message, wire) => {
    const known = wire.memory(() => new Set<unknown>());
    if (!isSuccess(message) || wire.request === undefined) return undefined;
    if (wire.request.method === 'session/new') known.add(fieldsOf(message['result'])['sessionId']);
    if (wire.request.method !== method) return undefined;
    const { sessionId } = fieldsOf(wire.request.params);
    return known.delete(sessionId) ? undefined : [errorResponseTo(message, notFound)];
  });

/** The sabotages of the rules about session lists. */
export const sessionListSabotages: Sabotages = {
  'LIST-02': {
    text: 'lists nothing by leaving the list out',
    side: 'agent',
    break: changeResults(list, (result) =>
      [result['sessions']].flat().length === 0 ? without(result, 'sessions') : result,
    ),
  },
  'LIST-03': {
    text: 'changes cursors',
    side: 'client',
    break: changeSentRequests(list, (params) =>
      typeof params['cursor'] === 'string' ? { ...params, cursor: params['cursor'].trim() } : params,
    ),
  },
  'LIST-04': {
    text: 'treats a cursor that it did not give out as the beginning',
    side: 'agent',
    break: changeReceivedRequests(list, (params) => without(params, 'cursor')),
  },
  'LIST-05': {
    text: 'lists sessions of every directory',
    side: 'agent',
    break: changeReceivedRequests(list, (params) => without(params, 'cwd')),
  },
  'LIST-06': {
    text: 'reports the state of each session that it lists',
    side: 'agent',
    break: outgoing((message, wire) => {
      if (!isSuccess(message) || wire.request?.method !== 'session/list') return undefined;
      for (const session of [fieldsOf(message['result'])['sessions']].flat()) {
        const { sessionId } = fieldsOf(session);
        wire.send(sessionUpdate(String(sessionId), { sessionUpdate: 'state_update', state: 'idle' }));
      }
      return undefined;
    }),
  },
  'LIST-07': {
    text: 'lists sessions with relative directories',
    side: 'agent',
    break: listed((session) => ({ ...session, cwd: String(session['cwd']).replace(/^\/+/, '') })),
  },
  'LIST-08': {
    text: 'lists sessions without their titles, and keeps a title that was taken away',
    side: 'both',
    break: either(
      listed((session) => without(session, 'title')),
      changeReceivedUpdates(['session_info_update'], (update) =>
        update['title'] === null ? without(update, 'title') : update,
      ),
    ),
  },
  'DEL-01': {
    text: 'deletes where that was not offered',
    side: 'client',
    break: assumeSessionCapabilities({ delete: {} }),
  },
  'DEL-02': { text: 'says that it deletes and does not', side: 'agent', break: respondWith(['session/delete'], {}) },
  'DEL-03': { text: 'refuses to delete what is gone', side: 'agent', break: forgetful('session/delete') },
  'CLOSE-02': { text: 'says that it closes and does not', side: 'agent', break: respondWith(['session/close'], {}) },
  'CLOSE-03': { text: 'refuses to close what is closed', side: 'agent', break: forgetful('session/close') },
  'CLOSE-04': {
    text: 'says how the work of a session ended only after it has closed it',
    side: 'agent',
    break: outgoing((message, wire) => {
      const held = wire.memory(() => [] as WireFields[]);
      const closing = wire.open('in').filter(({ method }) => method === 'session/close');
      const isConcerned = closing.some(({ params }) => fieldsOf(params)['sessionId'] === sessionIn(message));
      if (updateIn(message) !== undefined && isConcerned) {
        held.push(message);
        return [];
      }
      return isResponse(message) && wire.request?.method === 'session/close' ? [message, ...held.splice(0)] : undefined;
    }),
  },
  'FORK-01': {
    text: 'forks where that was not offered',
    side: 'client',
    break: assumeSessionCapabilities({ fork: {} }),
  },
  'FORK-02': {
    text: 'gives a copy the id of its source',
    side: 'agent',
    break: changeResults(['session/fork'], (result, { sessionId }) => ({ ...result, sessionId })),
  },
  'FORK-03': {
    text: 'whether a copy is refused',
    side: 'agent',
    unprovable: 'It is optional, so nothing breaks it.',
  },
  'ARCH-01': {
    text: 'lists what is archived',
    side: 'agent',
    break: changeReceivedRequests(list, (params) => ({ archived: 'include', ...params })),
  },
  'ARCH-02': {
    text: 'brings sessions back that it does not know',
    side: 'agent',
    break: replaceErrors(['session/unarchive'], notFound, {}),
  },
  'ARCH-03': {
    text: 'does not say which of the listed sessions are archived',
    side: 'agent',
    break: listed((session) => without(session, 'archived')),
  },
  'STAT-01': {
    text: 'treats sessions that it does not know as saved',
    side: 'agent',
    break: replaceErrors(['session/status'], notFound, { status: 'saved' }),
  },
  'TITLE-01': {
    text: 'accepts a title without a word in it',
    side: 'agent',
    break: replaceErrors(['session/set_title'], invalidParams, { title: '' }),
  },
  'TITLE-02': {
    text: 'reports titles that are too long',
    side: 'agent',
    break: changeSentUpdates(['session_info_update'], (update) =>
      typeof update['title'] === 'string' ? { ...update, title: update['title'].padEnd(2000, '.') } : update,
    ),
  },
};
