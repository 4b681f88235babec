/** Copies of messages that may be shown to people: what is below `env` and `headers` can be a credential (GEN-24). */

const secretFields = new Set(['env', 'headers']);
/** Deeper than any message of the protocol; what is below is left out rather than followed. */
const deepest = 32;
const hidden = '(hidden)';

/** `value` without anything that may be a credential; values of these fields are replaced, names of variables stay. */
export function withoutSecrets(value: unknown): unknown {
  return copy(value, false, 0);
}

function copy(value: unknown, isSecret: boolean, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return isSecret ? hidden : value;
  if (depth >= deepest) return hidden;
  if (Array.isArray(value)) return value.map((each) => copy(each, isSecret, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      isSecret && key === 'name' ? each : copy(each, isSecret || secretFields.has(key), depth + 1),
    ]),
  );
}
