/** What a message says about itself, whatever version of the protocol it is of. */

export type Fields = Readonly<Record<string, unknown>>;

/** Whether `value` can be a message at all: batches and bare values cannot. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of `value`; none when it has none. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

/** The session that `value`, params or a result, is about. */
export function sessionIdOf(value: unknown): string | undefined {
  const { sessionId } = fieldsOf(value);
  return typeof sessionId === 'string' ? sessionId : undefined;
}
