/** Who may use a hub: the local user by a kept token, others by a file of tokens, a provider or certificates. */
import {
  createToken,
  OidcTokens,
  openTokenFile,
  staticToken,
  TokenTable,
  type Credentials,
  type StaticToken,
  type TokenFileOptions,
} from '@acp-stack/hub';

import { UsageError } from '../../errors/usage-error.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { withoutPeriod } from '../../text/without-period.ts';
import { keptHubToken } from '../../token/running-hub.ts';
import { oidcSettings, type StartFlags } from './hub-settings.ts';
import { tokensFile } from './hub-tokens.ts';
import { localPrincipal } from './local-principal.ts';

/** The credentials of a hub. */
export interface HubCredentials extends Disposable {
  readonly accepted: Credentials;
  /** The token of the local user, who operates the hub. */
  readonly token: string;
  /** Whether the operator has given the token, so that it is in no file. */
  readonly isGiven: boolean;
}

/** The variable with the token of the local user. */
const tokenVariable = 'ACP_HUB_TOKEN';

/** Opens them; throws one sentence if something is wrong with a file or a flag. */
export async function openCredentials(
  flags: StartFlags,
  { env }: Terminal,
  options: Pick<TokenFileOptions, 'onRevoked' | 'log'> & { readonly more: readonly StaticToken[] },
): Promise<HubCredentials> {
  const given = env[tokenVariable];
  if (given === '') throw new UsageError(`${tokenVariable} must not be empty: set it to a secret, or unset it`);
  const oidc = oidcSettings(flags);
  const certificates = flags.tlsClientCa !== undefined;
  if (flags.operator !== undefined && oidc === undefined && !certificates) {
    throw new UsageError(
      '--operator names users of --oidc-issuer or --tls-client-ca; acp hub token add --operator adds one',
    );
  }
  const file = await openTokenFile(tokensFile(flags.tokens, env), options).catch((error: unknown) => {
    throw new UsageError(withoutPeriod((error as Error).message), { cause: error });
  });
  const token = given ?? keptToken(env);
  const own = [staticToken(localPrincipal, token, true), ...options.more];
  let table = { of: file.table, all: new TokenTable([...own, ...file.table.tokens]) };
  return {
    token,
    isGiven: given !== undefined,
    accepted: {
      tokens: () => {
        // The file is read again when it changes.
        if (table.of !== file.table) table = { of: file.table, all: new TokenTable([...own, ...file.table.tokens]) };
        return table.all;
      },
      reloadTokens: () => file.reload(),
      ...(oidc === undefined ? {} : { oidc: new OidcTokens(oidc, { log: options.log }) }),
      ...(certificates ? { certificates: { name: 'subject', operators: flags.operator ?? [] } } : {}),
    },
    [Symbol.dispose]: () => {
      file[Symbol.dispose]();
    },
  };
}

function keptToken(env: Terminal['env']): string {
  try {
    return keptHubToken(env, createToken).token;
  } catch (error) {
    const reason = withoutPeriod(error instanceof Error ? error.message : String(error));
    throw new UsageError(`the token cannot be kept (${reason}), or set ${tokenVariable} to a secret`, {
      cause: error,
    });
  }
}
