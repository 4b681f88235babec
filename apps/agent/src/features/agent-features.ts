/** The list of what the agent implements, as programs read it. */
import type { MethodSpec } from '@acp-stack/schema';
import { methods as v1 } from '@acp-stack/schema/v1/unstable';
import { methods as v2 } from '@acp-stack/schema/v2/unstable';

import { methodFeatures, type MethodGroup } from './methods.ts';
import { declinedUpdates, updateFeatures } from './updates.ts';

export interface ListedMethod {
  readonly method: string;
  readonly group: MethodGroup;
  readonly direction: MethodSpec['direction'];
  readonly kind: MethodSpec['kind'];
  /** How settled it is in each version that has it. */
  readonly v1: MethodSpec['stability'] | null;
  readonly v2: MethodSpec['stability'] | null;
  readonly does: string;
  readonly rules: readonly string[];
}

export interface ListedUpdate {
  readonly update: string;
  /** The versions whose clients get it; none for what is declined. */
  readonly versions: readonly (1 | 2)[];
  /** Null where `declined` says why not. */
  readonly does: string | null;
  readonly declined: string | null;
  readonly rules: readonly string[];
}

export interface AgentFeatures {
  readonly methods: readonly ListedMethod[];
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
