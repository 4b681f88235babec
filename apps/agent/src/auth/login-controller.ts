/**
 * Knows whether a user is logged in, and which methods require it.
 *
 * The login exists for testing clients: its password is public, and it guards sessions as a real login would. It
 * belongs to the principal of its connection, and to no other (ELIC-18); connections without a principal share one.
 */
import { RpcError } from '@acp-stack/rpc';
import { errorCodes, type AuthStatusResponse } from '@acp-stack/schema/v2/unstable';

import type { Credentials } from './credentials.ts';
import type { LoginKind } from './login-kinds.ts';

export interface LoginControllerInit {
  /** The enabled login methods; without any, no login is needed. */
  readonly kinds: readonly LoginKind[];
  /** The stored login of a principal. */
  readonly credentialsOf: (principal: string | undefined) => Credentials;
  /** The key that the agent was started with. */
  readonly key: string | undefined;
}

/** The user at the other end of a connection. */
export interface User {
  readonly principal: string | undefined;
}

/**
 * The methods that require a login: all that concern sessions, also to list and delete them. The bridge translates
 * `session/load` of version 1 to `session/resume`.
 */
const guarded = /^(?:session|tool_call|terminal)\//u;

export class LoginController {
  readonly #init: LoginControllerInit;
  /** The users that have logged out; for others the key counts as a login. */
  readonly #withoutKey = new Set<string | undefined>();

  constructor(init: LoginControllerInit) {
    this.#init = init;
  }

  get kinds(): readonly LoginKind[] {
    return this.#init.kinds;
  }

  get hasKey(): boolean {
    return this.#init.key !== undefined && this.#init.key !== '';
  }

  isLoggedIn({ principal }: User): boolean {
    return this.#usesKey(principal) || this.#init.credentialsOf(principal).hasLogin();
  }

  /** Whether the user has a login, or none is needed. */
  isAdmitted(user: User): boolean {
    return this.kinds.length === 0 || this.isLoggedIn(user);
  }

  /** The `auth/status` result; contains nothing private (AUTH-21). */
  status(user: User): AuthStatusResponse {
    if (this.kinds.length === 0) return { state: 'not_required' };
    if (!this.isLoggedIn(user)) return { state: 'unauthenticated' };
    const label = this.#usesKey(user.principal) ? 'Key' : 'Test account';
    return { state: 'authenticated', accounts: [{ label, active: true }] };
  }

  /** The error for a request without a login; undefined if the method is allowed (AUTH-05, AUTH-07). */
  admit(method: string, user: User): RpcError | undefined {
    if (!guarded.test(method) || this.isAdmitted(user)) return undefined;
    return authRequired('Log in first.', this.kinds);
  }

  /** Stores the login; with the key it lasts as long as the process. */
  async logIn(kind: LoginKind, { principal }: User): Promise<void> {
    if (kind === 'env') this.#withoutKey.delete(principal);
    else await this.#init.credentialsOf(principal).saveLogin();
  }

  async logOut({ principal }: User): Promise<void> {
    this.#withoutKey.add(principal);
    await this.#init.credentialsOf(principal).removeLogin();
  }

  #usesKey(principal: string | undefined): boolean {
    return this.kinds.includes('env') && this.hasKey && !this.#withoutKey.has(principal);
  }
}

/** The error that makes a client log in; it lists the login methods. */
export const authRequired = (message: string, methodIds: readonly string[]): RpcError =>
  new RpcError(errorCodes.authentication_required, message, { data: { reason: 'auth_required', methodIds } });
