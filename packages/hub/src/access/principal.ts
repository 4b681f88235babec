/** Who a client is, and what it may do. */
import type { Role, SessionSummary } from '../store/records.ts';

/** A client that has proved who it is. */
export interface Principal {
  /** The name under which sessions and quotas are kept, such as `local`, `ada@example.com` or `guest:<id>`. */
  readonly name: string;
  /** Whether it may use the commands of operators: status, drain, sessions of others. */
  readonly isOperator: boolean;
  /** The only session that it may use, if it came by an invitation without an account. */
  readonly onlySession?: string;
}

/** What decides who may use a session. */
export type SharedSession = Pick<SessionSummary, 'sessionId' | 'members'>;

/** What a principal may do in a session; undefined if the session does not exist for it. */
export type RoleOf = (principal: Principal, session: SharedSession) => Role | undefined;

/** The prefix of the names of principals that came by an invitation without an account. */
export const guestPrefix = 'guest:';

/** Names are parts of stream names and labels, and of lines in logs: 1 to 200 visible characters, and single spaces. */
export const isPrincipalName = (name: string): boolean =>
  name.length <= 200 && /^[^\p{C}\p{Z}]+(?: [^\p{C}\p{Z}]+)*$/u.test(name);

/** The name under which the hub itself changes sessions. */
export const hubName = 'hub';

/** Whether a principal with an account may have this name; names of guests are made by the hub. */
export const isAccountName = (name: string): boolean =>
  isPrincipalName(name) && !name.startsWith(guestPrefix) && name !== hubName;
