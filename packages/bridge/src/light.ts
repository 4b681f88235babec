/** What a program of version 2 needs to meet peers of both versions; the conversions are loaded with the first peer of version 1. */
export { negotiated, type LoadBridge, type NegotiatedChannel, type NegotiationOptions } from './negotiated.ts';
export type { BridgeOptions } from './options.ts';
export type { BridgeReport } from './report.ts';
