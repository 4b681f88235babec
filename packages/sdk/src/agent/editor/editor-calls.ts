/**
 * What files, documents and terminals of an editor need of a connection: the calls of a session, or those of a turn.
 */
import type { CallOptions } from '@acp-stack/rpc';

import type { Params, ReceivedResult, RequestFrom } from '../../connection/method-types.ts';

/** The calls of an agent to its client. */
export interface EditorCalls {
  /** Whether the client has advertised the capability at `path`. */
  supports(path: string): boolean;
  /** Calls the client. */
  request<K extends RequestFrom<'agent'>>(
    method: K,
    params: Params<K>,
    options?: CallOptions,
  ): Promise<ReceivedResult<K>>;
}
