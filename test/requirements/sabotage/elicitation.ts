/** Sabotages of the rules about elicitation. */
import { inCapabilities, changeOtherInitialize, changeOwnInitialize } from './change-initialize.ts';
import { changeSentRequests, replaceErrors, either, changeReceivedRequests, changeResults } from './change-requests.ts';
import { incoming, outgoing, type Break, type Sabotages } from './sabotage.ts';
import {
  fieldsOf,
  isNotification,
  isObject,
  isRequest,
  isSuccess,
  paramsOf,
  without,
  withParams,
  withResult,
  type WireFields,
} from './wire-message.ts';

const invalidParams = -32_602;

const create = ['elicitation/create'];

const isNameless = (modes: unknown): boolean => isObject(modes) && Object.keys(modes).length === 0;

const completed = 'elicitation/complete';

/** Changes the fields of every form that the client receives, each with its name. */
const formHeard = (change: (name: string, field: WireFields) => readonly [string, WireFields]): Break =>
  changeReceivedRequests(create, (params) => {
    const schema = fieldsOf(params['requestedSchema']);
    const fields = Object.entries(fieldsOf(schema['properties']));
    if (params['mode'] !== 'form' || fields.length === 0) return params;
    const properties = Object.fromEntries(fields.map(([name, field]) => change(name, fieldsOf(field))));
    return { ...params, requestedSchema: { ...schema, properties } };
  });

/** Changes the requests to open a page that the client receives. */
const pageHeard = (change: (params: WireFields) => WireFields): Break =>
  changeReceivedRequests(create, (params) => (params['mode'] === 'url' ? change(params) : params));

/** Changes the client's response to a request to open a page. */
const pageAnswered = (change: (result: WireFields) => WireFields): Break =>
  changeResults(create, (result, params) => (params['mode'] === 'url' ? change(result) : result));

/** The default values of a form. */
const defaultsOf = (params: WireFields): WireFields =>
  Object.fromEntries(
    Object.entries(fieldsOf(fieldsOf(params['requestedSchema'])['properties'])).map(([name, field]) => [
      name,
      fieldsOf(field)['default'],
    ]),
  );

const knownTypes = new Set<unknown>(['string', 'number', 'integer', 'boolean', 'array']);

