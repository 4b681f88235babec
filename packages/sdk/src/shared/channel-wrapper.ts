/** Wraps the channels of a program: a recorder, a limiter, an observer. */
import type { Channel } from '@acp-stack/rpc';

/** Returns what stands in for a channel. */
export type ChannelWrapper = (channel: Channel) => Channel;

/** The channel itself. */
export const unwrapped: ChannelWrapper = (channel) => channel;
