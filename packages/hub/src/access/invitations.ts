/**
 * Invitations to sessions: a secret that gives its holder a role, until it expires, is used up or is revoked.
 *
 * Only the hash of the secret is stored, as the name of the stream `invitation/<hash>`. Uses and the revocation are
 * events of that stream, each appended after the ones that were read, so that of two nodes that use an invitation at
 * the same time one has to look again. A use is stored before the membership that it gives, and noted as granted after:
 * a crash in between is repaired by the next attempt of the same principal, and a member that was removed later cannot
 * come back with an old link.
 */
import { JournalError, type Journal, type StreamInfo } from '@acp-stack/journal';
import { errorCodes } from '@acp-stack/schema/v2/unstable';
import { RpcError } from '@acp-stack/rpc';

import type { Role } from '../store/records.ts';
import { createSecret, hashOf, isSecret } from './invitation-link.ts';
import { guestPrefix, type Principal } from './principal.ts';
import { unknownInvitation } from './refusals.ts';

/** What an invitation is created with. */
export interface NewInvitation {
  readonly sessionId: string;
  readonly role: Exclude<Role, 'owner'>;
  /** Milliseconds; at most 90 days. */
  readonly expiresIn: number;
  /** How many principals may use it; one by default. */
  readonly uses?: number;
  /** The principal that invites. */
  readonly by: string;
}

/** An invitation without its secret. */
export interface Invitation {
  readonly id: string;
  readonly sessionId: string;
  readonly role: Exclude<Role, 'owner'>;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly uses: number;
  readonly by: string;
  /** The principals that have used it. */
  readonly usedBy: readonly string[];
  readonly isRevoked: boolean;
}

export interface InvitationOptions {
  readonly journal: Journal;
  /** Makes a principal a member of a session, in at least this role; repeated if it is not known to have succeeded. */
  readonly addMember: (sessionId: string, name: string, role: Role) => Promise<void>;
  /** Ends the membership that an invitation gave. */
  readonly removeMember: (sessionId: string, name: string) => Promise<void>;
  /** Whether a session exists. */
  readonly hasSession: (sessionId: string) => Promise<boolean>;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

type InvitationEvent = { readonly kind: 'used' | 'granted'; readonly principal: string } | { readonly kind: 'revoked' };

/** An invitation as it was read. */
interface Read {
  readonly invitation: Invitation;
  /** The principals that have got their membership. */
  readonly granted: ReadonlySet<string>;
  /** The number of the last event that was read. */
  readonly last: number;
}

const day = 24 * 60 * 60 * 1000;
const maxExpiry = 90 * day;
const maxUses = 50;
/** Invitations of a session that are not over. */
const maxOpen = 64;
/** Invitations of a session with those that are over: each is kept until it expires, and read for every new one. */
const maxKept = 200;
const label = 'invitation';

const streamOf = (hash: string): string => `${label}/${hash}`;
/** The stream whose last number says how many invitations a session has had. */
const countOf = (sessionId: string): string => `invitations/${sessionId}`;
const sessionLabel = (sessionId: string): string => `${label} ${sessionId}`;
const idOf = (hash: string): string => hash.slice(0, 16);

/** The name of a principal that uses an invitation without an account. */
const guestName = (invitationId: string): string => `${guestPrefix}${invitationId}`;

export class Invitations {
  readonly #options: InvitationOptions;
  readonly #now: () => number;
  /** The last creation for each session, settled or not: the next one counts after it. */
  readonly #creations = new Map<string, Promise<unknown>>();

