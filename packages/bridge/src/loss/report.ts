/** What the bridge reports: nothing is lost, dropped or repaired silently. */
import type { Problem, Repair } from '@acp-stack/schema';

import type { Role } from '../protocol/role.ts';
import type { RowId } from './row.ts';

/** Something that the other version cannot carry, or only in part. */
export interface Loss {
  readonly kind: 'loss';
  /** The row of the conversion table. */
  readonly row: RowId;
  /** What became of it, in one sentence. */
  readonly reason: string;
  /** The side that sent the message. */
  readonly from: Role;
  /** The method of the message, in the version of its sender. */
  readonly method: string;
  /** Undefined if the message does not belong to a session. */
  readonly sessionId: string | undefined;
}

/** What became of a message that was not passed on in full; `kind` tells which. */
export type BridgeReport =
  | Loss
  /**
   * A message that its own version does not allow; it was answered or dropped, and not converted. `message` is what was
   * dropped.
   */
  | {
      readonly kind: 'malformed';
      readonly from: Role;
      readonly method: string;
      readonly problems: readonly Problem[];
      readonly message?: unknown;
    }
  /** A message in which something was repaired, as its own version asks receivers to do. */
  | {
      readonly kind: 'repaired-by-bridge';
      readonly from: Role;
      readonly method: string;
      readonly repairs: readonly Repair[];
    }
  /** A message on which the bridge itself failed. */
  | { readonly kind: 'bridge-failed'; readonly from: Role; readonly method: string; readonly error: unknown }
  /**
   * A message without a recipient, or of an unknown method; `message` is present if it is not a JSON-RPC message or of
   * the wrong kind.
   */
  | { readonly kind: 'ignored-by-bridge'; readonly from: Role; readonly reason: string; readonly message?: unknown };

/** Called with each report when it happens; errors that it throws are ignored. */
export type ReportBridge = (report: BridgeReport) => void;

/** A hook that throws loses the report, not the connection. */
export function ignoringErrors(hook: ReportBridge | undefined): ReportBridge {
  return (report) => {
    try {
      hook?.(report);
    } catch {
      // An error of the hook cannot be reported to the hook.
    }
  };
}
