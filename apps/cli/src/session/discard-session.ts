/** Takes a session away in which nothing was said: nobody would look for it, and lists would fill with such. */
import type { ClientConnection, ClientSession } from '@acp-stack/sdk';

/** Closes it, and deletes it where the agent can do that; what fails leaves it where it is. */
export async function discardSession(connection: ClientConnection, session: ClientSession): Promise<void> {
  await session.close().catch(() => undefined);
  if (connection.supports('session.delete')) await connection.delete(session.id).catch(() => undefined);
}
