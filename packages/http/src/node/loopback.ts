/** Addresses that only programs of this machine reach. */
import { isIPv4 } from 'node:net';

/** Whether a host name or an address, in the form of a URL or without brackets, is that of this machine only. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'));
