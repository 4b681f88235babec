/** A proxy that ships, by its name. */
// #region by-name
import { createProxy } from '@acp-stack/conductor/proxies';
import type { ProxyComponent } from '@acp-stack/sdk';

export const limited = (): Promise<ProxyComponent> => createProxy('rate-limit', { turns: 10, seconds: 60 });
// #endregion by-name
