/**
 * The methods that a client may call, by every accepted name, in each version of the protocol.
 *
 * Drafts are included: whether the agent supports a method is for the agent to say.
 */
import type { Gate, MethodKind, MethodSpec, Validator } from '@acp-stack/schema';
import { methods as v1 } from '@acp-stack/schema/v1/unstable';
import { methods as v2 } from '@acp-stack/schema/v2/unstable';

import { fieldsOf } from './message-fields.ts';

interface ServedMethod {
  readonly kind: MethodKind;
  readonly params: Validator<unknown>;
  /** Whether its result has the id of a session that the request has opened. */
  readonly opensSession: boolean;
  readonly gate: Gate | undefined;
}

/** The methods of one version. */
export type ServedMethods = ReadonlyMap<string, ServedMethod>;

const byVersion: ReadonlyMap<unknown, ServedMethods> = new Map([
  [1, servedMethods(Object.values(v1))],
  [2, servedMethods(Object.values(v2))],
]);

/** The methods of every version: until `initialize` has decided, a message may be of any. */
const allVersions: readonly ServedMethods[] = [...byVersion.values()];

/** The methods of the version in the result of `initialize`. */
export function methodsAfter(initialized: unknown): readonly ServedMethods[] {
  const methods = byVersion.get(fieldsOf(initialized)['protocolVersion']);
  return methods === undefined ? allVersions : [methods];
}

/** Whether the result of `initialize` advertises `method`. */
export function isAdvertised(method: string, initialized: unknown): boolean {
  const { capabilities, agentCapabilities } = fieldsOf(initialized);
  return methodsAfter(initialized).some((methods) => {
    const gate = methods.get(method)?.gate;
    if (gate?.kind !== 'capability') return false;
    return gate.paths.some((path) => [capabilities, agentCapabilities].some((each) => hasCapability(each, path)));
  });
}

function servedMethods(specs: readonly MethodSpec[]): ServedMethods {
  const served = specs.filter(({ direction }) => direction === 'client>agent' || direction === 'both');
  return new Map(
    served.flatMap(({ name, also, kind, params, result, gate }) => {
      const method = { kind, params, gate, opensSession: result !== undefined && hasSessionId(result) };
      return [name, ...also].map((each): [string, ServedMethod] => [each, method]);
    }),
  );
}

/** Whether a definition has the field `sessionId`. */
function hasSessionId(definition: Validator<unknown>): boolean {
  let isKnown = false;
  definition.known({ sessionId: '' }, { field: () => (isKnown = true) });
  return isKnown;
}

function hasCapability(capabilities: unknown, path: string): boolean {
  const value = path.split('.').reduce((each, key) => fieldsOf(each)[key], capabilities);
  return value === true || (typeof value === 'object' && value !== null);
}
