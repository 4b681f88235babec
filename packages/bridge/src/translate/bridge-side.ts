/** One side of a bridge: what it may send, which requests it sent, and which responses are expected of it. */
import type { RequestId } from '@acp-stack/rpc';

import type { Exchange } from './exchange.ts';
import type { OnOwnResponse } from './rule-context.ts';
import { cancelMethod, updateMethod } from '../protocol/method-names.ts';
import { isSentBy, specs, specsWithExtras, type Spec, type Version } from '../protocol/methods.ts';
import { BoundedMap } from '../values/bounded-map.ts';
import type { Role } from '../protocol/role.ts';

export type AnyExchange = Exchange<unknown, Readonly<Record<string, never>>>;
type AnyRule = (params: unknown, second: unknown) => void;

/** What to do with a notification of one side. */
export interface Route {
  readonly spec: Spec;
  readonly rule: AnyRule | undefined;
  /** Whether the other side knows the method too. */
  readonly isShared: boolean;
  /** Whether what was held back is sent first; the rule for updates does that itself. */
  readonly flushes: boolean;
}

/** One of the two ends. */
export interface BridgeSide {
  readonly role: Role;
  readonly version: Version;
  readonly specs: ReadonlyMap<string, Spec>;
  /** Its requests without a response. */
  readonly unanswered: Map<RequestId, AnyExchange>;
  /** What waits for its responses, by the id of the request. */
  readonly awaited: Map<RequestId, AnyExchange | OwnRequest>;
  /** Ids of requests to it that were given up; a late response to one is ignored. */
  readonly givenUp: BoundedMap<RequestId, true>;
  requestRules: Readonly<Record<string, AnyRule>>;
  /** The rules of requests that no method table has. */
  extensionRules: Readonly<Record<string, AnyRule>>;
  /** The notifications that it may send, by name: one lookup finds everything about a message. */
  routes: ReadonlyMap<string, Route>;
}

/** A request of the bridge itself. */
export interface OwnRequest {
  readonly method: string;
  readonly sessionId: string | undefined;
  readonly on: OnOwnResponse<unknown>;
}

export interface BridgeSideOptions {
  readonly role: Role;
  readonly version: Version;
  /** Whether it also has the methods that only version 1 has. */
  readonly extras: boolean;
  /** How many ids of given up requests are remembered. */
  readonly remembered: number;
}

/** A side without any messages yet. */
export const bridgeSide = ({ role, version, extras, remembered }: BridgeSideOptions): BridgeSide => ({
  role,
  version,
  specs: version === 2 && extras ? specsWithExtras : specs[version],
  unanswered: new Map(),
  awaited: new Map(),
  givenUp: new BoundedMap(remembered),
  requestRules: {},
  extensionRules: {},
  routes: new Map(),
});

/** Sets the rules of a side. */
export function setRules(
  from: BridgeSide,
  to: BridgeSide,
  rules: { readonly requests: object; readonly notifications: object; readonly extensions?: object | undefined },
): void {
  from.requestRules = dictionary(rules.requests);
  from.extensionRules = dictionary(rules.extensions ?? {});
  from.routes = routes(from, to, dictionary(rules.notifications));
}

/** Cancellations have no route: they are about requests, which the translator knows. */
function routes(
  from: BridgeSide,
  to: BridgeSide,
  rules: Readonly<Record<string, AnyRule>>,
): ReadonlyMap<string, Route> {
  const found = new Map<string, Route>();
  for (const [name, spec] of from.specs) {
    if (name === cancelMethod || spec.kind === 'request' || !isSentBy(spec, from.role)) continue;
    const { name: method } = spec;
    found.set(name, {
      spec,
      rule: rules[method],
      isShared: to.specs.has(method),
      flushes: method !== updateMethod,
    });
  }
  return found;
}

/** Any string may be the name of a method; only what the rules list is found. */
const dictionary = (rules: object): Readonly<Record<string, AnyRule>> =>
  Object.assign(Object.create(null) as object, rules) as Readonly<Record<string, AnyRule>>;
