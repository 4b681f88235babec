import type { Clock } from '@acp-stack/rpc';
import type { Connection } from '@acp-stack/sdk';

import type { AuditDetail } from '../access/audit-log.ts';
import type { Principal } from '../access/principal.ts';
import type { ClientFeatures } from './hub-meta.ts';

/** The client of an attachment. */
export interface AttachedClient {
  /** Identifies the connection in the items of its client. */
  readonly id: string;
  readonly principal: Principal;
  readonly connection: Connection<'agent'>;
  readonly features: ClientFeatures;
  readonly generation: string;
  readonly clock: Clock;
  /** Notes in the audit log what the client did besides its requests. */
  readonly note: (action: string, detail: AuditDetail) => void;
}
