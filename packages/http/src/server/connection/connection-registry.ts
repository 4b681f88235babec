/**
 * The connections of a server, by id.
 *
 * An id is only found by the principal that owns it; for any other principal it does not exist.
 */
import { randomBytes } from 'node:crypto';

/** What is registered: a connection of a principal. */
interface Owned {
  readonly principal: string;
}

/** Returns an id that cannot be guessed. */
export const createName = (): string => randomBytes(24).toString('base64url');

export class ConnectionRegistry<T extends Owned> {
  readonly #byName = new Map<string, T>();

  get size(): number {
    return this.#byName.size;
  }

  /** Returns how many connections `principal` has. */
  countOf(principal: string): number {
    let count = 0;
    for (const connection of this.#byName.values()) if (connection.principal === principal) count += 1;
    return count;
  }

  add(name: string, connection: T): void {
    this.#byName.set(name, connection);
  }

  find(name: string, principal: string): T | undefined {
    const connection = this.#byName.get(name);
    return connection?.principal === principal ? connection : undefined;
  }

  remove(name: string): void {
    this.#byName.delete(name);
  }

  [Symbol.iterator](): Iterator<T> {
    return this.#byName.values();
  }
}
