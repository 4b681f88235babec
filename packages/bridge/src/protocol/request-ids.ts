/** The ids of requests, which differ between the versions: version 2 has neither null nor fractions (GEN-14). */
import type { RequestId } from '@acp-stack/rpc';

/** The beginning of the ids of the bridge's own requests. */
export const ownIdPrefix = 'acp-bridge:';

/** Whether both versions have this id, and it is not one of the bridge's own requests. */
export const isIdOfBothVersions = (id: RequestId, ownPrefix: string = ownIdPrefix): boolean =>
  typeof id === 'string' ? !id.startsWith(ownPrefix) : Number.isSafeInteger(id);
