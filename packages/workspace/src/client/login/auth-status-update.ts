/**
 * The extension `_auth/status_update`: released agents send it after `initialize` and after each login or logout. It
 * says what `auth/status` says where an agent has that draft.
 */

/** A notification of the agent. */
export const authStatusUpdateMethod = '_auth/status_update';

/** Whether the user is logged in, and as whom. */
export interface AuthStatusUpdate {
  /** The state, as in `auth/status`. */
  readonly state: 'authenticated' | 'unauthenticated';
  /** The account or the kind of login, in the agent's words. */
  readonly label: string | undefined;
}

/** Reads the params of the notification; undefined if they are malformed. */
export function readAuthStatusUpdate(params: unknown): AuthStatusUpdate | undefined {
  const { authStatus } = Object(params) as { readonly authStatus?: unknown };
  const { kind, label } = Object(authStatus) as { readonly kind?: unknown; readonly label?: unknown };
  if (typeof kind !== 'string' || kind === '') return undefined;
  return {
    state: kind === 'none' ? 'unauthenticated' : 'authenticated',
    label: typeof label === 'string' && label !== '' ? label : undefined,
  };
}
