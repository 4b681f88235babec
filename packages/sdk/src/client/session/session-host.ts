/** What an open session has of the connection that it belongs to. */
import type { Clock } from '@acp-stack/rpc';
import type { ForkSessionRequest, SessionUpdate } from '@acp-stack/schema/v2/unstable';

import type { ClientLink } from './client-link.ts';
import type { PendingQuestions } from './pending-questions.ts';
import type { ReportClient } from './client-report.ts';
import type { ClientSession, OpenOptions, PermissionHandler, UpdateContext } from './client-session.ts';
import type { UpdateLimits } from './update-limits.ts';
import type { Listeners } from './listeners.ts';

/** What a session needs of the connection it belongs to. */
export interface SessionHost {
  readonly link: ClientLink;
  readonly questions: PendingQuestions;
  /** Those who listen to all sessions. */
  readonly listeners: Listeners<readonly [update: SessionUpdate, context: UpdateContext]>;
  /** Decides about permissions where the session has no handler of its own. */
  readonly onPermission: PermissionHandler | undefined;
  readonly report: ReportClient;
  readonly clock: Clock;
  readonly limits: UpdateLimits;
  /** Milliseconds that an agent has to end cancelled work. */
  readonly cancelGrace: number;
  fork(params: ForkSessionRequest, options?: OpenOptions): Promise<ClientSession>;
  closeSession(sessionId: string): Promise<void>;
}
