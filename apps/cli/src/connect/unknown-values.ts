/**
 * Finds values in the messages of an agent that its version of the protocol does not define, although it accepts any:
 * a kind of tool call, a status, a type of content. Values that begin with an underscore are extensions.
 *
 * Version 1 accepts no such values; its agents get a repair instead.
 */
import type { Problem } from '@acp-stack/schema';
import { isMethodName, methods } from '@acp-stack/schema/v2/unstable';

/** An update that is not defined is ignored as a whole, which is another mistake. */
const tagPath = '/update/sessionUpdate';

/** Finds the unknown values in the params of a message, by the version of the agent. */
const finders: Readonly<Record<number, (method: string, params: unknown) => readonly Problem[]>> = {
  2: (method, params) => {
    if (!isMethodName(method)) return [];
    return methods[method].params.unknownValues(params).filter(({ path }) => path !== tagPath);
  },
};

/** The values in the params of an agent's message that its version accepts but does not define. */
export const unknownValues = (version: number, method: string, params: unknown): readonly Problem[] =>
  finders[version]?.(method, params) ?? [];
