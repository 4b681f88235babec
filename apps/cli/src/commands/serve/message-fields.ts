/** Reads fields of messages of any protocol version. */
import { isJsonObject, type JsonObject } from '@acp-stack/schema/json-object';

/** The fields of `value`; none if it is not an object. */
export const fieldsOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});

/** The session id in `value`, which is params or a result. */
export function sessionIdOf(value: unknown): string | undefined {
  const { sessionId } = fieldsOf(value);
  return typeof sessionId === 'string' ? sessionId : undefined;
}
