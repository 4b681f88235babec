/** What the rules of one connection share. */
import type { ConnectionContext } from './connection-context.ts';
import type { ClientFeatures } from './client-features.ts';
import type { ContentBatches } from './content-batches.ts';
import type { Sessions } from './sessions.ts';
import type { TextChunkBuffer } from './text-chunk-buffer.ts';

export interface Connection {
  readonly context: ConnectionContext;
  /** Whether the agent understands what only version 1 has. */
  readonly extras: boolean;
  readonly sessions: Sessions;
  readonly batches: ContentBatches;
  readonly textChunks: TextChunkBuffer;
  /** Child sessions that this client cannot show. */
  readonly hidden: Set<string>;
  features: ClientFeatures;
  /** Whether the agent starts MCP servers; every agent of version 1 does. */
  startsMcpServers: boolean;
}
