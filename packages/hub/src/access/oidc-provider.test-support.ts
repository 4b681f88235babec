/** A provider of OpenID on this machine, and tokens that it has signed. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK, type JWTPayload } from 'jose';

/** A key of a provider. */
export interface Key {
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

/** Makes a key with a name. */
export async function createKey(kid: string): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' } };
}

/** A provider on this machine. */
export class OidcProvider implements AsyncDisposable {
  readonly #server = createServer((request, response) => {
    this.requests.push(request.url ?? '');
    const body =
      request.url === '/keys'
        ? { keys: this.keys }
        : { issuer: this.claimedIssuer ?? this.issuer, jwks_uri: this.keysUrl };
    response.writeHead(this.status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  readonly requests: string[] = [];
  keys: JWK[] = [];
  status = 200;
  claimedIssuer: string | undefined;

  static async start(...keys: (Key | undefined)[]): Promise<OidcProvider> {
    const provider = new OidcProvider();
    provider.keys = keys.flatMap((key) => (key === undefined ? [] : [key.jwk]));
    await new Promise<void>((resolve) => void provider.#server.listen(0, '127.0.0.1', resolve));
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get keysUrl(): string {
    return `${this.issuer}/keys`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => void this.#server.close(resolve));
  }
}

/** A token that is signed with a key. */
export const sign = (payload: JWTPayload, key: Key | undefined, kid = key?.jwk.kid): Promise<string> => {
  if (key === undefined) throw new Error('There is no key.');
  return new SignJWT(payload)
    .setProtectedHeader({ alg: 'ES256', ...(kid === undefined ? {} : { kid }) })
    .sign(key.privateKey);
};