/** The sabotages of the rules about elicitation. */
export const elicitationSabotages: Sabotages = {
  'ELIC-01': {
    text: 'uses elicitation modes that the client did not offer, and responds to modes that it did not offer',
    side: 'both',
    break: either(replaceErrors(create, invalidParams, { action: 'cancel' }), (message, wire) =>
      isRequest(message, 'initialize')
        ? changeOtherInitialize((said) =>
            inCapabilities(said, (capabilities) => ({ ...fieldsOf(capabilities), elicitation: { form: {}, url: {} } })),
          )(message, wire)
        : undefined,
    ),
  },
  'ELIC-02': {
    text: 'does not send the mode of an elicitation',
    side: 'agent',
    break: changeSentRequests(create, (params) => without(params, 'mode')),
  },
  'ELIC-03': {
    text: 'fills in fields that have fields of their own',
    side: 'client',
    break: formHeard((name, field) => [name, field['type'] === 'object' ? { type: 'string', default: 'x' } : field]),
  },
  'ELIC-04': {
    text: 'ignores the default values and the constraints of fields',
    side: 'client',
    break: formHeard((name, { type, title }) => [name, { type, title }]),
  },
  'ELIC-05': {
    text: 'responds with an outcome of its own',
    side: 'client',
    break: changeResults(create, (result) => ({ ...result, action: `${String(result['action'])}ed` })),
  },
  'ELIC-06': {
    text: 'treats a question that was dismissed as one that was declined',
    side: 'client',
    break: changeResults(create, (result) =>
      result['action'] === 'cancel' ? { ...result, action: 'decline' } : result,
    ),
  },
  'ELIC-07': {
    text: 'shows forms that ask for a secret as if they did not',
    side: 'client',
    break: formHeard((name, field) => (name === 'password' ? ['word', { ...field, title: 'A word' }] : [name, field])),
  },
  'ELIC-08': {
    text: 'consents to a page that the user did not want',
    side: 'client',
    break: pageAnswered((result) => (result['action'] === 'decline' ? { action: 'accept' } : result)),
  },
  'ELIC-09': {
    text: 'treats a page as done as soon as the user has agreed to visit it',
    side: 'client',
    break: outgoing((message, wire) => {
      const { elicitationId, mode } = fieldsOf(wire.request?.params);
      const isConsent = isSuccess(message) && fieldsOf(message['result'])['action'] === 'accept';
      if (!isConsent || mode !== 'url') return undefined;
      wire.deliver({ jsonrpc: '2.0', method: completed, params: { elicitationId } });
      return undefined;
    }),
  },
  'ELIC-10': {
    text: 'treats whatever page is done as the last one',
    side: 'client',
    break: incoming((message, wire) => {
      const last = wire.memory((): { id: unknown } => ({ id: undefined }));
      if (isRequest(message, ...create)) last.id = paramsOf(message)['elicitationId'] ?? last.id;
      if (!isNotification(message, completed) || last.id === undefined) return undefined;
      return [withParams(message, { elicitationId: last.id })];
    }),
  },
  'ELIC-11': {
    text: 'treats pages with the same id as different ones',
    side: 'client',
    break: incoming((message, wire) => {
      const seen = wire.memory(() => ({ count: 0 }));
      const { mode, elicitationId } = paramsOf(message);
      if (!isRequest(message, ...create) || mode !== 'url') return undefined;
      seen.count += 1;
      return [withParams(message, { elicitationId: `${String(elicitationId)}-${seen.count}` })];
    }),
  },
  'ELIC-12': {
    text: 'does not see that an address carries a password',
    side: 'client',
    break: pageHeard((params) => ({ ...params, url: String(params['url']).replace(/\/\/[^/@]*@/u, '//') })),
  },
  'ELIC-13': {
    text: 'shows every field that it does not know as one for text',
    side: 'client',
    break: formHeard((name, field) => [name, knownTypes.has(field['type']) ? field : { ...field, type: 'string' }]),
  },
  'ELIC-14': {
    text: 'asks a client that can show nothing, and waits for its answer',
    side: 'agent',
    break: changeReceivedRequests(['initialize'], (params) =>
      inCapabilities(params, (capabilities) => ({ ...fieldsOf(capabilities), elicitation: { form: {} } })),
    ),
  },
  'ELIC-15': {
    text: 'responds with the default values of a form, whatever the user entered',
    side: 'client',
    break: changeResults(create, (result, params) =>
      result['action'] === 'accept' && params['mode'] === 'form' ? { ...result, content: defaultsOf(params) } : result,
    ),
  },
  'ELIC-20': {
    text: 'reports the agent what was typed on a page',
    side: 'client',
    break: pageAnswered((result) =>
      result['action'] === 'accept' ? { ...result, content: { typed: 'what was typed' } } : result,
    ),
  },
  'ELIC-21': {
    text: 'declares elicitation with a mode of its own only',
    side: 'client',
    break: changeOwnInitialize((said) =>
      inCapabilities(said, (capabilities) => {
        const all = fieldsOf(capabilities);
        return 'elicitation' in all ? { ...all, elicitation: { _smoke: {} } } : all;
      }),
    ),
  },
  'ELIC-22': {
    text: 'sends users to pages that are not encrypted',
    side: 'agent',
    break: changeSentRequests(create, (params) =>
      params['mode'] === 'url' ? { ...params, url: String(params['url']).replace(/^https:/u, 'http:') } : params,
    ),
  },
  'ELIC-23': {
    text: 'tells its MCP servers nothing of the modes of its client',
    side: 'agent',
    break: changeOtherInitialize((said) =>
      inCapabilities(said, (capabilities) => without(fieldsOf(capabilities), 'elicitation')),
    ),
  },
  'ELIC-24': {
    text: 'takes every value of an accepted form for one that fits',
    side: 'agent',
    break: incoming((message, wire) => {
      const result = fieldsOf(message['result']);
      const asked = fieldsOf(wire.request?.params);
      if (asked['mode'] !== 'form' || result['action'] !== 'accept') return undefined;
      return [withResult(message, { ...result, content: defaultsOf(asked) })];
    }),
  },
  'ELIC-17': {
    text: 'treats a client that names no mode as one that can show nothing',
    side: 'agent',
    break: incoming((message, wire) =>
      isRequest(message, 'initialize')
        ? changeOtherInitialize((said) =>
            inCapabilities(said, (capabilities) =>
              isNameless(fieldsOf(capabilities)['elicitation'])
                ? without(fieldsOf(capabilities), 'elicitation')
                : capabilities,
            ),
          )(message, wire)
        : undefined,
    ),
  },
};
