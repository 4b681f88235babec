/** What a client noticed that is nobody's answer. */
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';

import type { ConnectionReport } from '../../connection/report.ts';

/** Everything the connection reports, and what only a client can notice. */
export type ClientReport =
  | ConnectionReport
  /**
   * More updates came than are kept for somebody who does not listen; the oldest are gone. Said once per session or
   * run.
   */
  | {
      readonly kind: 'updates-dropped';
      readonly sessionId: string;
      readonly where: 'opening' | 'session' | 'run';
      readonly limit: number;
    }
  /** An update of a session that is not open here, and nobody listens to all sessions. */
  | { readonly kind: 'unclaimed-update'; readonly sessionId: string; readonly update: SessionUpdate }
  /** A permission handler chose something that was not offered; the agent was told that nothing was chosen. */
  | { readonly kind: 'option-not-offered'; readonly sessionId: string; readonly optionId: string };

export type ReportClient = (report: ClientReport) => void;
