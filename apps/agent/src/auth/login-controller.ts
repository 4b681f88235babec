/**
 * Who is logged in, and what may be done without.
 *
 * The login is one for testing clients: it asks for a password that everybody knows, and guards sessions as a real one would.
 */
import { RpcError } from '@acp-stack/rpc';
import { errorCodes, type AuthStatusResponse } from '@acp-stack/schema/v2/unstable';

import type { Credentials } from './credentials.ts';
import type { LoginKind } from './login-kinds.ts';

export interface LoginControllerInit {
  /** The ways that are switched on; without any, nobody has to log in. */
  readonly kinds: readonly LoginKind[];
  readonly credentials: Credentials;
  /** The key that the agent was started with. */
  readonly key: string | undefined;
}

/** What nobody gets to do without a login; the bridge makes `session/load` of version 1 the second of them. */
const guarded = new Set(['session/new', 'session/resume', 'session/fork', 'session/prompt']);

export class LoginController {
  readonly #init: LoginControllerInit;
  /** Whether the key counts; logging out gives it up. */
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

  /** How things stand; says nothing that only the user should know (AUTH-21). */
  get status(): AuthStatusResponse {
    if (this.kinds.length === 0) return { state: 'not_required' };
    if (!this.isLoggedIn) return { state: 'unauthenticated' };
    return { state: 'authenticated', accounts: [{ label: this.#usesKey ? 'Key' : 'Test account', active: true }] };
  }

  /** Why a request is refused; undefined when it is not (AUTH-05, AUTH-07). */
  admit(method: string): RpcError | undefined {
    if (this.kinds.length === 0 || !guarded.has(method) || this.isLoggedIn) return undefined;
    return authRequired('Log in first.', this.kinds);
  }

  /** Remembers the login; with the key it lasts as long as the process. */
  async logIn(kind: LoginKind): Promise<void> {
    if (kind === 'env') this.#usesKey = true;
    else await this.#init.credentials.save();
  }

  async logOut(): Promise<void> {
    this.#usesKey = false;
    await this.#init.credentials.remove();
  }
}

/** The error that sends a client to its login; it names the ways. */
export const authRequired = (message: string, methodIds: readonly string[]): RpcError =>
  new RpcError(errorCodes.authentication_required, message, { data: { reason: 'auth_required', methodIds } });
