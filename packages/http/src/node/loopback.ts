/** Addresses that only programs of this machine reach. */
import { isIPv4 } from 'node:net';

/** Whether only this machine reaches `host`; an IPv6 address may have brackets. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'));