  constructor(options: InvitationOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /** Creates an invitation; its secret is returned once and is not stored. */
  async create(invitation: NewInvitation): Promise<{ readonly secret: string; readonly invitation: Invitation }> {
    const { sessionId, role, expiresIn, uses = 1, by } = invitation;
    if (!roles.has(role)) throw invalid('The role of an invitation must be controller or observer.');
    if (!(expiresIn > 0) || expiresIn > maxExpiry)
      throw invalid('The time until an invitation expires must be more than 0, and at most 90 days.');
    if (!Number.isInteger(uses) || uses < 1 || uses > maxUses) throw invalid(`An invitation has 1 to ${maxUses} uses.`);
    return this.#afterOthers(sessionId, () => this.#createIfFew({ sessionId, role, expiresIn, uses, by }));
  }

  /** Runs `create` when the creations for the same session that came before have ended. */
  async #afterOthers<T>(sessionId: string, create: () => Promise<T>): Promise<T> {
    const before = this.#creations.get(sessionId) ?? Promise.resolve();
    const created = before.then(create, create);
    this.#creations.set(sessionId, created);
    try {
      return await created;
    } finally {
      if (this.#creations.get(sessionId) === created) this.#creations.delete(sessionId);
    }
  }

  /** Creates it unless there are too many; again if another node has created one for the session meanwhile. */
  async #createIfFew(
    created: Required<NewInvitation>,
  ): Promise<{ readonly secret: string; readonly invitation: Invitation }> {
    const { journal } = this.#options;
    const { sessionId, expiresIn, ...others } = created;
    const count = countOf(sessionId);
    for (;;) {
      const last = await lastOf(journal, count);
      await this.#checkFew(sessionId);
      const secret = createSecret();
      const hash = hashOf(secret);
      const expiresAt = this.#now() + expiresIn;
      const info = await journal.create(streamOf(hash), {
        metadata: { ...others, sessionId, expiresAt, labels: [label, sessionLabel(sessionId)] },
      });
      // Whatever was created before is in the list now, so only one node at a time can find room for one.
      if (await appended(journal, count, { event: { kind: 'created' }, last })) {
        await journal.trim(count, { through: last }).catch(() => undefined);
        return { secret, invitation: readFrom(info, []).invitation };
      }
      await journal.delete(info.stream);
    }
  }

