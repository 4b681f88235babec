/** The list of what the agent implements, as programs read it. */
import type { MethodSpec } from '@acp-stack/schema';
import { methods as v1 } from '@acp-stack/schema/v1/unstable';
import { methods as v2 } from '@acp-stack/schema/v2/unstable';

import { methodFeatures, type MethodGroup } from './methods.ts';
import { declinedUpdates, updateFeatures } from './updates.ts';

/** One method of the protocol, and what the agent does with it. */
export interface ListedMethod {
  /** Its name on the wire. */
  readonly method: string;
  /** The part of the protocol that it belongs to. */
  readonly group: MethodGroup;
  /** Who sends it. */
  readonly direction: MethodSpec['direction'];
  /** Whether it is answered. */
  readonly kind: MethodSpec['kind'];
  /** How settled it is in each version that has it. */
  readonly v1: MethodSpec['stability'] | null;
  /** The same for version 2; null where the version does not have it. */
  readonly v2: MethodSpec['stability'] | null;
  /** What the agent does, in a sentence. */
  readonly does: string;
  /** The ids of the requirements that it meets. */
  readonly rules: readonly string[];
}

/** One kind of session update, and when the agent sends it. */
export interface ListedUpdate {
  /** Its name on the wire. */
  readonly update: string;
  /** The versions whose clients get it; none for what is declined. */
  readonly versions: readonly (1 | 2)[];
  /** Null where `declined` says why not. */
  readonly does: string | null;
  /** Why it is never sent; null for those that are. */
  readonly declined: string | null;
  /** The ids of the requirements that it meets. */
  readonly rules: readonly string[];
}

/** Everything that the agent implements. */
export interface AgentFeatures {
  /** All that it sends or takes. */
  readonly methods: readonly ListedMethod[];
  /** All that it sends, and those that it declines to send. */
  readonly updates: readonly ListedUpdate[];
}

type Table = Readonly<Record<string, Pick<MethodSpec, 'direction' | 'kind' | 'stability'> | undefined>>;

/** Everything that the agent implements, and what it does not. */
export function agentFeatures(): AgentFeatures {
  return {
    methods: Object.entries(methodFeatures).map(([method, feature]) => listedMethod(method, feature)),
    updates: [
      ...Object.entries(updateFeatures).map(([update, { does, versions, rules }]): ListedUpdate => ({
        update,
        versions,
        does,
        declined: null,
        rules: allRules(rules),
      })),
      ...Object.entries(declinedUpdates).map(([update, { declined, rules }]): ListedUpdate => ({
        update,
        versions: [],
        does: null,
        declined,
        rules: allRules(rules),
      })),
    ],
  };
}

function listedMethod(method: string, feature: (typeof methodFeatures)[keyof typeof methodFeatures]): ListedMethod {
  const first = (v1 as Table)[method];
  const second = (v2 as Table)[method];
  const { direction, kind } = second ?? first ?? { direction: 'client>agent', kind: 'request' };
  return {
    method,
    group: feature.group,
    direction,
    kind,
    v1: first?.stability ?? null,
    v2: second?.stability ?? null,
    does: feature.does,
    rules: allRules(feature.rules),
  };
}

/** `AUTH-01..AUTH-03` written out. */
function allRules(rules: readonly string[]): readonly string[] {
  return rules.flatMap((rule) => {
    const [, area, from, to] = /^(\w+)-(\d+)\.\.\1-(\d+)$/u.exec(rule) ?? [];
    if (area === undefined) return [rule];
    const count = Number(to) - Number(from) + 1;
    return Array.from({ length: count }, (_, index) => `${area}-${String(Number(from) + index).padStart(2, '0')}`);
  });
}
