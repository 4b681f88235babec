/**
 * Every method that a program may use: those of version 2, and the client methods that only version 1 has.
 *
 * A client of version 1 may offer files and terminals. They depend on capabilities that no peer of version 2
 * advertises.
 */
import type { MethodSpec as Spec } from '@acp-stack/schema';
import {
  methods as v2,
  v1ClientMethods,
  type Methods as V2,
  type V1ClientMethods,
} from '@acp-stack/schema/v2/unstable';

export type Methods = V2 & V1ClientMethods;
export type MethodName = keyof Methods;

/** A method of the table. */
export type MethodSpec = Spec & { readonly name: string };

const specs = new Map<string, MethodSpec>();
for (const spec of [...Object.values(v2), ...Object.values(v1ClientMethods)] as unknown as MethodSpec[]) {
  specs.set(spec.name, spec);
  for (const alias of spec.also) specs.set(alias, spec);
}

/** The method of this name, or with this older name. */
export const findMethod = (method: string): MethodSpec | undefined => specs.get(method);

/** The method of this name; throws a `TypeError` if the protocol has none. */
export function requireMethod(method: string): MethodSpec {
  const spec = specs.get(method);
  if (spec !== undefined) return spec;
  throw new TypeError(
    `${method} is not a method of the protocol; a custom method begins with _ and takes a parser before the handler.`,
  );
}
