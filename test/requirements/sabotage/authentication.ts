/** Sabotages of the rules about authentication. */
import { inCapabilities, changeInitializeResponse, changeOtherInitialize } from './change-initialize.ts';
import {
  respondWith,
  changeSentRequests,
  replaceErrors,
  either,
  refuseRequests,
  changeResults,
} from './change-requests.ts';
import { incoming, outgoing, type Break, type Sabotages } from './sabotage.ts';
import {
  fieldsOf,
  isErrorResponse,
  isRequest,
  isSuccess,
  paramsOf,
  without,
  withParams,
  withResult,
  type WireFields,
} from './wire-message.ts';

const methodNotFound = -32_601;
const invalidParams = -32_602;

const authRequired = -32_000;
const internalError = -32_603;

const login = ['auth/login'];

/** Changes each authentication method. */
const eachMethod = (result: WireFields, change: (method: WireFields) => WireFields): WireFields =>
  Array.isArray(result['authMethods'])
    ? { ...result, authMethods: result['authMethods'].map((method) => change(fieldsOf(method))) }
    : result;

/** Requests the same session again on the same connection, whatever the login returned. */
const insisting: Break = incoming((message, wire) => {
  if (!isErrorResponse(message, authRequired) || wire.request?.method !== 'session/new') return undefined;
  const { method, params } = wire.request;
  wire.send({ jsonrpc: '2.0', id: 'insisting', method, params });
  return undefined;
});

const statusMethod = 'auth/status';
const knownStates = new Set<unknown>(['authenticated', 'unauthenticated', 'not_required', 'unknown']);

/** Changes the `auth/status` response that the client receives. */
const statusHeard = (change: (status: WireFields) => WireFields): Break =>
  incoming((message, wire) =>
    isSuccess(message) && wire.request?.method === statusMethod
      ? [withResult(message, change(fieldsOf(message['result'])))]
      : undefined,
  );

/** Sends the status after every login and logout. */
const tellingAlways: Break = outgoing((message, wire) => {
  const method = wire.request?.method ?? '';
  if (!isSuccess(message) || !['auth/login', 'auth/logout'].includes(method)) return undefined;
  const state = method === 'auth/login' ? 'authenticated' : 'unauthenticated';
  wire.send({ jsonrpc: '2.0', method: 'auth/status_update', params: { state } });
  return undefined;
});

/** Adds what was said about accounts to every later request. */
const telltale: Break = (message, wire) => {
  const known = wire.memory((): { accounts: unknown } => ({ accounts: undefined }));
  if (wire.direction === 'in') {
    if (isSuccess(message) && wire.request?.method === statusMethod)
      known.accounts = fieldsOf(message['result'])['accounts'];
    return undefined;
  }
  if (!isRequest(message) || known.accounts === undefined) return undefined;
  return [withParams(message, { _meta: { ...fieldsOf(paramsOf(message)['_meta']), accounts: known.accounts } })];
};

/** The sabotages of the rules about authentication. */
export const authenticationSabotages: Sabotages = {
  'AUTH-01': {
    text: 'logs in with a method that was not offered, and accepts such a login',
    side: 'both',
    break: either(
      changeSentRequests(login, (params) => ({ ...params, methodId: 'not-offered' })),
      replaceErrors(login, invalidParams, {}),
    ),
  },
  'AUTH-03': {
    text: 'offers authentication methods without their type',
    side: 'agent',
    break: outgoing(changeInitializeResponse((result) => eachMethod(result, (method) => without(method, 'type')))),
  },
  'AUTH-04': {
    text: 'responds to a login with more than its success',
    side: 'agent',
    break: changeResults(['auth/login', 'auth/logout'], () => ({ token: 'sabotaged' })),
  },
  'AUTH-05': {
    text: 'opens sessions without a login',
    side: 'agent',
    break: replaceErrors(['session/new'], authRequired, { sessionId: 'for-everybody' }),
  },
  'AUTH-06': {
    text: 'logs out of an agent that did not offer it',
    side: 'client',
    break: incoming(
      changeInitializeResponse((result) =>
        inCapabilities(result, (capabilities) => ({ ...fieldsOf(capabilities), auth: { logout: {} } })),
      ),
    ),
  },
  'AUTH-07': { text: 'says that it logs out and does not', side: 'agent', break: respondWith(['auth/logout'], {}) },
  'AUTH-08': {
    text: 'treats a required login as a failure of the agent',
    side: 'client',
    break: incoming((message) =>
      isErrorResponse(message, authRequired)
        ? [{ ...message, error: { ...fieldsOf(message['error']), code: internalError } }]
        : undefined,
    ),
  },
  'AUTH-09': {
    text: 'offers to log in but not to log out, and logs in where nothing was offered',
    side: 'both',
    break: either(
      refuseRequests(methodNotFound, (message) => isRequest(message, 'auth/logout')),
      incoming(
        changeInitializeResponse((result) => ({
          authMethods: [{ type: 'agent', methodId: 'assumed', name: 'Assumed' }],
          ...result,
        })),
      ),
    ),
  },
  'AUTH-10': {
    text: 'offers a login in a terminal to clients that have none',
    side: 'agent',
    break: incoming((message, wire) =>
      isRequest(message, 'initialize')
        ? changeOtherInitialize((said) =>
            inCapabilities(said, (capabilities) => ({ ...fieldsOf(capabilities), auth: { terminal: {} } })),
          )(message, wire)
        : undefined,
    ),
  },
  'AUTH-11': {
    text: 'runs the program without what the login adds to it',
    side: 'client',
    break: incoming(
      changeInitializeResponse((result) => eachMethod(result, (method) => without(method, 'args', 'env'))),
    ),
  },
  'AUTH-12': { text: 'goes on after a login that has failed', side: 'client', break: insisting },
  'AUTH-13': {
    text: 'logs in with a method that runs in a terminal, and accepts such a login',
    side: 'both',
    break: either(
      replaceErrors(login, invalidParams, {}),
      incoming(changeInitializeResponse((result) => eachMethod(result, (method) => ({ ...method, type: 'agent' })))),
    ),
  },
  'AUTH-14': { text: 'goes on with the program that is not logged in', side: 'client', break: insisting },
  'AUTH-15': {
    text: 'treats a variable that is set twice as two',
    side: 'client',
    break: incoming(
      changeInitializeResponse((result) =>
        eachMethod(result, (method) =>
          Array.isArray(method['env'])
            ? { ...method, env: method['env'].map((each, index) => ({ ...fieldsOf(each), name: `V${index}` })) }
            : method,
        ),
      ),
    ),
  },
  'AUTH-18': {
    text: 'requests the login status although the agent did not offer it',
    side: 'client',
    break: changeOtherInitialize((said) =>
      inCapabilities(said, (capabilities) => ({ ...fieldsOf(capabilities), auth: { status: {} } })),
    ),
  },
  'AUTH-19': {
    text: 'treats a state that it does not know as a login',
    side: 'client',
    break: statusHeard((status) => (knownStates.has(status['state']) ? status : { ...status, state: 'authenticated' })),
  },
  'AUTH-20': {
    text: 'reports the login status even if it has not changed',
    side: 'agent',
    break: tellingAlways,
  },
  'AUTH-21': { text: 'sends what it knows of an account with every request', side: 'client', break: telltale },
};
