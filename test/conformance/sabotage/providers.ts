/** Sabotages of the rules about providers. */
import {
  changeReceivedRequests,
  changeResults,
  either,
  refuseRequests,
  replaceErrors,
} from '../../requirements/sabotage/change-requests.ts';
import { incoming, type Sabotages } from '../../requirements/sabotage/sabotage.ts';
import {
  fieldsOf,
  isObject,
  isRequest,
  paramsOf,
  responseTo,
  type WireFields,
} from '../../requirements/sabotage/wire-message.ts';

const methodNotFound = -32_601;
const invalidParams = -32_602;

const eachProvider = (change: (provider: WireFields) => WireFields): ReturnType<typeof changeResults> =>
  changeResults(['providers/list'], (result) => ({
    ...result,
    providers: [result['providers']].flat().map((provider) => change(fieldsOf(provider))),
  }));

/** The settings of earlier connections. */
const stored = new Map<unknown, WireFields>();

export const providerSabotages: Sabotages = {
  'PROV-01': {
    text: 'offers providers and does not have their methods',
    side: 'agent',
    break: refuseRequests(methodNotFound, (message) => isRequest(message, 'providers/list')),
  },
  'PROV-02': {
    text: 'says that it sets a provider and does not',
    side: 'agent',
    break: incoming((message, wire) => {
      const isRight = /-(?:first|second)$/u.test(String(paramsOf(message)['baseUrl']));
      if (!isRequest(message, 'providers/set') || !isRight) return undefined;
      wire.send(responseTo(message, {}));
      return [];
    }),
  },
  'PROV-03': {
    text: 'accepts what it cannot set',
    side: 'agent',
    break: replaceErrors(['providers/set'], invalidParams, {}),
  },
  'PROV-04': {
    text: 'disables what it cannot do without',
    side: 'agent',
    break: replaceErrors(['providers/disable'], invalidParams, {}),
  },
  'PROV-05': {
    text: 'says that it disables a provider and does not',
    side: 'agent',
    break: changeReceivedRequests(['providers/disable'], (params) =>
      params['providerId'] === 'spare' ? { providerId: 'unheard-of' } : params,
    ),
  },
  'PROV-06': {
    text: 'lists the headers of providers',
    side: 'agent',
    break: eachProvider((provider) =>
      isObject(provider['current'])
        ? { ...provider, current: { ...provider['current'], headers: { 'x-key': 'secret' } } }
        : provider,
    ),
  },
  'PROV-07': {
    text: 'has what was set in an earlier process',
    side: 'agent',
    break: either(
      incoming((message) => {
        const { providerId, apiType, baseUrl } = paramsOf(message);
        if (isRequest(message, 'providers/set')) stored.set(providerId, { apiType, baseUrl });
        return undefined;
      }),
      eachProvider((provider) => ({ ...provider, current: stored.get(provider['providerId']) ?? provider['current'] })),
    ),
  },
  'PROV-08': {
    text: 'does not answer when it is asked for an interface that it does not know',
    side: 'agent',
    break: incoming((message) =>
      isRequest(message, 'providers/set') && String(paramsOf(message)['apiType']).startsWith('_') ? [] : undefined,
    ),
  },
};
