/** Shows version 2 to the program, whichever version the other side speaks. */
import { negotiated, type BridgeOptions, type LoadBridge, type NegotiationOptions } from '@acp-stack/bridge/light';
import type { Channel, Clock } from '@acp-stack/rpc';

import type { ConnectionReport } from './connection-report.ts';
import type { Side } from './method-types.ts';

/** Which versions a side speaks. */
export interface VersionOptions {
  /** Both when absent; with `[2]` a peer that speaks only version 1 is refused. */
  readonly versions?: readonly [2] | readonly [1, 2];
  /** How a peer of version 1 is shown as one of version 2. */
  readonly bridge?: Pick<BridgeOptions, 'strict' | 'limits'>;
}

interface FaceOptions extends VersionOptions {
  readonly clock?: Clock;
  readonly onReport?: (report: ConnectionReport) => void;
}

/** A channel that shows version 2, and what is behind it. */
export interface VersionFace {
  readonly channel: Channel;
  /** The version that is spoken on the wire; undefined until it is agreed on. */
  readonly version: () => 1 | 2 | undefined;
}

const loadBridge: LoadBridge = async () => (await import('@acp-stack/bridge')).bridge;

/** What `side` sees of the other side at the end of `channel`. */
export function versionFace(side: Side, channel: Channel, options: FaceOptions): VersionFace {
  const { versions = [1, 2], bridge, clock, onReport } = options;
  if (versions.length === 1) return { channel, version: () => 2 };
  const negotiation: NegotiationOptions = {
    peer: side === 'agent' ? 'client' : 'agent',
    extras: true,
    ...bridge,
    ...(clock === undefined ? {} : { clock }),
    ...(onReport === undefined ? {} : { onReport }),
  };
  const face = negotiated(channel, negotiation, loadBridge);
  return { channel: face, version: () => face.version };
}
