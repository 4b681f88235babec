/** One of the two ends of a bridge: what it may send, what it has asked, and what is expected of it. */
import type { RequestId } from '@acp-stack/rpc';

import type { Exchange } from './exchange.ts';
import type { OnOwnResponse } from './rule-context.ts';
import {
  cancelMethod,
  isSentBy,
  specs,
  specsWithExtras,
  updateMethod,
  type Spec,
  type Version,
} from '../protocol/methods.ts';
import { BoundedMap } from '../values/bounded-map.ts';
import type { Role } from '../protocol/role.ts';

export type AnyExchange = Exchange<unknown, Readonly<Record<string, never>>>;
type AnyRule = (params: unknown, second: unknown) => void;

/** What is done with a notification of one end. */
export interface Route {
  readonly spec: Spec;
  readonly rule: AnyRule | undefined;
  /** Whether the other end knows it too. */
  readonly isShared: boolean;
  /** Whether what was held back to be joined goes first; an update sees to that itself. */
  readonly flushes: boolean;
}

/** One of the two ends. */
export interface BridgeSide {
  readonly role: Role;
  readonly version: Version;
  readonly specs: ReadonlyMap<string, Spec>;
  /** Requests that it asked and that are not answered. */
  readonly asked: Map<RequestId, AnyExchange>;
  /** What waits for its answer, by the id it was asked under. */
  readonly awaited: Map<RequestId, AnyExchange | OwnRequest>;
  /** Ids of requests to it that nobody waits for any more; an answer that comes all the same is no surprise. */
  readonly givenUp: BoundedMap<RequestId, true>;
  requestRules: Readonly<Record<string, AnyRule>>;
  /** The notifications that it may send, by their names: one look tells all about a message. */
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
  /** How many ids of requests that were given up are remembered. */
  readonly remembered: number;
}

/** An end that nobody has said anything to. */
export const bridgeSide = ({ role, version, extras, remembered }: BridgeSideOptions): BridgeSide => ({
  role,
  version,
  specs: version === 2 && extras ? specsWithExtras : specs[version],
  asked: new Map(),
  awaited: new Map(),
  givenUp: new BoundedMap(remembered),
  requestRules: {},
  routes: new Map(),
});

/** Gives an end its rules. */
export function setRules(
  from: BridgeSide,
  to: BridgeSide,
  rules: { readonly requests: object; readonly notifications: object },
): void {
  from.requestRules = dictionary(rules.requests);
  from.routes = routes(from, to, dictionary(rules.notifications));
}

/** Cancellations are none: they are about requests, which are known here. */
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

/** A message may name anything as its method; only what the rules list is found. */
const dictionary = (rules: object): Readonly<Record<string, AnyRule>> =>
  Object.assign(Object.create(null) as object, rules) as Readonly<Record<string, AnyRule>>;
