/** The tokens of a turn, as its agent reports them. */
import { isJsonObject } from '@acp-stack/schema/json-object';
import type { Usage } from '@acp-stack/schema/v2/unstable';

import { names } from './attribute-names.ts';

const fields = [
  ['inputTokens', names.inputTokens],
  ['outputTokens', names.outputTokens],
  ['cachedReadTokens', names.cacheReadTokens],
  ['cachedWriteTokens', names.cacheCreationTokens],
  ['thoughtTokens', names.reasoningTokens],
] as const satisfies readonly (readonly [keyof Usage, string])[];

/** The counts that are numbers of tokens, by the names of their attributes. */
export function tokenCounts(usage: unknown): Readonly<Record<string, number>> {
  if (!isJsonObject(usage)) return {};
  return Object.fromEntries(
    fields.flatMap(([field, name]) => {
      const count = usage[field];
      return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? [[name, count]] : [];
    }),
  );
}
