/** A proxy with state. */
// #region state
import { proxy, type AcpProxy, type ProxyComponent } from '@acp-stack/sdk';

/** Counts the turns of each connection. */
export const counting = (): ProxyComponent => ({
  name: 'counting',
  role: 'proxy',
  start: (options) => makeCounter().start(options),
});

function makeCounter(): AcpProxy {
  let turns = 0;
  return proxy({ name: 'counting', version: '1.0.0' }).onClientRequest('session/prompt', async (_, next) => {
    turns += 1;
    const result = await next();
    return { ...result, _meta: { ...result._meta, turns } };
  });
}
// #endregion state
