/** What a connection noticed that is nobody's answer, as a program hears it. */
import type { BridgeReport } from '@acp-stack/bridge/negotiate';
import type { PeerReport } from '@acp-stack/rpc';
import type { Repair } from '@acp-stack/schema';

import { withoutSecrets } from './secrets.ts';

/**
 * Everything the peer reports, what was mended in messages of the other side, what came too early, and what the bridge to a peer of version 1
 * says.
 */
export type ConnectionReport =
  | PeerReport
  | BridgeReport
  | { readonly kind: 'repaired'; readonly method: string; readonly repairs: readonly Repair[] }
  /** A notification that came before `initialize` was answered; it was ignored (INIT-13). */
  | { readonly kind: 'early-notification'; readonly method: string };

/** Where the errors of handlers go when nobody listens: a program that fails in silence cannot be mended. */
export function logHandlerFailure(report: ConnectionReport | { readonly kind: string }): void {
  if (report.kind !== 'handler-failed') return;
  const { method, error } = report as Extract<ConnectionReport, { readonly kind: 'handler-failed' }>;
  // oxlint-disable-next-line no-console -- there is nowhere else to say it.
  console.error(`The handler of ${method} failed; pass onReport to hear of this in another way.`, error);
}

/** Reports end up in logs, so credentials in a message are left out (GEN-24). */
export const withoutSecretsIn = (report: ConnectionReport): ConnectionReport =>
  'message' in report ? { ...report, message: withoutSecrets(report.message) } : report;

/** The peer's option for a program that listens. */
export function reporting(onReport: ((report: ConnectionReport) => void) | undefined): {
  readonly onReport?: (report: ConnectionReport) => void;
} {
  if (onReport === undefined) return {};
  return {
    onReport: (report) => {
      onReport(withoutSecretsIn(report));
    },
  };
}
