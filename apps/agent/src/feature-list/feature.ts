/** An entry of the feature list. */
import type { Methods as V1Methods, SessionUpdateVariants as V1Updates } from '@acp-stack/schema/v1/unstable';
import type { Methods as V2Methods, SessionUpdateVariants as V2Updates } from '@acp-stack/schema/v2/unstable';

/** The methods that an agent serves or calls, without those between a conductor and its proxies. */
type OfAgents<M extends { readonly [K in keyof M]: { readonly direction: string } }> = {
  [K in keyof M]: M[K]['direction'] extends 'client>agent' | 'agent>client' | 'both' ? K : never;
}[keyof M];

/** Every method of an agent, of every version and every draft. */
export type AgentMethod = OfAgents<V1Methods> | OfAgents<V2Methods>;

/** Every kind of update of every version. */
export type UpdateKind = keyof V1Updates | keyof V2Updates;

/** What the agent does with a method or a kind of update. */
export interface Feature {
  /** One sentence. */
  readonly does: string;
  /** The requirements about it; `a..b` stands for all from `a` to `b`. */
  readonly rules: readonly string[];
}

/** Something that the agent does not do, and why. */
export interface Declined {
  readonly declined: string;
  readonly rules: readonly string[];
}
