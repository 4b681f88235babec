/** Checks whether the capabilities that the other side advertised allow a method. */
import type { Gate } from '@acp-stack/schema';

import { CapabilityError } from './capability-error.ts';

/** What one side advertised in `initialize`. */
export interface Advertised {
  /** The capabilities, as that side sent them. */
  readonly capabilities: object;
  /** The login methods of an agent. */
  readonly authMethods?: readonly unknown[];
  /** The `_meta` of its description, where extensions are advertised. */
  readonly meta?: unknown;
}

/** Whether there is a capability at `path`: an object, or `true`. */
export function hasCapability(capabilities: object | null | undefined, path: string): boolean {
  let value: unknown = capabilities;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null) return false;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value === true || (typeof value === 'object' && value !== null);
}

/**
 * Throws a `CapabilityError` if `gate` is closed. Gates of sessions, tool calls and terminals are checked elsewhere.
 */
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
