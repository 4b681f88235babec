/**
 * Knows whether the user is logged in, and which methods require it.
 *
 * The login exists for testing clients: its password is public, and it guards sessions as a real login would.
 */
import { RpcError } from '@acp-stack/rpc';
import { errorCodes, type AuthStatusResponse } from '@acp-stack/schema/v2/unstable';

import type { Credentials } from './credentials.ts';
import type { LoginKind } from './login-kinds.ts';

export interface LoginControllerInit {
  /** The enabled login methods; without any, no login is needed. */
  readonly kinds: readonly LoginKind[];
  readonly credentials: Credentials;
  /** The key that the agent was started with. */
  readonly key: string | undefined;
}

/** The methods that require a login; the bridge translates `session/load` of version 1 to `session/resume`. */
const guarded = new Set(['session/new', 'session/resume', 'session/fork', 'session/prompt']);

export class LoginController {
  readonly #init: LoginControllerInit;
  /** Whether the key counts as a login; logging out drops it. */
  #usesKey: boolean;

  constructor(init: LoginControllerInit) {
    this.#init = init;
    this.#usesKey = init.kinds.includes('env') && this.hasKey;
  }

  get kinds(): readonly LoginKind[] {
    return this.#init.kinds;
  }

  get hasKey(): boolean {
    return this.#init.key !== undefined && this.#init.key !== '';
  }

  get isLoggedIn(): boolean {
    return this.#usesKey || this.#init.credentials.isThere();
  }

  /** The `auth/status` result; contains nothing private (AUTH-21). */
  get status(): AuthStatusResponse {
    if (this.kinds.length === 0) return { state: 'not_required' };
    if (!this.isLoggedIn) return { state: 'unauthenticated' };
    return { state: 'authenticated', accounts: [{ label: this.#usesKey ? 'Key' : 'Test account', active: true }] };
  }

  /** The error for a request without a login; undefined if the method is allowed (AUTH-05, AUTH-07). */
  admit(method: string): RpcError | undefined {
    if (this.kinds.length === 0 || !guarded.has(method) || this.isLoggedIn) return undefined;
    return authRequired('Log in first.', this.kinds);
  }

  /** Stores the login; with the key it lasts as long as the process. */
  async logIn(kind: LoginKind): Promise<void> {
    if (kind === 'env') this.#usesKey = true;
    else await this.#init.credentials.save();
  }

  async logOut(): Promise<void> {
    this.#usesKey = false;
    await this.#init.credentials.remove();
  }
}

/** The error that makes a client log in; it lists the login methods. */
export const authRequired = (message: string, methodIds: readonly string[]): RpcError =>
  new RpcError(errorCodes.authentication_required, message, { data: { reason: 'auth_required', methodIds } });
