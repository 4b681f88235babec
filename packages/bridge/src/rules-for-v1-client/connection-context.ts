/** What the rules of one connection may do: notify and ask either side, and report losses. */
import type { V1, V2WithExtras } from '../protocol/methods.ts';
import type { RuleContext } from '../translate/rule-context.ts';

export type ConnectionContext = RuleContext<V1, V2WithExtras>;
