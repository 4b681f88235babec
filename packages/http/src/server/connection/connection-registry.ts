/**
 * The connections of a server, by their names.
 *
 * A name is found only by the principal that it belongs to: to anybody else it is as unknown as one that never was.
 */
import { randomBytes } from 'node:crypto';

/** What is registered: one connection of one principal. */
interface Owned {
  readonly principal: string;
}

/** A name that cannot be guessed. */
export const createName = (): string => randomBytes(24).toString('base64url');

export class ConnectionRegistry<T extends Owned> {
  readonly #byName = new Map<string, T>();

  get size(): number {
    return this.#byName.size;
  }

  /** How many belong to `principal`. */
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
