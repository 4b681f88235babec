/** Discards a session in which no prompt was sent, so that lists do not fill with empty sessions. */
import type { ClientConnection, ClientSession } from '@acp-stack/sdk';

/** Closes the session, and deletes it if the agent can do that. Failures are ignored. */
export async function discardSession(connection: ClientConnection, session: ClientSession): Promise<void> {
  await session.close().catch(() => undefined);
  if (connection.supports('session.delete')) await connection.delete(session.id).catch(() => undefined);
}
