/** Sabotages of the rules about sessions and their options, as agents break them. */
import { existsSync, readFileSync } from 'node:fs';

import { changeReceivedRequests, either, refuseRequests } from '../../requirements/sabotage/change-requests.ts';
import { changeSentUpdates } from '../../requirements/sabotage/change-updates.ts';
import { incoming, type Sabotages } from '../../requirements/sabotage/sabotage.ts';
import { isRequest, paramsOf, sessionUpdate, withParams } from '../../requirements/sabotage/wire-message.ts';

const invalidParams = -32_602;

/** The replays of both versions. */
const replays = ['session/load', 'session/resume'];

export const sessionSabotages: Sabotages = {
  'SETUP-14': {
    text: 'replays although that was not requested',
    side: 'agent',
    break: either(
      changeReceivedRequests(['session/resume'], (params) =>
        'replayFrom' in params ? params : { ...params, replayFrom: { type: 'start' } },
      ),
      incoming((message, wire) => {
        if (!isRequest(message, 'session/resume')) return undefined;
        const content = { type: 'text', text: 'before' };
        wire.send(
          sessionUpdate(String(paramsOf(message)['sessionId']), { sessionUpdate: 'agent_message_chunk', content }),
        );
        return undefined;
      }),
    ),
  },
  'DIRS-04': {
    text: 'takes the directories of earlier requests up again where none are named',
    side: 'agent',
    break: incoming((message, wire) => {
      const named = wire.memory(() => ({ roots: undefined as unknown }));
      const params = paramsOf(message);
      if (isRequest(message, 'session/new')) named.roots = params['additionalDirectories'] ?? named.roots;
      const isOpen = isRequest(message, ...replays) && !('additionalDirectories' in params);
      return isOpen && named.roots !== undefined
        ? [withParams(message, { additionalDirectories: named.roots })]
        : undefined;
    }),
  },
  'DIRS-07': {
    text: 'leaves directories out that do not exist',
    side: 'agent',
    break: changeReceivedRequests(['session/new'], (params) => {
      const { additionalDirectories: roots } = params;
      if (!Array.isArray(roots)) return params;
      return { ...params, additionalDirectories: roots.filter((root) => existsSync(String(root))) };
    }),
  },
  'DIRS-10': {
    text: 'follows links out of its directories',
    side: 'agent',
    break: incoming((message, wire) => {
      if (!isRequest(message, 'session/prompt')) return undefined;
      const { sessionId, prompt } = paramsOf(message);
      const path = /\/\S*link\.txt/u.exec(JSON.stringify(prompt))?.[0];
      if (path === undefined) return undefined;
      const content = { type: 'text', text: readFileSync(path, 'utf8') };
      wire.send(sessionUpdate(String(sessionId), { sessionUpdate: 'agent_message_chunk', messageId: 'link', content }));
      return undefined;
    }),
  },
  'SETUP-15': {
    text: 'replays nothing',
    side: 'agent',
    break: changeSentUpdates(['user_message', 'agent_message'], (update, wire) =>
      wire.open('in').some(({ method }) => replays.includes(method)) ? undefined : update,
    ),
  },
  'SETUP-20': {
    text: 'refuses to resume a session in its own directory',
    side: 'agent',
    break: refuseRequests(invalidParams, (message) => isRequest(message, 'session/resume')),
  },
  'CFG-09': {
    text: 'refuses values that are set with the type id',
    side: 'agent',
    break: refuseRequests(
      invalidParams,
      (message) => isRequest(message, 'session/set_config_option') && paramsOf(message)['type'] === 'id',
    ),
  },
};
