/** What a version says about its methods. */
import type { Validator } from '../validate/validator.ts';

/** Which side calls which. `both`: either side calls the other; `proxy`: a proxy and its conductor call each other. */
export type Direction = 'client>agent' | 'agent>client' | 'both' | 'conductor>proxy' | 'proxy';

/** Whether a method has a response. `message`: a request if it has an id, a notification if it has none. */
export type MethodKind = 'request' | 'notification' | 'message';

/**
 * `stable`: in the official schema; `unstable`: only in its unstable part; `draft`: in neither, but proposed or
 * dropped.
 */
export type Stability = 'stable' | 'unstable' | 'draft';

/** What must have been advertised before a method may be called. */
export type Gate =
  /** One of these paths in the capabilities of `side` is true or an object. */
  | { readonly kind: 'capability'; readonly side: 'agent' | 'client'; readonly paths: readonly string[] }
  /** This list in the result of `initialize` is not empty. */
  | { readonly kind: 'list'; readonly field: string }
  /** This field is present in the response that opened the session. */
  | { readonly kind: 'session'; readonly field: string }
  /** This field of an earlier update about the same entity is an object. */
  | { readonly kind: 'entity'; readonly field: string };

/** The types of one method, as `Methods` of each version lists them. */
export interface MethodTypes {
  /** Which side calls which. */
  readonly direction: Direction;
  /** Whether it has a response. */
  readonly kind: MethodKind;
  /** What the caller sends. */
  readonly params: unknown;
  /** The result of the other side; `undefined` for a notification. */
  readonly result: unknown;
  /** What may arrive as params: older peers leave some fields out. */
  readonly receivedParams: unknown;
  /** What may arrive as the result. */
  readonly receivedResult: unknown;
}

/** One method of one version. */
export interface MethodSpec<M extends MethodTypes = MethodTypes> {
  /** The name on the wire. */
  readonly name: string;
  /** Which side calls which. */
  readonly direction: M['direction'];
  /** Whether it has a response. */
  readonly kind: M['kind'];
  /** Checks what arrives as params. */
  readonly params: Validator<M['receivedParams']>;
  /** Checks what arrives as the result; undefined for a notification. */
  readonly result: M['kind'] extends 'notification' ? undefined : Validator<M['receivedResult']>;
  /** Undefined if the method may always be called. */
  readonly gate: Gate | undefined;
  /** The protocol versions that have the method. */
  readonly versions: readonly (1 | 2)[];
  /** How stable the method is in this version. */
  readonly stability: Stability;
  /** Other names under which it is accepted. */
  readonly also: readonly string[];
  /** Error codes with a special meaning for this method. */
  readonly errors: readonly number[];
}

/** Every method of a version by name; a method that is not here does not exist. */
export type MethodTable<M extends { readonly [K in keyof M]: MethodTypes }> = {
  readonly [K in keyof M]: MethodSpec<M[K]>;
};
