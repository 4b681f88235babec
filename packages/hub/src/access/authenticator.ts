/**
 * Finds out who a client is: by a static token, the secret of an invitation, a token of an OpenID provider, a ticket or
 * a client certificate.
 *
 * A name of a static token cannot be claimed with other credentials. A request with a bearer token is judged by that
 * alone. A principal is known until its credentials end; `isValid` says whether they have.
 */
import type { Authenticate, RequestHead } from '@acp-stack/http/server';

import type { HubCounters } from '../observe/counters.ts';
import { certificateExpiry, certificateName, type CertificateField } from './certificate-name.ts';
import { hashOf, isSecret } from './invitation-link.ts';
import type { Invitations } from './invitations.ts';
import type { OidcTokens } from './json-web-tokens.ts';
import type { Principal } from './principal.ts';
import type { Proof, Tickets } from './tickets.ts';
import type { TokenTable } from './tokens.ts';

/** The credentials that are accepted; each may be left out. */
export interface AuthenticatorOptions {
  /** The static tokens at present. */
  readonly tokens?: () => TokenTable;
  /** Looks for changes of the static tokens; called before a bearer token is refused, which may be new. */
  readonly reloadTokens?: () => Promise<void>;
  readonly invitations?: Pick<Invitations, 'guest' | 'isGuestValid'>;
  readonly oidc?: Pick<OidcTokens, 'verify'>;
  readonly tickets?: Tickets;
  /** Which part of a client certificate is the name, and which names are those of operators. */
  readonly certificates?: { readonly name: CertificateField; readonly operators?: readonly string[] };
  readonly counters?: HubCounters;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** How many principals are remembered; beyond it the one that was not seen longest is forgotten. */
const maxKnown = 10_000;
/** Milliseconds for which the secret of a guest is not looked up again. */
const guestKept = 1000;

export class Authenticator {
  readonly #options: AuthenticatorOptions;
  readonly #now: () => number;
  readonly #known = new Map<string, Proof>();
  readonly #guests = new Map<string, { readonly proof: Proof; readonly until: number }>();

  constructor(options: AuthenticatorOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /** For `serveHttp`: the name of the principal, or undefined to refuse the request. */
  readonly authenticate: Authenticate = async (head) => {
    return (await this.identify(head))?.name;
  };

  /** The principal of a request; undefined if it has no valid credentials. */
  async identify(head: RequestHead): Promise<Principal | undefined> {
    const proof = await this.#prove(head);
    if (proof === undefined) this.#options.counters?.refusals.add(1, 'unauthenticated');
    return proof?.principal;
  }

  /** The principal with a name that was returned by `authenticate`; undefined if its credentials have ended. */
  principalOf(name: string): Principal | undefined {
    const token = this.#options.tokens?.().ofName(name);
    if (token !== undefined) return { name, isOperator: token.isOperator };
    const known = this.#known.get(name);
    return known !== undefined && known.expiresAt > this.#now() ? known.principal : undefined;
  }

  /** Whether a principal still has valid credentials; asks the store about guests. */
  async isValid(name: string): Promise<boolean> {
    if (this.principalOf(name) === undefined) return false;
    const known = this.#known.get(name);
    if (known === undefined) return true;
    put(this.#known, name, known);
    return this.#isGuestValid(known);
  }

  /** A ticket for the principal of a request; undefined if it has no valid credentials, or a ticket itself. */
  async createTicket(head: RequestHead): Promise<string | undefined> {
    const { tickets } = this.#options;
    if (tickets === undefined || ticketOf(head) !== undefined) return undefined;
    const proof = await this.#prove(head);
    return proof && tickets.create(proof);
  }

  async #prove(head: RequestHead): Promise<Proof | undefined> {
    const authorization = head.header('authorization');
    const ticket = ticketOf(head);
    const proof =
      authorization !== undefined
        ? await this.#byBearer(authorization)
        : ticket === undefined
          ? this.#byCertificate(head)
          : await this.#options.tickets?.use(ticket);
    return proof !== undefined && (await this.#accept(proof)) ? proof : undefined;
  }

  async #byBearer(authorization: string): Promise<Proof | undefined> {
    // The scheme is case-insensitive (RFC 9110).
    const [, bearer = ''] = /^Bearer +(\S+)$/iu.exec(authorization) ?? [];
    if (bearer === '') return undefined;
    const known = this.#byToken(bearer);
    if (known !== undefined) return known;
    if (isSecret(bearer)) return this.#byInvitation(bearer);
    const verified = await this.#options.oidc?.verify(bearer);
    if (verified !== undefined) return { ...verified, kind: 'oidc' };
    await this.#options.reloadTokens?.();
    return this.#byToken(bearer);
  }

  #byToken(bearer: string): Proof | undefined {
    const found = this.#options.tokens?.().find(bearer);
    if (found === undefined) return undefined;
    const { name, isOperator } = found;
    return { principal: { name, isOperator }, kind: 'token', expiresAt: never };
  }

