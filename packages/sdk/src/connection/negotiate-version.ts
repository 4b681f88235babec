/** Negotiates the protocol version, so that the program sees version 2 whichever version the other side speaks. */
import {
  negotiate,
  type BridgeOptions,
  type LoadBridge,
  type NegotiatedChannel,
  type NegotiationOptions,
} from '@acp-stack/bridge/negotiate';
import type { Channel, Clock } from '@acp-stack/rpc';

import type { Side } from './method-types.ts';
import type { ConnectionReport } from './report.ts';

/** Which versions of the protocol a side speaks. */
export interface VersionOptions {
  /**
   * Both when absent. With `[1]` a client asks for version 1, and an agent answers every client with it. With `[2]` a
   * peer that speaks only version 1 is refused.
   */
  readonly versions?: readonly [1] | readonly [2] | readonly [1, 2];
  /** Options of the translation for a peer of version 1. */
  readonly bridge?: Pick<BridgeOptions, 'strict' | 'limits'>;
}

interface NegotiateOptions extends VersionOptions {
  readonly clock?: Clock | undefined;
}

type OnReport = (report: ConnectionReport) => void;

const loadBridge: LoadBridge = async () => (await import('@acp-stack/bridge')).bridge;

/** Wraps `channel` so that `side` sees version 2; undefined where only version 2 is spoken. */
export function negotiateVersion(
  side: Side,
  channel: Channel,
  { versions = [1, 2], bridge, clock }: NegotiateOptions,
  onReport: OnReport,
): NegotiatedChannel | undefined {
  if (versions[0] === 2) return undefined;
  const negotiation: NegotiationOptions = {
    peer: side === 'agent' ? 'client' : 'agent',
    extras: true,
    versions,
    ...bridge,
    ...(clock === undefined ? {} : { clock }),
    onReport,
  };
  return negotiate(channel, negotiation, loadBridge);
}
