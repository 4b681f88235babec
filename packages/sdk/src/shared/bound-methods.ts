/** Lets the methods of a class be taken out of their object, as handlers like to: `({ message, toolCall }) => …`. */

/**
 * Ties every public method of `made` to its object, each when it is first used: objects that are made for every message pay nothing for
 * methods that nobody calls.
 */
export function bindMethods(made: { readonly prototype: object }): void {
  for (const name of Object.getOwnPropertyNames(made.prototype)) {
    const value: unknown = Object.getOwnPropertyDescriptor(made.prototype, name)?.value;
    if (typeof value !== 'function' || name === 'constructor') continue;
    const method = value as (...args: readonly unknown[]) => unknown;
    Object.defineProperty(made.prototype, name, {
      configurable: true,
      get(this: object) {
        const bound: unknown = method.bind(this);
        // From now on it is the object's own, so that the look-up costs no more than that of a field.
        Object.defineProperty(this, name, { value: bound, configurable: true, writable: true });
        return bound;
      },
    });
  }
}
