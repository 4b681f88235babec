/**
 * What each role may do: one table for all methods of clients.
 *
 * A method that is not in the table is refused, so that a new method is closed until it has a row. A session that a
 * principal is not a member of does not exist for it, whatever it asks for.
 */
import { RpcError } from '@acp-stack/rpc';
import { errorCodes, type Methods } from '@acp-stack/schema/v2/unstable';

import { answerMethod, membersMethod, type Role } from '../store/records.ts';
import { hubMethods, type HubMethod } from './hub-methods.ts';
import { guestPrefix, type Principal, type RoleOf, type SharedSession } from './principal.ts';
import { guestRefused, operatorRequired, roleRequired, unknownSession } from './refusals.ts';

/**
 * What a method needs: a role in its session, or being anybody, anybody with an account (`account`), or an operator of
 * the hub.
 */
export type Requirement = Role | 'anybody' | 'account' | 'operator';

type ClientMethod = {
  [Name in keyof Methods]: Methods[Name]['direction'] extends 'agent>client' ? never : Name;
}[keyof Methods];

type InboxMethod = typeof answerMethod | typeof membersMethod;

const table: Readonly<Partial<Record<ClientMethod | HubMethod | InboxMethod, Requirement>>> = {
  'session/new': 'account',
  'session/list': 'anybody',
  'session/resume': 'observer',
  'session/close': 'observer',
  'session/status': 'observer',
  'session/prompt': 'controller',
  'session/cancel': 'controller',
  'session/inject': 'controller',
  'session/revoke_inject': 'controller',
  'session/replace_inject': 'controller',
  'session/set_config_option': 'controller',
  'session/set_title': 'controller',
  'session/fork': 'controller',
  'tool_call/cancel': 'controller',
  'terminal/cancel': 'controller',
  'session/archive': 'owner',
  'session/unarchive': 'owner',
  'session/delete': 'owner',
  [answerMethod]: 'controller',
  [membersMethod]: 'owner',
  [hubMethods.members]: 'observer',
  [hubMethods.invite]: 'owner',
  [hubMethods.invitations]: 'owner',
  [hubMethods.revokeInvitation]: 'owner',
  [hubMethods.setMember]: 'owner',
  [hubMethods.removeMember]: 'owner',
  [hubMethods.acceptInvitation]: 'account',
  [hubMethods.search]: 'anybody',
  [hubMethods.sessions]: 'operator',
  [hubMethods.status]: 'operator',
  [hubMethods.drain]: 'operator',
  [hubMethods.stopSession]: 'operator',
  [hubMethods.audit]: 'operator',
};

/** What each method needs, by its name. */
export const requirements: ReadonlyMap<string, Requirement> = new Map(Object.entries(table));

const ranks: Readonly<Record<Role, number>> = { observer: 0, controller: 1, owner: 2 };

/** Whether a role may do what needs `required`. */
export const includesRole = (role: Role, required: Role): boolean => ranks[role] >= ranks[required];

/** Whether a value is the name of a role. */
export const isRole = (value: unknown): value is Role => typeof value === 'string' && Object.hasOwn(ranks, value);

/** The role of a principal in a session; undefined if the session does not exist for it. */
export const roleOf: RoleOf = (principal, { sessionId, members }) => {
  const isGuest = principal.name.startsWith(guestPrefix);
  if ((isGuest || principal.onlySession !== undefined) && principal.onlySession !== sessionId) return undefined;
  return Object.hasOwn(members, principal.name) ? members[principal.name] : undefined;
};

/**
 * Returns the role of a principal in `session` if it may use `method` there; throws otherwise. A session that does not
 * exist is undefined, and cannot be told from one of others. `required` is what the table says, unless it is given.
 */
export function requireRole(
  principal: Principal,
  session: SharedSession | undefined,
  {
    method,
    sessionId,
    required = requirements.get(method),
  }: { readonly method: string; readonly sessionId: string; readonly required?: Requirement | undefined },
): Role {
  const role = session === undefined ? undefined : roleOf(principal, session);
  if (role === undefined) throw unknownSession(sessionId);
  if (required === undefined) throw methodNotFound(method);
  if (isRole(required)) {
    if (!includesRole(role, required)) throw roleRequired(required, role);
    if (method === ('session/fork' satisfies ClientMethod)) requireAccount(principal);
  } else requireStanding(principal, method, required);
  return role;
}

/** Throws unless a principal may use `method`, which is about no session. */
export function requireStanding(
  principal: Principal,
  method: string,
  required: Requirement | undefined = requirements.get(method),
): void {
  if (required === undefined) throw methodNotFound(method);
  if (required === 'account') requireAccount(principal);
  if (required === 'operator' && !principal.isOperator) throw operatorRequired();
}

function requireAccount(principal: Principal): void {
  if (principal.onlySession !== undefined) throw guestRefused();
}

const methodNotFound = (method: string): RpcError =>
  new RpcError(errorCodes.method_not_found, 'Method not found', { data: { method } });
