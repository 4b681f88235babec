/** Whether an error says that the agent needs a login, and which agent. */

/** The name of the agent that needs a login; undefined if the error is about something else. */
export function loginNeeded(error: unknown): string | undefined {
  const { data } = Object(error) as { readonly data?: unknown };
  const { reason, agent } = Object(data) as { readonly reason?: unknown; readonly agent?: unknown };
  return reason === 'login_required' && typeof agent === 'string' ? agent : undefined;
}
