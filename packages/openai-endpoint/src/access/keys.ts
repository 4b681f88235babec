/** Who a client is, by the key that clients of OpenAI send as a bearer token. */

/**
 * The key of each principal; or a function that returns the principal of a key, and undefined for a key that is none.
 */
export type Keys =
  | Readonly<Record<string, string>>
  | ((key: string) => string | undefined | Promise<string | undefined>);

type FindPrincipal = (key: string) => string | undefined | Promise<string | undefined>;

/** Shorter keys can be guessed. */
const shortest = 16;

/** Returns a function that finds the principal of a key; throws if a key is too short, or not of one principal. */
export function principals(keys: Keys | undefined): FindPrincipal {
  if (keys === undefined) return () => undefined;
  if (typeof keys === 'function') return keys;
  const weak = Object.entries(keys).find(
    ([, key]) => typeof key !== 'string' || key.length < shortest || /\s/u.test(key),
  );
  if (weak !== undefined)
    throw new TypeError(
      `The key of ${JSON.stringify(weak[0])} must have at least ${shortest} characters, and no spaces.`,
    );
  const shared = Object.entries(keys).find(([name, key]) => ownerOf(keys, key) !== name);
  if (shared !== undefined)
    throw new TypeError(
      `${JSON.stringify(ownerOf(keys, shared[1]))} and ${JSON.stringify(shared[0])} have the same key; give each its own.`,
    );
  const known = Promise.all(Object.entries(keys).map(async ([name, key]) => [await digest(key), name] as const)).then(
    (entries) => new Map(entries),
  );
  // Digests are compared instead of keys: how long that takes says nothing about a key.
  return async (key) => (await known).get(await digest(key));
}

/** The first principal with this key. */
const ownerOf = (keys: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.keys(keys).find((name) => keys[name] === key);

/** The key of a request. */
export function keyOf(request: Request): string | undefined {
  return /^Bearer +(?<key>\S+)$/iu.exec(request.headers.get('authorization') ?? '')?.groups?.['key'];
}

/** A digest of `text`, as text. */
export async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
