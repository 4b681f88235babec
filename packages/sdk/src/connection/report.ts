/** What a connection reports to its program besides the results of calls. */
import type { BridgeReport } from '@acp-stack/bridge/negotiate';
import type { PeerReport } from '@acp-stack/rpc';
import type { Repair } from '@acp-stack/schema';

import { redactSecrets } from './redact-secrets.ts';

/** Reports of the JSON-RPC peer, reports of the bridge to a peer of version 1, and repaired and early messages. */
export type ConnectionReport =
  | PeerReport
  | BridgeReport
  | { readonly kind: 'repaired'; readonly method: string; readonly repairs: readonly Repair[] }
  /** A notification that came before the response to `initialize`; it was ignored. */
  | { readonly kind: 'early-notification'; readonly method: string };

/** Reports end up in logs, so credentials in a message are left out (GEN-24). */
export const redactReport = (report: ConnectionReport): ConnectionReport =>
  'message' in report ? { ...report, message: redactSecrets(report.message) } : report;

/** The `onReport` option of a peer, if the program has one. */
export function reporting(onReport: ((report: ConnectionReport) => void) | undefined): {
  readonly onReport?: (report: ConnectionReport) => void;
} {
  if (onReport === undefined) return {};
  return {
    onReport: (report) => {
      onReport(redactReport(report));
    },
  };
}
