/** The methods of both versions as types: which exist, and which side sends them. */
import type { MethodSpec, MethodTypes } from '@acp-stack/schema';
import { methods as v1Methods, type Methods as V1 } from '@acp-stack/schema/v1/unstable';
import { methods as v2Methods, type Methods as V2 } from '@acp-stack/schema/v2/unstable';

import type { Role } from './role.ts';

export type { V1, V2 };
/** The versions of the protocol that the bridge knows. */
export type Version = 1 | 2;

type SentBy<R extends Role> = (R extends 'client' ? 'client>agent' : 'agent>client') | 'both';

/** The requests of `M` that `R` sends. */
export type Requests<M, R extends Role> = {
  [K in keyof M]: M[K] extends MethodTypes
    ? M[K]['direction'] extends SentBy<R>
      ? M[K]['kind'] extends 'request' | 'message'
        ? K
        : never
      : never
    : never;
}[keyof M] &
  string;

/** The notifications of `M` that `R` sends. */
export type Notifications<M, R extends Role> = {
  [K in keyof M]: M[K] extends MethodTypes
    ? M[K]['direction'] extends SentBy<R>
      ? M[K]['kind'] extends 'notification' | 'message'
        ? K
        : never
      : never
    : never;
}[keyof M] &
  string;

/** One field of one method of `M`. */
export type FieldOf<M, K extends keyof M, F extends keyof MethodTypes> = M[K] extends MethodTypes ? M[K][F] : never;

export type Spec = MethodSpec;

const table = (methods: object): ReadonlyMap<string, Spec> => {
  const specs = new Map<string, Spec>();
  for (const spec of Object.values(methods) as Spec[]) {
    specs.set(spec.name, spec);
    for (const alias of spec.also) specs.set(alias, spec);
  }
  return specs;
};

/** Every method by its name on the wire, including older names. */
export const specs: Readonly<Record<Version, ReadonlyMap<string, Spec>>> = { 1: table(v1Methods), 2: table(v2Methods) };

/** What only version 1 has, and programs of version 2 may understand too. */
type ExtraName = Extract<keyof V1, `fs/${string}` | `terminal/${string}`>;

/** Version 2 and the extras of version 1. */
export type V2WithExtras = V2 & Pick<V1, ExtraName>;

const isExtra = (name: string): boolean => name.startsWith('fs/') || name.startsWith('terminal/');

/**
 * The methods of version 2, and those of version 1 that are passed on unchanged if the version 2 side understands them.
 */
export const specsWithExtras: ReadonlyMap<string, Spec> = new Map([
  ...[...specs[1]].filter(([name]) => isExtra(name)),
  ...specs[2],
]);

const sentBy = { client: new Set(['client>agent', 'both']), agent: new Set(['agent>client', 'both']) };

/** Whether `role` may send the method. */
export const isSentBy = (spec: Spec, role: Role): boolean => sentBy[role].has(spec.direction);
