/** How agents break rules about next edits and editors that the other sabotages break for clients only. */
import { changeInitializeResponse, inCapabilities } from '../../requirements/sabotage/change-initialize.ts';
import { incoming, outgoing, type Sabotages } from '../../requirements/sabotage/sabotage.ts';
import {
  fieldsOf,
  isNotification,
  isRequest,
  isSuccess,
  paramsOf,
  withParams,
  withResult,
} from '../../requirements/sabotage/wire-message.ts';

/** The sabotages of an agent about next edits and the state of the editor. */
export const draftSabotages: Sabotages = {
  'NES-01': {
    text: 'sends suggestions that no client asked for',
    side: 'agent',
    break: incoming((message, wire) => {
      const { sessionId } = paramsOf(message);
      if (isRequest(message, 'session/prompt'))
        wire.send({ jsonrpc: '2.0', method: 'nes/suggested', params: { sessionId, suggestions: [] } });
      return undefined;
    }),
  },
  'NES-04': {
    text: 'uses one session for all that a client starts',
    side: 'agent',
    break: outgoing((message, wire) => {
      if (!isSuccess(message) || wire.request?.method !== 'nes/start') return undefined;
      const result = fieldsOf(message['result']);
      const { sessionId } = wire.memory(() => ({ sessionId: result['sessionId'] }));
      return [withResult(message, { ...result, sessionId })];
    }),
  },
  'NES-06': {
    text: 'applies the first of several changes only',
    side: 'agent',
    break: incoming((message) => {
      if (!isNotification(message, 'document/didChange')) return undefined;
      return [withParams(message, { contentChanges: [paramsOf(message)['contentChanges']].flat().slice(0, 1) })];
    }),
  },
  'NES-08': {
    text: 'chooses an encoding of positions that the client does not offer',
    side: 'agent',
    break: outgoing(
      changeInitializeResponse((said) =>
        inCapabilities(said, (capabilities) => ({ ...fieldsOf(capabilities), positionEncoding: 'utf-8' })),
      ),
    ),
  },
  'EDIT-01': {
    text: 'asks for recent documents whether or not the client offers them',
    side: 'agent',
    break: incoming((message, wire) => {
      const { sessionId } = paramsOf(message);
      if (isRequest(message, 'session/prompt'))
        wire.send({ jsonrpc: '2.0', id: 'recent', method: 'workspace/recent_documents', params: { sessionId } });
      return undefined;
    }),
  },
};
