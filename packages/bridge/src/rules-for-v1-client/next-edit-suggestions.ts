/** Next edit suggestions: version 1 calls `id` what version 2 calls `suggestionId`, or `configId` in their options. */
import type * as v1 from '@acp-stack/schema/v1/unstable';
import {
  isNesSuggestion,
  type NesSuggestion,
  type StartNesResponse,
  type SuggestNesResponse,
} from '@acp-stack/schema/v2/unstable';

import { configOptionsToV1 } from '../convert/config-options.ts';
import type { V1, V2WithExtras } from '../protocol/methods.ts';
import type { Rules } from '../translate/rules.ts';
import type { Connection } from './connection.ts';

type NextEditRules = Pick<Rules<V1, V2WithExtras>, 'clientRequests' | 'clientNotifications'>;

export function nextEditRules(connection: Connection): NextEditRules {
  const { context } = connection;
  const suggestionToV1 = (suggestion: NesSuggestion): v1.NesSuggestion[] => {
    if (!isNesSuggestion.known(suggestion)) {
      context.lose('drafts', `Version 1 has no suggestions of kind ${suggestion.kind}; one was left out.`);
      return [];
    }
    const { suggestionId: id, ...others } = suggestion;
    if (!connection.features.actions.has(suggestion.kind)) return [{ ...others, id }];
    const { kind: actionId, ...details } = others;
    // The form of the first draft, which the types of version 1 no longer have.
    return [{ id, kind: 'action', actionId, arguments: details } as unknown as v1.NesSuggestion];
  };
  return {
    clientRequests: {
      'nes/start': (_, exchange) => {
        exchange.pass({
          result: (result) => {
            const { configOptions, ...others } = result as StartNesResponse;
            const options = configOptionsToV1(configOptions, connection.features, context);
            return options === undefined ? others : { ...others, configOptions: options };
          },
        });
      },
      'nes/suggest': (_, exchange) => {
        exchange.pass({
          result: (result) => {
            const { suggestions, ...others } = result as SuggestNesResponse;
            return { ...others, suggestions: suggestions.flatMap(suggestionToV1) };
          },
        });
      },
    },
    clientNotifications: {
      'nes/accept': ({ id, ...others }) => {
        context.notifyAgent('nes/accept', { ...(others as v1.AcceptNesNotification), suggestionId: id });
      },
      'nes/reject': ({ id, ...others }) => {
        context.notifyAgent('nes/reject', { ...(others as v1.RejectNesNotification), suggestionId: id });
      },
    },
  };
}
