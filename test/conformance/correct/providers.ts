/** The model services of the correct agent. */
import { RpcError } from '@acp-stack/rpc';
import type { Agent } from '@acp-stack/sdk';

interface Provider {
  readonly required: boolean;
  current: { readonly apiType: 'openai'; readonly baseUrl: string } | null;
}

const invalid = (message: string): RpcError => new RpcError(-32_602, message);

const at = (baseUrl: string): Provider['current'] => ({ apiType: 'openai', baseUrl });

/** Adds two services, one of which is required. */
export function withProviders(app: Agent): Agent {
  const providers = new Map<string, Provider>([
    ['main', { required: true, current: at('http://127.0.0.1:9/main') }],
    ['spare', { required: false, current: at('http://127.0.0.1:9/spare') }],
  ]);
  return app
    .on('providers/list', () => ({
      providers: [...providers].map(([providerId, provider]) => ({ providerId, supported: ['openai'], ...provider })),
    }))
    .on('providers/set', ({ providerId, apiType, baseUrl }) => {
      const provider = providers.get(providerId);
      if (provider === undefined) throw invalid(`Unknown provider ${providerId}.`);
      if (apiType !== 'openai') throw invalid(`${providerId} does not support ${apiType}.`);
      provider.current = { apiType, baseUrl };
      return {};
    })
    .on('providers/disable', ({ providerId }) => {
      const provider = providers.get(providerId);
      if (provider?.required === true) throw invalid(`${providerId} is required.`);
      if (provider !== undefined) provider.current = null;
      return {};
    });
}