  /** Throws if a session has as many invitations as it can have. */
  async #checkFew(sessionId: string): Promise<void> {
    const kept = await this.list(sessionId);
    if (kept.filter((each) => this.#isOpen(each)).length >= maxOpen)
      throw invalid(`The session has ${maxOpen} open invitations; revoke some.`);
    if (kept.length < maxKept) return;
    throw invalid(`The session has ${maxKept} invitations, with those that are over; wait until some have expired.`);
  }

  /** Makes a principal a member of the session of an invitation. The same principal may repeat it. */
  async accept(secret: string, principal: string): Promise<{ readonly sessionId: string; readonly role: Role }> {
    const { sessionId, role } = await this.#use(secret, () => principal);
    return { sessionId, role };
  }

  /**
   * The guest that has the secret of an invitation, which counts as one use for all that share the secret; undefined if
   * it is not valid. It is valid until the invitation expires or is revoked.
   */
  async guest(secret: string): Promise<Principal | undefined> {
    try {
      const { id, sessionId } = await this.#use(secret, (invitation) => guestName(invitation.id));
      return { name: guestName(id), isOperator: false, onlySession: sessionId };
    } catch (error) {
      if (error instanceof RpcError) return undefined;
      throw error;
    }
  }

  /** Whether the guest with the secret of this hash still has access. */
  async isGuestValid(hash: string): Promise<boolean> {
    const info = await this.#options.journal.get(streamOf(hash));
    if (info === undefined) return false;
    const { invitation } = await this.#read(info);
    return this.#isOpen(invitation, true) && (await this.#options.hasSession(invitation.sessionId));
  }

  /** The invitations of a session, also those that are over. */
  async list(sessionId: string): Promise<readonly Invitation[]> {
    const found: Invitation[] = [];
    for await (const info of this.#streams(sessionLabel(sessionId))) found.push((await this.#read(info)).invitation);
    return found;
  }

  /** Revokes an invitation of a session, with the membership of its guest; rejects if there is none with this id. */
  async revoke(sessionId: string, id: string): Promise<void> {
    for await (const info of this.#streams(sessionLabel(sessionId))) {
      const { invitation } = await this.#read(info);
      if (invitation.id !== id) continue;
      if (!invitation.isRevoked) await this.#options.journal.append(info.stream, [{ kind: 'revoked' }]);
      await this.#removeGuest(invitation);
      return;
    }
    throw unknownInvitation();
  }

  /** Deletes the invitations of a session that was deleted. */
  async deleteOf(sessionId: string): Promise<void> {
    for await (const { stream } of this.#streams(sessionLabel(sessionId))) await this.#options.journal.delete(stream);
    await this.#options.journal.delete(countOf(sessionId));
  }

  /** Deletes the invitations that have expired, and ends the memberships of their guests; returns how many. */
  async collect(): Promise<number> {
    let count = 0;
    for await (const info of this.#streams(label)) {
      const { invitation } = await this.#read(info);
      if (invitation.expiresAt > this.#now()) continue;
      await this.#removeGuest(invitation);
      await this.#options.journal.delete(info.stream);
      const { sessionId } = invitation;
      if ((await this.list(sessionId)).length === 0) await this.#options.journal.delete(countOf(sessionId));
      count += 1;
    }
    return count;
  }

  async #removeGuest({ id, sessionId, usedBy }: Invitation): Promise<void> {
    const guest = guestName(id);
    if (usedBy.includes(guest) && (await this.#options.hasSession(sessionId))) {
      await this.#options.removeMember(sessionId, guest);
    }
  }

  async #use(secret: string, nameOf: (invitation: Invitation) => string): Promise<Invitation> {
    if (!isSecret(secret)) throw unknownInvitation();
    const { journal, hasSession, addMember } = this.#options;
    const stream = streamOf(hashOf(secret));
    for (;;) {
      const info = await journal.get(stream);
      if (info === undefined) throw unknownInvitation();
      const { invitation, granted, last } = await this.#read(info);
      const { sessionId, role, usedBy } = invitation;
      const principal = nameOf(invitation);
      const isRepeated = usedBy.includes(principal);
      if (!this.#isOpen(invitation, isRepeated) || !(await hasSession(sessionId))) throw unknownInvitation();
      if (granted.has(principal)) return invitation;
      const isUsed = isRepeated || (await appended(journal, stream, { event: { kind: 'used', principal }, last }));
      if (!isUsed) continue;
      await addMember(sessionId, principal, role);
      await journal.append(stream, [{ kind: 'granted', principal } satisfies InvitationEvent]);
      return invitation;
    }
  }

  #isOpen({ expiresAt, uses, usedBy, isRevoked }: Invitation, isRepeated = false): boolean {
    return !isRevoked && expiresAt > this.#now() && (isRepeated || usedBy.length < uses);
  }

  async #read(info: StreamInfo): Promise<Read> {
    const events: InvitationEvent[] = [];
    for await (const { event } of this.#options.journal.read(info.stream)) events.push(event as InvitationEvent);
    return readFrom(info, events);
  }

  async *#streams(of: string): AsyncGenerator<StreamInfo, void> {
    let cursor: string | undefined;
    do {
      const page = await this.#options.journal.list({
        where: { label: of },
        ...(cursor === undefined ? {} : { cursor }),
      });
      yield* page.streams;
      cursor = page.next;
    } while (cursor !== undefined);
  }
}

const roles: ReadonlySet<string> = new Set(['controller', 'observer'] satisfies Invitation['role'][]);

const invalid = (message: string): RpcError => new RpcError(errorCodes.invalid_params, message);

function readFrom({ stream, metadata }: StreamInfo, events: readonly InvitationEvent[]): Read {
  const { sessionId, role, expiresAt, uses, by } = metadata as unknown as Omit<Invitation, 'id' | 'usedBy'>;
  const principalsOf = (kind: InvitationEvent['kind']): readonly string[] =>
    events.flatMap((event) => (event.kind === kind && 'principal' in event ? [event.principal] : []));
  const invitation: Invitation = {
    id: idOf(stream.slice(label.length + 1)),
    sessionId,
    role,
    expiresAt,
    uses,
    by,
    usedBy: principalsOf('used'),
    isRevoked: events.some(({ kind }) => kind === 'revoked'),
  };
  return { invitation, granted: new Set(principalsOf('granted')), last: events.length };
}

/** The number of the last event of a stream, which is created if it is missing. */
async function lastOf(journal: Journal, stream: string): Promise<number> {
  for (;;) {
    const found = await journal.get(stream);
    if (found !== undefined) return found.last;
    try {
      return (await journal.create(stream)).last;
    } catch (error) {
      // Another node was first.
      if (!(error instanceof JournalError && error.code === 'exists')) throw error;
    }
  }
}

/** Appends an event after the number `last`; false if there are others already. */
async function appended(
  journal: Journal,
  stream: string,
  { event, last }: { readonly event: InvitationEvent | { readonly kind: 'created' }; readonly last: number },
): Promise<boolean> {
  try {
    await journal.append(stream, [event], { expectedLast: last });
    return true;
  } catch (error) {
    // What counts the invitations of a session is deleted with the last of them.
    if (error instanceof JournalError && (error.code === 'conflict' || error.code === 'missing')) return false;
    throw error;
  }
}