  async #byInvitation(secret: string): Promise<Proof | undefined> {
    const guestHash = hashOf(secret);
    const kept = this.#guests.get(guestHash);
    if (kept !== undefined && kept.until > this.#now()) return kept.proof;
    this.#guests.delete(guestHash);
    const principal = await this.#options.invitations?.guest(secret);
    if (principal === undefined) return undefined;
    // The store knows when the invitation expires, and is asked again.
    const proof: Proof = { principal, kind: 'invitation', expiresAt: never, guestHash };
    put(this.#guests, guestHash, { proof, until: this.#now() + guestKept });
    return proof;
  }

  #byCertificate(head: RequestHead): Proof | undefined {
    const { certificates } = this.#options;
    const certificate = certificates === undefined ? undefined : head.certificate();
    if (certificates === undefined || certificate === undefined) return undefined;
    const name = certificateName(certificate, certificates.name);
    if (name === undefined) return undefined;
    const isOperator = certificates.operators?.includes(name) === true;
    return { principal: { name, isOperator }, kind: 'certificate', expiresAt: certificateExpiry(certificate) };
  }

  /** Remembers what was proved; false if the credentials have ended, or the name is not for this kind of them. */
  async #accept(proof: Proof): Promise<boolean> {
    const { principal, kind, expiresAt } = proof;
    const { name, isOperator } = principal;
    const token = this.#options.tokens?.().ofName(name);
    // A ticket of a token that was revoked meanwhile is void.
    if (token !== undefined || kind === 'token') return kind === 'token' && token?.isOperator === isOperator;
    if (!(expiresAt > this.#now())) return false;
    const before = this.#known.get(name);
    const isKnown = before !== undefined && before.expiresAt > this.#now();
    // Two authorities give the same name, and disagree about its rights: so one of them is about another principal.
    if (isKnown && before.kind !== kind && before.principal.isOperator !== isOperator) return false;
    const isShorter = isKnown && before.kind === kind && before.principal.isOperator === isOperator;
    put(this.#known, name, isShorter && before.expiresAt > expiresAt ? before : proof);
    // What was proved a moment ago needs no second look, unless it was a ticket.
    return kind !== 'invitation' || this.#guests.has(proof.guestHash ?? '') || (await this.#isGuestValid(proof));
  }

  async #isGuestValid({ guestHash }: Proof): Promise<boolean> {
    if (guestHash === undefined) return true;
    const isValid = (await this.#options.invitations?.isGuestValid(guestHash)) === true;
    if (!isValid) this.#guests.delete(guestHash);
    return isValid;
  }
}

/** Credentials without an end of their own; a time that JSON can hold. */
const never = Number.MAX_SAFE_INTEGER;

/** The ticket of a request to open a WebSocket; only such a request may have one. */
function ticketOf(head: RequestHead): string | undefined {
  if (head.method !== 'GET' || head.header('upgrade')?.toLowerCase() !== 'websocket') return undefined;
  const query = head.url.indexOf('?');
  return query === -1 ? undefined : (new URLSearchParams(head.url.slice(query + 1)).get('ticket') ?? undefined);
}

/** Makes an entry the newest; beyond the limit the oldest is forgotten. */
function put<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  const [oldest] = map.keys();
  if (map.size >= maxKnown && oldest !== undefined) map.delete(oldest);
  map.set(key, value);
}
