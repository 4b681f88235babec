/**
 * Tokens of an OpenID provider: signed JSON web tokens, checked with the provider's published keys.
 *
 * A token has to be of the issuer, for this audience, signed with an allowed algorithm, and not expired. The keys are
 * fetched again when a token names an unknown one, so that the provider can change them.
 */
import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';

import { isAccountName, type Principal } from './principal.ts';

/** Which tokens are accepted, and what they say about a principal. */
export interface OidcOptions {
  /** The issuer, an address; its keys are found by the discovery document of the issuer unless `jwksUrl` is given. */
  readonly issuer: string;
  /** Who the token must be for. */
  readonly audience: string | readonly string[];
  /** Where the keys are. */
  readonly jwksUrl?: string;
  /** The algorithms that are accepted; RS256, PS256, ES256 and EdDSA by default. Only those with public keys can be. */
  readonly algorithms?: readonly string[];
  /** The claim with the name; `sub` by default. An `email` counts only if the provider has verified it. */
  readonly nameClaim?: string;
  /** The names of operators. */
  readonly operators?: readonly string[];
  /** A claim that makes its bearer an operator: a string, or a list that has it. */
  readonly operatorClaim?: { readonly claim: string; readonly value: string };
}

/** What checking tokens needs besides. */
export interface OidcContext {
  /** Called when keys cannot be fetched; one sentence. */
  readonly log: (line: string) => void;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Milliseconds before a missing key is looked for again; 30 s. */
  readonly keyCooldown?: number;
}

/** What a token proves; times are in milliseconds since 1970. */
export interface VerifiedToken {
  /** Who has the token. */
  readonly principal: Principal;
  /** When it expires. */
  readonly expiresAt: number;
}

/** Seconds by which clocks may differ. */
const clockTolerance = 60;
const defaultAlgorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'];
const allowedAlgorithms = /^(?:(?:RS|PS|ES)(?:256|384|512)|EdDSA|Ed25519)$/u;
const maxLength = 16_384;
const fetchTimeout = 5000;

/** Whether a text can be a JSON web token. */
const isJsonWebToken = (token: string): boolean => token.length <= maxLength && /^[\w-]+\.[\w-]+\.[\w-]+$/u.test(token);

/** Checks tokens of a provider. */
export class OidcTokens {
  readonly #options: OidcOptions;
  readonly #context: OidcContext;
  readonly #algorithms: readonly string[];
  #keys: Promise<JWTVerifyGetKey> | undefined;

  /** Throws one sentence if the options are not safe. */
  constructor(options: OidcOptions, context: OidcContext) {
    this.#options = options;
    this.#context = context;
    this.#algorithms = options.algorithms ?? defaultAlgorithms;
    const other = this.#algorithms.find((name) => !allowedAlgorithms.test(name));
    if (other !== undefined) throw new Error(`The algorithm ${other} is not one with public keys; use RS256 or ES256.`);
    if (this.#algorithms.length === 0) throw new Error('At least one algorithm must be allowed.');
    secureAddress(options.issuer, 'The issuer');
    if (options.jwksUrl !== undefined) secureAddress(options.jwksUrl, 'The address of the keys');
    if ([options.audience].flat().every((each) => each === '')) throw new Error('The audience must not be empty.');
  }

  /** Returns what a token proves; undefined if it proves nothing. */
  async verify(token: string): Promise<VerifiedToken | undefined> {
    if (!isJsonWebToken(token)) return undefined;
    const { issuer, audience } = this.#options;
    const now = this.#context.now?.() ?? Date.now();
    try {
      const { payload } = await jwtVerify(token, await this.#getKeys(), {
        issuer,
        audience: [audience].flat(),
        algorithms: [...this.#algorithms],
        clockTolerance,
        currentDate: new Date(now),
        requiredClaims: ['exp'],
      });
      const principal = this.#principalOf(payload);
      return principal && { principal, expiresAt: ((payload.exp ?? 0) + clockTolerance) * 1000 };
    } catch (error) {
      if (!isTokenProblem(error)) {
        this.#context.log(`The keys of ${issuer} cannot be fetched: ${(error as Error).message}`);
      }
      return undefined;
    }
  }

  #principalOf(payload: JWTPayload): Principal | undefined {
    const { nameClaim = 'sub', operators = [], operatorClaim } = this.#options;
    const name = payload[nameClaim];
    if (typeof name !== 'string' || !isAccountName(name)) return undefined;
    if (nameClaim === 'email' && payload['email_verified'] !== true) return undefined;
    const marks: unknown = operatorClaim === undefined ? undefined : payload[operatorClaim.claim];
    const isMarked = operatorClaim !== undefined && [marks].flat().includes(operatorClaim.value);
    return { name, isOperator: isMarked || operators.includes(name) };
  }

  #getKeys(): Promise<JWTVerifyGetKey> {
    this.#keys ??= this.#findKeys().catch((error: unknown) => {
      // The next token tries again.
      this.#keys = undefined;
      throw error;
    });
    return this.#keys;
  }

  async #findKeys(): Promise<JWTVerifyGetKey> {
    const { keyCooldown } = this.#context;
    const address = this.#options.jwksUrl ?? (await discoverKeys(this.#options.issuer));
    return createRemoteJWKSet(new URL(address), {
      timeoutDuration: fetchTimeout,
      ...(keyCooldown === undefined ? {} : { cooldownDuration: keyCooldown }),
    });
  }
}

/** Whether the token is at fault, and not the way to the keys. */
function isTokenProblem(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return false;
  // The response of the provider was not a list of keys: jose has no class of its own for that.
  if (error instanceof errors.JOSEError) return error.code !== 'ERR_JOSE_GENERIC';
  return false;
}

async function discoverKeys(issuer: string): Promise<string> {
  const response = await fetch(`${issuer.replace(/\/$/u, '')}/.well-known/openid-configuration`, {
    redirect: 'error',
    signal: AbortSignal.timeout(fetchTimeout),
  });
  if (!response.ok) throw new Error(`the discovery document has the status ${response.status}.`);
  const document = Object(await response.json()) as { readonly issuer?: unknown; readonly jwks_uri?: unknown };
  if (document.issuer !== issuer) throw new Error('the discovery document is of another issuer.');
  if (typeof document.jwks_uri !== 'string') throw new Error('the discovery document has no jwks_uri.');
  secureAddress(document.jwks_uri, 'The address of the keys');
  return document.jwks_uri;
}

/** Keys that are fetched without TLS could be anyone's; only this machine may be asked so. */
function secureAddress(address: string, what: string): void {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isLocal = url !== undefined && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal)) return;
  throw new Error(`${what} must be an address that begins with https://.`);
}
