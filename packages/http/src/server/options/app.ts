/** What a server serves: anything that takes a channel per connection, such as an agent of `@acp-stack/sdk`. */
import type { Channel } from '@acp-stack/rpc';

/** What is served: an agent of `@acp-stack/sdk`, or anything else that takes a channel for each connection. */
export interface App {
  /**
   * Takes over a connection of a client that stands for `principal`, where `authenticate` says whom; `closed` settles when the program is done
   * with it.
   */
  connect(channel: Channel, client?: { readonly principal?: string }): { readonly closed: Promise<unknown> };
  /** Whether it is at work although every request is answered; a server that is closed with `drain` waits for it. */
  isBusy?(): boolean;
}

/** What `app` is told of a client; without `authenticate` everybody is the same, and has no name. */
export const clientOf = (principal: string): { readonly principal?: string } => (principal === '' ? {} : { principal });
