/** Shows version 2 to the program, whichever version the other side speaks. */
import {
  negotiate,
  type BridgeOptions,
  type LoadBridge,
  type NegotiatedChannel,
  type NegotiationOptions,
} from '@acp-stack/bridge/negotiate';
import type { Channel, Clock } from '@acp-stack/rpc';

import type { ConnectionReport } from './report.ts';
import type { Side } from './method-types.ts';

/** Which versions a side speaks. */
export interface VersionOptions {
  /** Both when absent; with `[2]` a peer that speaks only version 1 is refused. */
  readonly versions?: readonly [2] | readonly [1, 2];
  /** How a peer of version 1 is shown as one of version 2. */
  readonly bridge?: Pick<BridgeOptions, 'strict' | 'limits'>;
}

interface FaceOptions extends VersionOptions {
  readonly clock?: Clock | undefined;
}

type OnReport = (report: ConnectionReport) => void;

const loadBridge: LoadBridge = async () => (await import('@acp-stack/bridge')).bridge;

/** What `side` sees of the other side at the end of `channel`; undefined where that is version 2 and nothing else. */
export function negotiateVersion(
  side: Side,
  channel: Channel,
  { versions = [1, 2], bridge, clock }: FaceOptions,
  onReport: OnReport,
): NegotiatedChannel | undefined {
  if (versions.length === 1) return undefined;
  const negotiation: NegotiationOptions = {
    peer: side === 'agent' ? 'client' : 'agent',
    extras: true,
    ...bridge,
    ...(clock === undefined ? {} : { clock }),
    onReport,
  };
  return negotiate(channel, negotiation, loadBridge);
}
