/** Addresses of this machine and of private networks, to which a public server must not redirect a request. */
import { lookup as lookUp } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/** Returns the IP addresses of a host name. */
export type Lookup = (host: string) => Promise<readonly string[]>;

const privateRanges = new BlockList();
const ranges = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
] as const;
for (const [network, prefix] of ranges) {
  if (network.includes(':')) {
    privateRanges.addSubnet(network, prefix, 'ipv6');
  } else {
    privateRanges.addSubnet(network, prefix, 'ipv4');
    // A gateway translates these to the IPv4 address in them.
    privateRanges.addSubnet(`64:ff9b::${network}`, 96 + prefix, 'ipv6');
  }
}

/** Whether the host is this machine or in a private network. A name that cannot be looked up is not. */
export async function isPrivateHost(hostname: string, lookup: Lookup = addressesOf): Promise<boolean> {
  const host = hostname.replaceAll(/^\[|\]$|\.$/gu, '').toLowerCase();
  if (isIP(host) !== 0) return isPrivateAddress(host);
  if (/(?:^|\.)(?:localhost|local|internal)$/u.test(host)) return true;
  try {
    return (await lookup(host)).some(isPrivateAddress);
  } catch {
    return false;
  }
}

async function addressesOf(host: string): Promise<readonly string[]> {
  return (await lookUp(host, { all: true })).map(({ address }) => address);
}

/** `BlockList` also finds IPv4 addresses that are written as IPv6. */
function isPrivateAddress(address: string): boolean {
  return privateRanges.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
