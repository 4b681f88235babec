/** What the rules of one connection share. */
import type { RuleContext } from '../translate/rule-context.ts';
import type { V1, V2 } from '../protocol/methods.ts';
import type { Initialization } from './initialize.ts';
import type { Sessions } from './sessions.ts';

export interface Connection {
  readonly context: RuleContext<V2, V1>;
  readonly initialization: Initialization;
  readonly sessions: Sessions;
}
