/** Copies messages for logs: values below `env` and `headers` may be credentials (GEN-24). */

const secretFields = new Set(['env', 'headers']);
/** Deeper than any message of the protocol; what is nested deeper is hidden. */
const maxDepth = 32;
const hidden = '(hidden)';

/** A copy of `value` in which possible credentials are replaced; names of variables and headers stay. */
export function redactSecrets(value: unknown): unknown {
  return copy(value, false, 0);
}

function copy(value: unknown, isSecret: boolean, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return isSecret ? hidden : value;
  if (depth >= maxDepth) return hidden;
  if (Array.isArray(value)) return value.map((each) => copy(each, isSecret, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      isSecret && key === 'name' ? each : copy(each, isSecret || secretFields.has(key), depth + 1),
    ]),
  );
}
