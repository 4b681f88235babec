/** What the bridge noticed: nothing is lost, dropped or mended without a word. */
import type { Problem, Repair } from '@acp-stack/schema';

import type { Role } from '../protocol/role.ts';
import type { RowId } from './row.ts';

/** Something that the other version cannot carry, or not in full. */
export interface Loss {
  readonly kind: 'loss';
  /** The row of the conversion table that says so. */
  readonly row: RowId;
  /** What became of it, in one sentence. */
  readonly reason: string;
  /** Who sent it. */
  readonly from: Role;
  /** Of the message, in the version of who sent it. */
  readonly method: string;
  /** Undefined when the message belongs to no session. */
  readonly sessionId: string | undefined;
}

/** What became of a message that did not cross whole; `kind` tells which. */
export type BridgeReport =
  | Loss
  /** A message that its own version does not allow; it was answered or dropped, and not converted. `message` is what was dropped. */
  | {
      readonly kind: 'malformed';
      readonly from: Role;
      readonly method: string;
      readonly problems: readonly Problem[];
      readonly message?: unknown;
    }
  /** A message in which something was mended, as its own version asks receivers to do. */
  | {
      readonly kind: 'mended-by-bridge';
      readonly from: Role;
      readonly method: string;
      readonly repairs: readonly Repair[];
    }
  /** A message on which the bridge itself failed. */
  | { readonly kind: 'bridge-failed'; readonly from: Role; readonly method: string; readonly error: unknown }
  /** A message that nobody waits for, or that no version knows; `message` is one that is no message of JSON-RPC, or of the wrong kind. */
  | { readonly kind: 'ignored-by-bridge'; readonly from: Role; readonly reason: string; readonly message?: unknown };

/** Hears of each when it happens; what it throws is passed over. */
export type ReportBridge = (report: BridgeReport) => void;
