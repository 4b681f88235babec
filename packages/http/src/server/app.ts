/** What a server serves: anything that takes a channel per connection, such as an agent of `@acp-stack/sdk`. */
import type { Channel } from '@acp-stack/rpc';

export interface App {
  /** Takes over a connection; `closed` settles when the program is done with it. */
  connect(channel: Channel): { readonly closed: Promise<unknown> };
  /** Whether it is at work although every request is answered; a server that is closed with `drain` waits for it. */
  isBusy?(): boolean;
}
