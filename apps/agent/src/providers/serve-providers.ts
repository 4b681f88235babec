/** Serves the methods with which clients see and set the model services. */
import { describeError, rpcCodes, RpcError } from '@acp-stack/rpc';
import type { Agent } from '@acp-stack/sdk';

import type { ProviderAddress } from './config.ts';
import type { Providers } from './providers.ts';

/**
 * The key in `_meta` of `providers/set` that requests to store the setting; without it, it is lost with the process
 * (PROV-07).
 */
export const persistKey = 'acp-stack/persist';

export interface ServeProvidersOptions {
  /** Stores a setting for later processes. */
  readonly save?: (setting: { readonly providerId: string; readonly address: ProviderAddress }) => Promise<void>;
}

/** Registers the three methods, which also advertises them (PROV-01). */
export function serveProviders<A extends Agent>(app: A, providers: Providers, { save }: ServeProvidersOptions = {}): A {
  app.on('providers/list', () => ({ providers: providers.list() }));
  app.on('providers/set', async (params) => {
    const address = providers.check(params);
    const { providerId, _meta: meta } = params;
    if (meta?.[persistKey] === true) {
      try {
        if (save === undefined) throw new Error('this agent has no config file.');
        await save({ providerId, address });
      } catch (error) {
        const reason = describeError(error);
        throw new RpcError(rpcCodes.internalError, `The setting cannot be stored: ${reason}`, { cause: error });
      }
    }
    providers.set(providerId, address);
    return {};
  });
  app.on('providers/disable', ({ providerId }) => {
    providers.disable(providerId);
    return {};
  });
  return app;
}
