/** Returns the id of the session that a message belongs to, if it belongs to one. */
export function sessionOf(params: unknown): string | undefined {
  if (typeof params !== 'object' || params === null || !('sessionId' in params)) return undefined;
  return typeof params.sessionId === 'string' ? params.sessionId : undefined;
}
