/** What kind of error a request or a turn ended with. The message is never kept: it may repeat what was said. */
import { isJsonObject } from '@acp-stack/schema/json-object';

import { other } from '../attributes/attribute-names.ts';

/** The code of an error of JSON-RPC; `_OTHER` if it has none. */
export function errorTypeOf(error: unknown): string {
  const code = isJsonObject(error) ? error['code'] : undefined;
  return typeof code === 'number' && Number.isSafeInteger(code) ? String(code) : other;
}
