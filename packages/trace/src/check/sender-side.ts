/** Which side may send which messages. */
import type { Direction } from '@acp-stack/schema';

import { agentSide, clientSide } from '../format/trace-format.ts';

/** The sides of a connection. */
export type Side = 'client' | 'agent';

/** The side of a record in a trace; undefined for a proxy, which speaks for both. */
export function sideOf(from: unknown): Side | undefined {
  if (from === clientSide) return 'client';
  return from === agentSide ? 'agent' : undefined;
}

/** A conductor acts as the client of its proxies, and a proxy forwards for both sides. */
const callers: Readonly<Record<Direction, readonly Side[]>> = {
  'client>agent': ['client'],
  'agent>client': ['agent'],
  both: ['client', 'agent'],
  'conductor>proxy': ['client'],
  proxy: ['client', 'agent'],
};

/** Whether `side` may call methods of this direction. */
export function maySend(side: Side, direction: Direction): boolean {
  return callers[direction].includes(side);
}

/** The side that sends params of this direction; undefined if either may. */
export function callerOf(direction: Direction): Side | undefined {
  const [only, other] = callers[direction];
  return other === undefined ? only : undefined;
}

/** The side that sends results of this direction; undefined if either may. */
export function responderOf(direction: Direction): Side | undefined {
  const caller = callerOf(direction);
  if (caller === undefined) return undefined;
  return caller === 'client' ? 'agent' : 'client';
}

/** Whether `side` may respond to requests of this direction; true if either is unknown. */
export function mayRespond(side: Side | undefined, direction: Direction | undefined): boolean {
  if (side === undefined || direction === undefined) return true;
  return maySend(side === 'client' ? 'agent' : 'client', direction);
}
