/** What the rules of one connection share. */
import type { Hub } from '../hub.ts';
import type { V1, V2 } from '../methods.ts';
import type { Introduction } from './introduction.ts';
import type { Sessions } from './sessions.ts';

export interface Connection {
  readonly hub: Hub<V2, V1>;
  readonly introduction: Introduction;
  readonly sessions: Sessions;
}
