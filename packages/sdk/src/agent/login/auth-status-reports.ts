/**
 * The extension `_auth/status_update` for clients of version 1: released agents send it after `initialize` and when the
 * login has changed, and say so by `_meta.authStatus` in their capabilities. Clients of version 2 have the draft
 * `auth/status`.
 */
import type { AgentCapabilities, AuthStatusResponse } from '@acp-stack/schema/v2/unstable';

import type { Connection } from '../../connection/connection.ts';

const method = '_auth/status_update';

export class AuthStatusReports {
  readonly #status: (connection: Connection<'agent'>) => AuthStatusResponse;
  /** The clients that get reports, with the last one as text. */
  readonly #sent = new WeakMap<Connection<'agent'>, string>();

  constructor(status: (connection: Connection<'agent'>) => AuthStatusResponse) {
    this.#status = status;
  }

  /** Says in the capabilities that reports are sent. */
  advertised(capabilities: AgentCapabilities): AgentCapabilities {
    const { _meta: meta, ...others } = capabilities;
    return { ...others, _meta: { authStatus: {}, ...meta } };
  }

  /** Sends the first report; later ones are for this client too. */
  begin(connection: Connection<'agent'>): void {
    if (!this.#sent.has(connection)) this.#sent.set(connection, '');
    this.report(connection);
  }

  /** Sends the state of the login, if the client gets reports and the last one said something else. */
  report(connection: Connection<'agent'>): void {
    const before = this.#sent.get(connection);
    if (before === undefined) return;
    const authStatus = identityOf(this.#status(connection));
    if (authStatus === undefined) return;
    const text = JSON.stringify(authStatus);
    if (text === before) return;
    this.#sent.set(connection, text);
    void connection.notify(method, { authStatus });
  }
}

/** Who is logged in, in the words of the extension; undefined if that has no meaning, or is unknown. */
function identityOf({ state, accounts }: AuthStatusResponse): { kind: string; label: string } | undefined {
  if (state === 'unauthenticated') return { kind: 'none', label: 'Not logged in' };
  if (state !== 'authenticated') return undefined;
  const account = accounts?.find(({ active }) => active === true) ?? accounts?.[0];
  return { kind: 'account', label: account?.label ?? 'Logged in' };
}
