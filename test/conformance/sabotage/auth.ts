/** Sabotages of the rules about authentication, as agents of both versions break them. */
import { changeInitializeResponse, inCapabilities } from '../../requirements/sabotage/change-initialize.ts';
import {
  changeReceivedRequests,
  changeResults,
  refuseRequests,
  replaceErrors,
  respondWith,
} from '../../requirements/sabotage/change-requests.ts';
import { outgoing, type Break, type Sabotages } from '../../requirements/sabotage/sabotage.ts';
import { fieldsOf, isRequest, isSuccess, without, type WireFields } from '../../requirements/sabotage/wire-message.ts';

const login = ['auth/login', 'authenticate'];
const logout = ['auth/logout', 'logout'];

const authRequired = -32_000;
const invalidParams = -32_602;

const eachMethod = (change: (method: WireFields) => WireFields): Break =>
  outgoing(
    changeInitializeResponse((result) =>
      Array.isArray(result['authMethods'])
        ? { ...result, authMethods: result['authMethods'].map((method) => change(fieldsOf(method))) }
        : result,
    ),
  );

const twice = [
  { name: 'MODE', value: 'login' },
  { name: 'MODE', value: 'other' },
];

export const authSabotages: Sabotages = {
  'AUTH-01': {
    text: 'accepts a login with a method that was not offered',
    side: 'agent',
    break: replaceErrors(login, invalidParams, {}),
  },
  'AUTH-04': {
    text: 'responds to a login with more than its success',
    side: 'agent',
    break: changeResults([...login, ...logout], () => ({ token: 'sabotaged' })),
  },
  'AUTH-05': {
    text: 'refuses sessions after a login',
    side: 'agent',
    break: respondWith(login, {}),
  },
  'AUTH-07': { text: 'says that it logs out and does not', side: 'agent', break: respondWith(logout, {}) },
  'AUTH-10': {
    text: 'offers a login in a terminal to clients that have none',
    side: 'agent',
    break: changeReceivedRequests(['initialize'], (params) =>
      inCapabilities(params, (capabilities) => ({
        ...fieldsOf(capabilities),
        auth: { terminal: 'clientCapabilities' in params ? true : {} },
      })),
    ),
  },
  'AUTH-15': {
    text: 'sets a variable of a login twice',
    side: 'agent',
    break: eachMethod((method) => (method['type'] === 'terminal' ? { ...method, env: twice } : method)),
  },
  'AUTH-16': {
    text: 'does not say which variables a login takes',
    side: 'agent',
    break: eachMethod((method) => (method['type'] === 'env_var' ? without(method, 'vars') : method)),
  },
  'AUTH-18': {
    text: 'does not tell the login status before a login',
    side: 'agent',
    break: refuseRequests(authRequired, (message) => isRequest(message, 'auth/status')),
  },
  'AUTH-20': {
    text: 'reports the login status even if it has not changed',
    side: 'agent',
    break: outgoing((message, wire) => {
      const { method = '' } = wire.request ?? {};
      if (!isSuccess(message) || ![...login, ...logout].includes(method)) return undefined;
      const state = login.includes(method) ? 'authenticated' : 'unauthenticated';
      wire.send({ jsonrpc: '2.0', method: 'auth/status_update', params: { state } });
      return undefined;
    }),
  },
};
