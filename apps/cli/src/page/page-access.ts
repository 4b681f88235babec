/**
 * Who may use the server of a page: a browser that was opened with the address that the program has printed.
 *
 * The address has a secret in its fragment, which browsers send to no server and which is valid once. The page
 * exchanges it for a token that is valid until the program ends. Only hashes are compared, so that a comparison tells
 * nothing.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** How many secrets may wait to be used; the oldest is forgotten. */
const mostSecrets = 16;
/** A guess costs nothing but time; after so many, a new address has to be printed. */
const mostFailures = 1000;

export class PageAccess {
  /** What pages send to prove that they were opened by the user. */
  readonly token: string = randomBytes(32).toString('base64url');
  readonly #tokenHash = hashOf(this.token);
  #secrets: readonly Buffer[] = [];
  #failures = 0;

  /** A secret that is valid once. */
  createSecret(): string {
    const secret = randomBytes(32).toString('base64url');
    this.#secrets = [...this.#secrets, hashOf(secret)].slice(-mostSecrets);
    this.#failures = 0;
    return secret;
  }

  /** Uses a secret up; undefined if it is not valid. */
  exchange(secret: string): string | undefined {
    if (this.#failures >= mostFailures) return undefined;
    const hash = hashOf(secret);
    const found = this.#secrets.find((each) => timingSafeEqual(each, hash));
    if (found === undefined) {
      this.#failures += 1;
      return undefined;
    }
    this.#secrets = this.#secrets.filter((each) => each !== found);
    return this.token;
  }

  /** Whether this is the token of pages. */
  accepts(token: string): boolean {
    return timingSafeEqual(hashOf(token), this.#tokenHash);
  }
}

/** The token of an `Authorization` header; undefined if it has none. */
export const bearerOf = (authorization: string | undefined): string | undefined =>
  /^Bearer +(\S+)$/iu.exec(authorization ?? '')?.[1];

/** The address that opens the page once. */
export function pageAddress(url: string, access: PageAccess): string {
  const address = new URL('/', url);
  address.hash = `token=${access.createSecret()}`;
  return address.href;
}
