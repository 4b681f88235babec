/**
 * Next edit suggestions: version 1 calls their id `id`, version 2 `suggestionId`; the names in their options differ
 * too.
 */
import type * as v1 from '@acp-stack/schema/v1/unstable';
import type * as v2 from '@acp-stack/schema/v2/unstable';

import { configOptionsToV2 } from '../convert/config-options.ts';
import type { Exchange } from '../translate/exchange.ts';
import type { RuleContext } from '../translate/rule-context.ts';
import type { V1, V2 } from '../protocol/methods.ts';

type DecisionMethod = 'nes/accept' | 'nes/reject';

/** `nes/start`: only the options in the result differ. */
export function start(context: RuleContext<V2, V1>, exchange: Exchange<v2.StartNesResponse, V1>): void {
  exchange.pass({
    result: (result) => {
      const { configOptions, ...others } = result as v1.StartNesResponse;
      const options = configOptionsToV2(configOptions, context);
      return options === undefined ? others : { ...others, configOptions: options };
    },
  });
}

/** `nes/suggest`: only the result differs. */
export function suggest(_: unknown, exchange: Exchange<v2.SuggestNesResponse, V1>): void {
  exchange.pass({
    result: (result) => {
      const { suggestions, ...others } = result as v1.SuggestNesResponse;
      return {
        ...others,
        suggestions: suggestions.map(({ id: suggestionId, ...suggestion }) => ({ ...suggestion, suggestionId })),
      };
    },
  });
}

/** `nes/accept` and `nes/reject`: what the user did with a suggestion. */
export function forwardDecision<K extends DecisionMethod>(
  context: RuleContext<V2, V1>,
  method: K,
  params: V2[K]['receivedParams'],
): void {
  const { suggestionId: id, ...others } = params;
  context.notifyAgent(method, { ...others, id } as never);
}
