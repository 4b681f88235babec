/** What a session uses of the client connection that it belongs to. `S` is the session as the program sees it. */
import type { Clock } from '@acp-stack/rpc';
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';

import type { Connection } from '../../connection/connection.ts';
import type { ReportClient } from './client-report.ts';
import type { Listeners } from './listeners.ts';
import type { PendingQuestions } from './pending-questions.ts';
import type { PermissionHandlerOf, UpdateContextOf } from './session-handlers.ts';
import type { UpdateLimits } from './update-limits.ts';

export interface ClientSessionHostOf<S> {
  /** The current connection; it is replaced when the client reconnects. */
  readonly connection: Connection<'client'>;
  readonly questions: PendingQuestions;
  /** The listeners to the updates of all sessions. */
  readonly listeners: Listeners<readonly [update: SessionUpdate, context: UpdateContextOf<S>]>;
  /** Decides about permissions where the session has no handler of its own. */
  readonly onPermission: PermissionHandlerOf<S> | undefined;
  readonly report: ReportClient;
  readonly clock: Clock;
  readonly limits: UpdateLimits;
  /** How long an agent may take to end cancelled work, in milliseconds. */
  readonly cancelGrace: number;
}
