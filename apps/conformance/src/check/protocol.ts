/** The methods and shapes of each version, with everything that is still a draft: what a program may send. */
import type { Direction, Gate, MethodKind, Validator } from '@acp-stack/schema';
import { methods as methodsOfOne, validators as shapesOfOne } from '@acp-stack/schema/v1/unstable';
import { methods as methodsOfTwo, validators as shapesOfTwo } from '@acp-stack/schema/v2/unstable';

import type { Version } from '../rules/rule.ts';

/** One method, as far as messages are checked against it. */
export interface Method {
  readonly direction: Direction;
  readonly kind: MethodKind;
  readonly params: Validator<unknown>;
  readonly result: Validator<unknown> | undefined;
  readonly gate: Gate | undefined;
}

/** One version of the protocol. */
export interface Protocol {
  readonly version: Version;
  /** The method with this name, or undefined. */
  readonly find: (name: string) => Method | undefined;
  readonly error: Validator<unknown>;
}

const table = (methods: object): ((name: string) => Method | undefined) => {
  const byName: ReadonlyMap<string, Method> = new Map(Object.entries(methods as Readonly<Record<string, Method>>));
  return (name) => byName.get(name);
};

/** The protocol of each version. */
export const protocols: Readonly<Record<Version, Protocol>> = {
  1: { version: 1, find: table(methodsOfOne), error: shapesOfOne.Error },
  2: { version: 2, find: table(methodsOfTwo), error: shapesOfTwo.Error },
};

/** The other version. */
export const otherVersion: Readonly<Record<Version, Version>> = { 1: 2, 2: 1 };
