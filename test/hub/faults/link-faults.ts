/** What may happen to a link, in both directions and to all its connections: that to the clients of a hub, or to its database. */
import type { TcpProxy } from '../../support/tcp-proxy.ts';
import type { Random } from '../simulation/random.ts';

/** The link is broken until it is mended. */
type LinkFault = (link: TcpProxy, random: Random) => void;

export const linkFaults = {
  /** The connections end in the middle of a message. */
  cut: (link, random) => {
    link.cutAfter(random.between(1, 4000));
  },
  reset: (link) => {
    link.cut();
  },
  /** Up to two seconds there, and as many back. */
  delay: (link, random) => {
    link.delay(random.between(1, 2000));
  },
  slice: (link) => {
    link.drip();
  },
  slow: (link) => {
    link.throttle(10 * 1024);
  },
  /** Nothing arrives, and no side learns of it; what was connected stays dead when the link is mended. */
  halfOpen: (link) => {
    link.blackHole();
  },
  /** Only what is connected now is dead. */
  freeze: (link) => {
    link.freeze();
  },
  hold: (link) => {
    link.hold();
  },
} as const satisfies Record<string, LinkFault>;

export type LinkFaultName = keyof typeof linkFaults;

export const linkFaultNames = Object.keys(linkFaults) as readonly LinkFaultName[];

/** The link works from now on; connections that are dead stay so. */
export function mendLink(link: TcpProxy): void {
  link.cutAfter(Number.POSITIVE_INFINITY);
  link.delay(0);
  link.throttle();
  link.release();
}
