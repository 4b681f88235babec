/**
 * The methods that only a hub has: what they take and return.
 *
 * The params are read strictly: a field that is missing, of another type or unknown is an error that names it.
 */
import { RpcError } from '@acp-stack/rpc';
import { errorCodes } from '@acp-stack/schema/v2/unstable';
import type { CustomParser } from '@acp-stack/sdk';

import { hubMethods } from '../access/hub-methods.ts';
import type { Principal } from '../access/principal.ts';
import { isRole } from '../access/roles.ts';
import type { Role } from '../store/records.ts';

/** A session. */
interface SessionParams {
  readonly sessionId: string;
}

/** Whom to invite. */
interface InviteParams extends SessionParams {
  readonly role: Role;
  /** Milliseconds until the invitation expires; the hub has a default. */
  readonly expiresIn?: number;
  /** How many may use it; one when absent. */
  readonly uses?: number;
}

/** Which invitation to revoke. */
interface RevokeInvitationParams extends SessionParams {
  readonly invitation: string;
}

/** The secret of an invitation link. */
interface AcceptInvitationParams {
  readonly secret: string;
}

/** A member and its role. */
interface SetMemberParams extends SessionParams {
  readonly principal: string;
  readonly role: Role;
}

/** A member. */
interface RemoveMemberParams extends SessionParams {
  readonly principal: string;
}

/** What to look for, and where to go on. */
interface SearchParams {
  readonly query: string;
  readonly limit?: number;
  readonly cursor?: string;
}

/** Which page of the list of all sessions. */
interface SessionsParams {
  readonly cursor?: string;
  readonly limit?: number;
}

/** How long running work may take to end. */
interface DrainParams {
  readonly timeout?: number;
}

/** Whose actions; those of all when no principal is named. The last ones, unless `after` says where to begin. */
interface AuditParams {
  readonly principal?: string;
  readonly after?: number;
  readonly limit?: number;
}

/** What the params of each method are. */
export interface HubMethodParams {
  readonly members: SessionParams;
  readonly invite: InviteParams;
  readonly invitations: SessionParams;
  readonly revokeInvitation: RevokeInvitationParams;
  readonly acceptInvitation: AcceptInvitationParams;
  readonly setMember: SetMemberParams;
  readonly removeMember: RemoveMemberParams;
  readonly search: SearchParams;
  readonly sessions: SessionsParams;
  readonly status: Readonly<Record<string, never>>;
  readonly drain: DrainParams;
  readonly stopSession: SessionParams;
  readonly audit: AuditParams;
}

/** The name of a method of `hubMethods` whose work is done outside of the sessions' inboxes. */
export type HubCommand = Exclude<keyof HubMethodParams, 'members' | 'setMember' | 'removeMember'>;

/** Does what the methods ask for. Roles are checked before; what is returned is the result. */
export type HubCommands = {
  readonly [Name in HubCommand]: (
    principal: Principal,
    params: HubMethodParams[Name],
    signal: AbortSignal,
  ) => Promise<object> | object;
};

type Field = 'text' | 'role' | 'count' | 'optional text' | 'optional count';

const fields: { readonly [Name in keyof HubMethodParams]: Readonly<Record<keyof HubMethodParams[Name], Field>> } = {
  members: { sessionId: 'text' },
  invite: { sessionId: 'text', role: 'role', expiresIn: 'optional count', uses: 'optional count' },
  invitations: { sessionId: 'text' },
  revokeInvitation: { sessionId: 'text', invitation: 'text' },
  acceptInvitation: { secret: 'text' },
  setMember: { sessionId: 'text', principal: 'text', role: 'role' },
  removeMember: { sessionId: 'text', principal: 'text' },
  search: { query: 'text', limit: 'optional count', cursor: 'optional text' },
  sessions: { cursor: 'optional text', limit: 'optional count' },
  status: {},
  drain: { timeout: 'optional count' },
  stopSession: { sessionId: 'text' },
  audit: { principal: 'optional text', after: 'optional count', limit: 'optional count' },
};

const checks: Readonly<Record<Field, { readonly words: string; readonly is: (value: unknown) => boolean }>> = {
  text: { words: 'a non-empty string', is: isText },
  role: { words: 'owner, controller or observer', is: isRole },
  count: { words: 'a whole number, 0 or more', is: isCount },
  'optional text': { words: 'a non-empty string', is: (value) => value === undefined || isText(value) },
  'optional count': { words: 'a whole number, 0 or more', is: (value) => value === undefined || isCount(value) },
};

/** Reads the params of a method; throws an `RpcError` that names the field that is wrong. */
export function parserOf<Name extends keyof HubMethodParams>(name: Name): CustomParser<HubMethodParams[Name]> {
  const expected: Readonly<Record<string, Field>> = fields[name];
  return (params) => {
    if (typeof (params ?? {}) !== 'object' || Array.isArray(params)) throw invalid(name, 'params must be an object');
    const { _meta, ...given } = (params ?? {}) as Readonly<Record<string, unknown>>;
    for (const field of Object.keys(given)) {
      if (!Object.hasOwn(expected, field)) throw invalid(name, `unknown field ${field}`);
    }
    for (const [field, kind] of Object.entries(expected)) {
      const { words, is } = checks[kind];
      if (!is(given[field])) throw invalid(name, `${field} must be ${words}`);
    }
    return given as unknown as HubMethodParams[Name];
  };
}

const invalid = (name: keyof HubMethodParams, problem: string): RpcError =>
  new RpcError(errorCodes.invalid_params, `${hubMethods[name]}: ${problem}.`);

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.length <= 4096;
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
