/** What a connection noticed that is nobody's answer, as a program hears it. */
import type { BridgeReport } from '@acp-stack/bridge/negotiated';
import type { PeerOptions, PeerReport } from '@acp-stack/rpc';
import type { Repair } from '@acp-stack/schema';

import { withoutSecrets } from './secrets.ts';

/**
 * Everything the peer reports, what was mended in messages of the other side, what came too early, and what the bridge to a peer of version 1
 * says.
 */
export type ConnectionReport =
  | PeerReport
  | BridgeReport
  | { readonly kind: 'mended'; readonly method: string; readonly repairs: readonly Repair[] }
  /** A notification that came before `initialize` was answered; it was ignored (INIT-13). */
  | { readonly kind: 'early-notification'; readonly method: string };

/** The peer's option for a program that listens: reports end up in logs, so credentials in a message are left out (GEN-24). */
export function reporting(onReport: ((report: ConnectionReport) => void) | undefined): Pick<PeerOptions, 'onReport'> {
  if (onReport === undefined) return {};
  return {
    onReport: (report) => {
      onReport('message' in report ? { ...report, message: withoutSecrets(report.message) } : report);
    },
  };
}
