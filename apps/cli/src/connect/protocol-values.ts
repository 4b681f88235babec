/**
 * What the protocol defines, for the mistakes of agents: the updates of both versions, and the values of lists that
 * accept others as well, such as the kinds of tool calls.
 *
 * It loads the tables of both versions, so it is imported while the agent starts.
 */
import type { Problem } from '@acp-stack/schema';
import { isSessionUpdate as updatesOfV1 } from '@acp-stack/schema/v1/unstable';
import { isMethodName, isSessionUpdate as updatesOfV2, methods } from '@acp-stack/schema/v2/unstable';

/** An update that is not defined is ignored as a whole, which is another mistake. */
const tagPath = '/update/sessionUpdate';

/**
 * Finds the unknown values in the params of a message, by the version of the agent. Version 1 accepts no such values;
 * its agents get a repair instead.
 */
const finders: Readonly<Record<number, (method: string, params: unknown) => readonly Problem[]>> = {
  2: (method, params) => {
    if (!isMethodName(method)) return [];
    return methods[method].params.unknownValues(params).filter(({ path }) => path !== tagPath);
  },
};

/** What the protocol defines. */
export interface ProtocolValues {
  /** Whether a version has this update. */
  readonly isUpdate: (sessionUpdate: string) => boolean;
  /** The values in the params of an agent's message that its version accepts but does not define. */
  readonly unknownValues: (version: number, method: string, params: unknown) => readonly Problem[];
}

export const protocolValues: ProtocolValues = {
  isUpdate: (sessionUpdate) => [updatesOfV1, updatesOfV2].some(({ known }) => known({ sessionUpdate } as never)),
  unknownValues: (version, method, params) => finders[version]?.(method, params) ?? [],
};
