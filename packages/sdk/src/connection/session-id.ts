/** The id of the session that a message belongs to; undefined when it names none. */
export function sessionIdOf(params: unknown): string | undefined {
  if (typeof params !== 'object' || params === null || !('sessionId' in params)) return undefined;
  return typeof params.sessionId === 'string' ? params.sessionId : undefined;
}
