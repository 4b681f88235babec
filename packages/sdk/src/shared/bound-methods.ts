/**
 * Binds the methods of a class to its objects, so that handlers can destructure them: `({ message, toolCall }) => …`.
 */

/**
 * Binds every public method of `made` to its object when it is first used, so that an object pays nothing for methods
 * that are not called.
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
        // An own property from now on, so that the look-up costs as much as that of a field.
        Object.defineProperty(this, name, { value: bound, configurable: true, writable: true });
        return bound;
      },
    });
  }
}
