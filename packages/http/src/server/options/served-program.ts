/** The program that a server serves, and what it is told about a client. */
import type { Channel } from '@acp-stack/rpc';

/**
 * The program that is served: an agent of `@acp-stack/sdk`, or anything else that takes a channel for each connection.
 */
export interface App {
  /**
   * Takes over a connection; `principal` is what `authenticate` returned. `closed` settles when the program is done
   * with the connection.
   */
  connect(channel: Channel, client?: { readonly principal?: string }): { readonly closed: Promise<unknown> };
  /** Whether the program still works although every request has its response; closing with `drain` waits for it. */
  isBusy?(): boolean;
}

/** What the program is told about a client; without `authenticate` there is no principal. */
export const clientOf = (principal: string): { readonly principal?: string } => (principal === '' ? {} : { principal });
