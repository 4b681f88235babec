/** What stands around the channels of a hub, such as what makes spans of their messages. */
import type { ChannelWrapper } from '@acp-stack/sdk';

/** Wraps the channels of a hub, for instance to observe them. */
export interface HubObserver {
  /** Wraps the channel of each client. */
  readonly client: ChannelWrapper;
  /** Wraps the channel to each agent. */
  readonly agent: ChannelWrapper;
}
