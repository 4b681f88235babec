/** The list of everything that the agent implements, for programs. */
import type { MethodSpec } from '@acp-stack/schema';
import { methods as v1 } from '@acp-stack/schema/v1/unstable';
import { methods as v2 } from '@acp-stack/schema/v2/unstable';

import { methodFeatures, type MethodGroup } from './methods.ts';
import { declinedUpdates, updateFeatures } from './updates.ts';

/** A method of the protocol, and what the agent does with it. */
export interface ListedMethod {
  /** The name on the wire. */
  readonly method: string;
  /** The part of the protocol that it belongs to. */
  readonly group: MethodGroup;
  /** Which side sends it. */
  readonly direction: MethodSpec['direction'];
  /** Whether it is a request or a notification. */
  readonly kind: MethodSpec['kind'];
  /** Its stability in version 1; null if the version does not have it. */
  readonly v1: MethodSpec['stability'] | null;
  /** Its stability in version 2; null if the version does not have it. */
  readonly v2: MethodSpec['stability'] | null;
  /** What the agent does, in one sentence. */
  readonly does: string;
  /** The ids of the requirements that it meets. */
  readonly rules: readonly string[];
}

/** A kind of session update, and when the agent sends it. */
export interface ListedUpdate {
  /** The name on the wire. */
  readonly update: string;
  /** The versions whose clients get it; none if it is declined. */
  readonly versions: readonly (1 | 2)[];
  /** When it is sent, in one sentence; null if it is declined. */
  readonly does: string | null;
  /** Why it is never sent; null if it is sent. */
  readonly declined: string | null;
  /** The ids of the requirements that it meets. */
  readonly rules: readonly string[];
}

/** Everything that the agent implements. */
export interface AgentFeatures {
  /** The methods that it sends or serves. */
  readonly methods: readonly ListedMethod[];
  /** The updates that it sends, and those that it declines to send. */
  readonly updates: readonly ListedUpdate[];
}

type Table = Readonly<Record<string, Pick<MethodSpec, 'direction' | 'kind' | 'stability'> | undefined>>;

/** Everything that the agent implements and declines. */
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

/** Expands `AUTH-01..AUTH-03`. */
function allRules(rules: readonly string[]): readonly string[] {
  return rules.flatMap((rule) => {
    const [, area, from, to] = /^(\w+)-(\d+)\.\.\1-(\d+)$/u.exec(rule) ?? [];
    if (area === undefined) return [rule];
    const count = Number(to) - Number(from) + 1;
    return Array.from({ length: count }, (_, index) => `${area}-${String(Number(from) + index).padStart(2, '0')}`);
  });
}
