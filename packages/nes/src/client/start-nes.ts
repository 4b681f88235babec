/** Starts next edit suggestions for an editor. */
import { RpcError } from '@acp-stack/rpc';
import { errorCodes, type ClientCapabilities } from '@acp-stack/schema/v2/unstable';
import type { ClientConnection } from '@acp-stack/sdk';

import { optionalKinds, type SuggestionKind } from '../suggestions/suggestion.ts';
import { NesClient, type NesClientOptions } from './nes-client.ts';

/** Returns the capabilities of a client with next edit suggestions, for `client()`. */
export function nesClientCapabilities(
  kinds: readonly SuggestionKind[] = ['edit'],
): Pick<ClientCapabilities, 'nes' | 'positionEncodings'> {
  const offered = optionalKinds.filter((kind) => kinds.includes(kind));
  return {
    nes: Object.fromEntries(offered.map((kind) => [kind, {}])),
    positionEncodings: ['utf-16', 'utf-8', 'utf-32'],
  };
}

/** The maximum number of login attempts. */
const maximumLogins = 3;

/** Starts a session; if the agent requires a login, asks the user and tries again. */
export async function startNes(connection: ClientConnection, options: NesClientOptions = {}): Promise<NesClient> {
  const { workspace = {}, onLogin } = options;
  for (let logins = 0; ; logins += 1) {
    try {
      return new NesClient(connection, await connection.request('nes/start', workspace), options);
    } catch (error) {
      const isRefused = error instanceof RpcError && error.code === errorCodes.authentication_required;
      if (!isRefused || onLogin === undefined || logins >= maximumLogins) throw error;
      if (!(await onLogin(connection.authMethods))) throw error;
    }
  }
}
