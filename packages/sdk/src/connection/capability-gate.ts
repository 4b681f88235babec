/** Whether what the other side advertised allows a method. */
import type { Gate } from '@acp-stack/schema';

import { CapabilityError } from './capability-error.ts';

/** What one side advertised in `initialize`. */
export interface Advertised {
  /** As that side wrote them; what is absent is not offered. */
  readonly capabilities: object;
  /** The ways to log in that an agent offers. */
  readonly authMethods?: readonly unknown[];
}

/** Whether the marker or object at `path` is there: a non-null object, or true. */
export function hasCapability(capabilities: object | null | undefined, path: string): boolean {
  let value: unknown = capabilities;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null) return false;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value === true || (typeof value === 'object' && value !== null);
}

/** Throws a `CapabilityError` when `gate` is not open; gates of sessions and entities are their owners' business. */
export function checkGate(
  method: string,
  gate: Gate | undefined,
  other: { side: string; advertised: Advertised },
): void {
  if (gate === undefined) return;
  const { side, advertised } = other;
  if (gate.kind === 'capability' && gate.side === side) {
    if (gate.paths.some((path) => hasCapability(advertised.capabilities, path))) return;
    throw new CapabilityError(method, gate.paths.join(' or '), side);
  }
  if (gate.kind === 'list' && (advertised.authMethods?.length ?? 0) === 0)
    throw new CapabilityError(method, gate.field, side);
}
