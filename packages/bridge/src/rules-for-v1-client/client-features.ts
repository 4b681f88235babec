/** What a client of version 1 supports, as its capabilities say; every client of version 2 supports it. */
import type * as v1 from '@acp-stack/schema/v1/unstable';

import { readsTerminalMeta } from '../extensions/terminals-to-v1-meta.ts';

export interface ClientFeatures {
  /** Config options that are switched on and off. */
  readonly booleans: boolean;
  /** Plans with an id each. */
  readonly plans: boolean;
  readonly notices: boolean;
  readonly compaction: boolean;
  readonly subagents: boolean;
  /** Terminals of the agent, by `_meta` of tool calls. */
  readonly terminals: boolean;
  /** The suggestions that it takes as `action`, by their kind: it advertises them in the first form only. */
  readonly actions: ReadonlySet<string>;
}

/** The features before `initialize`. */
export const noFeatures: ClientFeatures = {
  booleans: false,
  plans: false,
  notices: false,
  compaction: false,
  subagents: false,
  terminals: false,
  actions: new Set(),
};

export function featuresOf(capabilities: v1.ClientCapabilities | undefined): ClientFeatures {
  const { session, plan, subagents, nes } = capabilities ?? {};
  return {
    booleans: isGiven(session?.configOptions?.boolean),
    plans: isGiven(plan),
    notices: isGiven(session?.notices),
    compaction: isGiven(session?.compaction),
    subagents: isGiven(subagents),
    terminals: readsTerminalMeta(capabilities),
    actions: new Set(actionKinds.filter((kind) => isGiven(nes?.ideActions?.[kind] as object) && !isGiven(nes?.[kind]))),
  };
}

const actionKinds = ['rename', 'searchAndReplace'] as const;

const isGiven = (marker: object | null | undefined): boolean => marker !== undefined && marker !== null;
