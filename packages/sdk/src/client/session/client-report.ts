/** What a client reports to its program besides the results of calls. */
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';

import type { ConnectionReport } from '../../connection/report.ts';

/** Reports of the connection, and those that only a client makes. */
export type ClientReport =
  | ConnectionReport
  /** More updates came than are kept; the oldest are dropped. Reported once per session or run. */
  | {
      readonly kind: 'updates-dropped';
      readonly sessionId: string;
      readonly where: 'opening' | 'session' | 'run';
      readonly limit: number;
    }
  /** An update of a session that is not open here, while no listener listens to all sessions. */
  | { readonly kind: 'unclaimed-update'; readonly sessionId: string; readonly update: SessionUpdate }
  /** A permission handler chose an option that was not offered; the agent gets the outcome `cancelled`. */
  | {
      readonly kind: 'option-not-offered';
      readonly sessionId: string;
      readonly optionId: string;
      /** The ids of the options that were offered. */
      readonly offered: readonly string[];
    }
  /** A session is lost for this client, while the connection goes on; `error` has the reason in its data. */
  | { readonly kind: 'session-lost'; readonly sessionId: string; readonly error: Error };

export type ReportClient = (report: ClientReport) => void;
