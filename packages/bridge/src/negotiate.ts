/**
 * What a program of version 2 needs to connect to peers of both versions; the conversions are loaded with the first
 * peer of version 1.
 */
export {
  negotiate,
  type LoadBridge,
  type NegotiatedChannel,
  type NegotiationOptions,
} from './negotiate/negotiated-channel.ts';
export type { RelayOptions } from './negotiate/relay-decision.ts';
export type { BridgeOptions } from './options/bridge-options.ts';
export type { BridgeReport } from './loss/report.ts';
