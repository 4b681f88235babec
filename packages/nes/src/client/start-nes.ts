/** Begins next edit suggestions for an editor. */
import { RpcError } from '@acp-stack/rpc';
import { errorCodes, type ClientCapabilities } from '@acp-stack/schema/v2/unstable';
import type { ClientConnection } from '@acp-stack/sdk';

import { optionalKinds, type SuggestionKind } from '../suggestions/suggestion.ts';
import { NesClient, type NesClientOptions } from './nes-client.ts';

/** What a client with next edit suggestions says about itself; goes into the `capabilities` of `client()`. */
export function nesClientCapabilities(
  kinds: readonly SuggestionKind[] = ['edit'],
): Pick<ClientCapabilities, 'nes' | 'positionEncodings'> {
  const offered = optionalKinds.filter((kind) => kinds.includes(kind));
  return {
    nes: Object.fromEntries(offered.map((kind) => [kind, {}])),
    positionEncodings: ['utf-16', 'utf-8', 'utf-32'],
  };
}

/** How often the user is asked to log in before it is given up. */
const mostLogins = 3;

/** Starts a session; asks the user to log in, and tries again, when the agent wants that. */
export async function startNes(connection: ClientConnection, options: NesClientOptions = {}): Promise<NesClient> {
  const { workspace = {}, onLogin } = options;
  for (let logins = 0; ; logins += 1) {
    try {
      return new NesClient(connection, await connection.request('nes/start', workspace), options);
    } catch (error) {
      const isRefused = error instanceof RpcError && error.code === errorCodes.authentication_required;
      if (!isRefused || onLogin === undefined || logins >= mostLogins) throw error;
      if (!(await onLogin(connection.authMethods))) throw error;
    }
  }
}
