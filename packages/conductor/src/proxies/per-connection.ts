/**
 * What the proxies of this folder share: each connection has a proxy of its own, and the user is told things the same
 * way.
 */
import { packageVersion } from '@acp-stack/schema/package-version';
import type { AcpProxy, Implementation, ProxyComponent, ProxyContext } from '@acp-stack/sdk';

/** What a chain has to know about a proxy before it runs. */
export interface PerConnectionOptions {
  /** Whether a chain may go on without the proxy once it has failed: only if it protects nothing. */
  readonly mayBypass?: boolean;
}

/** How a proxy of this folder introduces itself. */
export const infoOf = (name: string): Implementation => ({ name, version: packageVersion });

/** A component with state: `make` is called for each connection, so that two chains never share what it remembers. */
export function perConnection(
  name: string,
  make: () => AcpProxy,
  { mayBypass = false }: PerConnectionOptions = {},
): ProxyComponent {
  return { name, role: 'proxy', mayBypass, start: (options) => make().start(options) };
}

/** Shows the user a notice beside the conversation; a client of version 1 without notices shows a message. */
export function showNotice(
  client: ProxyContext['client'],
  sessionId: string,
  notice: { readonly severity: 'info' | 'warning' | 'error'; readonly title: string; readonly description?: string },
): Promise<void> {
  return client.notify('session/update', { sessionId, update: { sessionUpdate: 'notice', ...notice } });
}
