/** Sabotages of the rules about next edit suggestions and document events. */
import { inCapabilities, changeInitializeResponse, changeOtherInitialize } from './change-initialize.ts';
import { respondWith, either, refuseRequests, changeResults, changeSentRequests } from './change-requests.ts';
import { incoming, outgoing, type Break, type Sabotages } from './sabotage.ts';
import {
  fieldsOf,
  isNotification,
  isRequest,
  isSuccess,
  paramsOf,
  without,
  withParams,
  withResult,
  type WireFields,
} from './wire-message.ts';

const invalidParams = -32_602;

const everyEvent = { didOpen: {}, didChange: { syncKind: 'incremental' }, didClose: {}, didSave: {}, didFocus: {} };
const everyContext = {
  recentFiles: {},
  relatedSnippets: {},
  editHistory: {},
  userActions: {},
  openFiles: {},
  diagnostics: {},
};
const everyKind = { jump: {}, rename: {}, searchAndReplace: {} };

/** Adds suggestion capabilities to what the other side reported. */
const assuming = (more: WireFields): Break =>
  changeOtherInitialize((said) =>
    inCapabilities(said, (capabilities) => {
      const all = fieldsOf(capabilities);
      return { ...all, nes: { ...fieldsOf(all['nes']), ...more } };
    }),
  );

/** Changes notifications of these methods. */
const told = (methods: readonly string[], change: (message: WireFields) => readonly unknown[] | undefined): Break => {
  return (message) => (isNotification(message, ...methods) ? change(message) : undefined);
};

const suggestionsIn = (fields: WireFields): readonly WireFields[] =>
  (Array.isArray(fields['suggestions']) ? (fields['suggestions'] as readonly unknown[]) : []).map(fieldsOf);

const changesIn = (message: WireFields): readonly WireFields[] => {
  const { contentChanges } = paramsOf(message);
  return (Array.isArray(contentChanges) ? (contentChanges as readonly unknown[]) : []).map(fieldsOf);
};

const isOlder = ({ method }: WireFields): boolean => typeof method === 'string' && method.startsWith('nes/did');

/** The sabotages of the rules about next edit suggestions, and of the login that they may need. */
export const nextEditSabotages: Sabotages = {
  'AUTH-22': {
    text: 'does not try again after a login',
    side: 'client',
    break: outgoing((message, wire) => {
      if (!isRequest(message, 'nes/start')) return undefined;
      const asked = wire.memory(() => ({ count: 0 }));
      asked.count += 1;
      return asked.count > 1 ? [] : undefined;
    }),
  },
  'NES-01': { text: 'asks an agent that offers no suggestions', side: 'client', break: assuming({}) },
  'NES-02': {
    text: 'sends events that were not requested',
    side: 'client',
    break: assuming({ events: { document: everyEvent } }),
  },
  'NES-03': { text: 'sends all available context', side: 'client', break: assuming({ context: everyContext }) },
  'NES-04': {
    text: 'uses one session for all clients',
    side: 'agent',
    break: changeResults(['nes/start'], (result) => ({ ...result, sessionId: 'the-same' })),
  },
  'NES-05': { text: 'closes nothing', side: 'agent', break: respondWith(['nes/close'], {}) },
  'NES-06': {
    text: 'sends ranges where texts are wanted and versions that stand still, and applies changes the wrong way round',
    side: 'both',
    break: (message, wire) =>
      told(['document/didChange'], () =>
        wire.direction === 'in'
          ? [withParams(message, { contentChanges: changesIn(message).toReversed() })]
          : [withParams(message, { version: 1 })],
      )(message, wire),
  },
  'NES-07': {
    text: 'reports a switch to a document once',
    side: 'client',
    break: outgoing((message, wire) =>
      told(['document/didFocus'], () => {
        const known = wire.memory(() => new Set<unknown>());
        const { uri } = paramsOf(message);
        if (known.has(uri)) return [];
        known.add(uri);
        return undefined;
      })(message, wire),
    ),
  },
  'NES-08': {
    text: 'neither reports nor accepts the position encoding',
    side: 'both',
    break: changeInitializeResponse((said) =>
      inCapabilities(said, (capabilities) => without(fieldsOf(capabilities), 'positionEncoding')),
    ),
  },
  'NES-09': { text: 'suggests what the client cannot show', side: 'agent', break: assuming(everyKind) },
  'NES-10': {
    text: 'gives all suggestions one id',
    side: 'agent',
    break: changeResults(['nes/suggest'], (result) => ({
      ...result,
      suggestions: suggestionsIn(result).map((suggestion) => ({ ...suggestion, suggestionId: 'the-same' })),
    })),
  },
  'NES-11': {
    text: 'ignores a rejection without a reason',
    side: 'agent',
    break: incoming((message, wire) =>
      told(['nes/reject'], () => ('reason' in paramsOf(message) ? undefined : []))(message, wire),
    ),
  },
  'NES-12': {
    text: 'treats a text as a regular expression when nothing is said',
    side: 'client',
    break: incoming((message, wire) => {
      if (!isSuccess(message) || wire.request?.method !== 'nes/suggest') return undefined;
      const result = fieldsOf(message['result']);
      const suggestions = suggestionsIn(result).map((suggestion) => ({ isRegex: true, ...suggestion }));
      return [withResult(message, { ...result, suggestions })];
    }),
  },
  'NES-13': {
    text: 'sends events by their older names, and does not know these',
    side: 'both',
    break: (message, wire) => {
      if (wire.direction === 'in') return isOlder(message) ? [] : undefined;
      const { method } = message;
      if (typeof method !== 'string' || !method.startsWith('document/')) return undefined;
      return [{ ...message, method: method.replace('document/', 'nes/') }];
    },
  },
  'NES-14': {
    text: 'does not report requests that it has cancelled',
    side: 'client',
    break: outgoing((message, wire) =>
      either(
        told(['$/cancel_request'], () => []),
        told(['nes/reject'], () => (paramsOf(message)['reason'] === 'cancelled' ? [] : undefined)),
      )(message, wire),
    ),
  },
  'NES-16': {
    text: 'does not say which repository the workspace is',
    side: 'client',
    break: changeSentRequests(['nes/start'], (params) => without(params, 'repository')),
  },
  'NES-18': {
    text: 'sends suggestions of a kind that the client knows only as an action',
    side: 'agent',
    break: incoming(assuming({ rename: {}, searchAndReplace: {} })),
  },
  'NES-15': {
    text: 'requests the workspace',
    side: 'agent',
    break: refuseRequests(
      invalidParams,
      (message) => isRequest(message, 'nes/start') && Object.keys(paramsOf(message)).length === 0,
    ),
  },
};
