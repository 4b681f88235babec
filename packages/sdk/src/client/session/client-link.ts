/** The connection that a client has to its agent now; another one after the agent was started again. */
import type { Connection } from '../../connection/connection.ts';

/** Shared by everything that outlives a connection. */
export interface ClientLink {
  connection: Connection<'client'>;
}
