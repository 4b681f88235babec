/**
 * What a vector expects of a message: the very same JSON, except for the placeholders that its README lists.
 *
 * An id that is named for the first time has to be one that no message of the vector had before.
 */
import { expect } from 'vitest';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export class Ids {
  readonly #named = new Map<string, unknown>();
  readonly #used = new Set<unknown>();

  /** `message` with the ids that it names. */
  filled(message: unknown): unknown {
    if (Array.isArray(message)) return message.map((each) => this.filled(each));
    if (!isFields(message)) return message;
    const name = message['$id'];
    if (typeof name === 'string') {
      if (!this.#named.has(name)) throw new Error(`No message had the id ${name}.`);
      return this.#named.get(name);
    }
    return Object.fromEntries(Object.entries(message).map(([key, value]) => [key, this.filled(value)]));
  }

  /** Notes the id of a message that a component sends. */
  use(message: unknown): void {
    if (Array.isArray(message)) for (const each of message) this.use(each);
    else if (isFields(message) && 'id' in message) this.#used.add(message['id']);
  }

  /** Throws if `message` is not what is expected. */
  check(message: unknown, expected: unknown): void {
    this.#bind(message, expected);
    expect(message).toEqual(this.#matcher(expected));
  }

  #bind(message: unknown, expected: unknown): void {
    if (!isFields(expected) || !isFields(message)) return;
    const name = isFields(expected['id']) ? expected['id']['$id'] : undefined;
    if (typeof name !== 'string' || this.#named.has(name)) return;
    const { id } = message;
    expect(typeof id === 'string' || Number.isInteger(id), `${String(id)} is an id`).toBe(true);
    expect(this.#used.has(id), `The id ${String(id)} is new`).toBe(false);
    this.#named.set(name, id);
    this.#used.add(id);
  }

  #matcher(expected: unknown): unknown {
    if (Array.isArray(expected)) return expected.map((each) => this.#matcher(each));
    if (!isFields(expected)) return expected;
    const { $any, $unordered, $id } = expected;
    if ($id !== undefined) return this.filled(expected);
    if ($any === 'string') return expect.any(String) as unknown;
    if ($any === 'array') return expect.any(Array) as unknown;
    if (Array.isArray($unordered)) {
      const all = $unordered.map((each) => this.#matcher(each));
      return expect.toSatisfy((value: unknown) => {
        expect(value).toHaveLength(all.length);
        expect(value).toEqual(expect.arrayContaining(all));
        return true;
      }) as unknown;
    }
    return Object.fromEntries(Object.entries(expected).map(([key, value]) => [key, this.#matcher(value)]));
  }
}
