/**
 * The handlers that a program registers on an agent or a client before there is a connection.
 *
 * Each method has at most one handler, every connection gets all of them, and registering one advertises the capability
 * that its method needs.
 */
import type { Connection } from './connection.ts';
import { findMethod } from './method-table.ts';
import type { Side } from './method-types.ts';

/** A connection without the types that tie a method to its handler; they were checked at the registration. */
type Untyped = Record<'onRequest' | 'onNotification', (method: string, ...rest: readonly unknown[]) => Disposable>;

export class Registrations<S extends Side> {
  /** The methods that have a handler. */
  readonly methods: Set<string> = new Set();
  readonly #side: S;
  readonly #reserved = new Set<string>();
  /** What is advertised, by its path in the capabilities. */
  readonly #markers = new Map<string, object | true>();
  readonly #registrations: ((connection: Untyped) => void)[] = [];

  constructor(side: S) {
    this.#side = side;
  }

  /** Reserves `name` for one handler; throws if it already has one. */
  reserve(name: string): void {
    if (this.#reserved.has(name)) throw new Error(`${name} already has a handler.`);
    this.#reserved.add(name);
  }

  /** Reserves `method` and advertises the capability that it needs. */
  advertise(method: string): void {
    this.reserve(method);
    const { gate, versions = [] } = findMethod(method) ?? {};
    if (gate?.kind !== 'capability' || gate.side !== this.#side) return;
    // A marker of version 1 is `true`, one of version 2 an object.
    for (const path of gate.paths) this.mark(path, versions.includes(2) ? {} : true);
  }

  /** Advertises what is at `path`, such as `elicitation.form`. */
  mark(path: string, marker: object | true = {}): void {
    this.#markers.set(path, marker);
  }

  /** Adds a handler, or a parser and a handler of a custom method. */
  add(kind: keyof Untyped, method: string, rest: readonly unknown[]): void {
    this.methods.add(method);
    this.#registrations.push((connection) => {
      connection[kind](method, ...rest);
    });
  }

  /** Registers all handlers on `connection`. */
  readonly register = (connection: Connection<S>): void => {
    for (const register of this.#registrations) register(connection as unknown as Untyped);
  };

  /** What is advertised, as an object. */
  get capabilities(): object {
    const root: Record<string, unknown> = {};
    for (const [path, marker] of this.#markers) {
      const [group = '', name] = path.split('.');
      root[group] = name === undefined ? marker : { ...Object(root[group]), [name]: marker };
    }
    return root;
  }
}
