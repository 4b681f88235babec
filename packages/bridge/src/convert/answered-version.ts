/** Which version the result of `initialize` is of, where the number and the fields disagree. */
import type { Response } from '@acp-stack/rpc';
import { validators } from '@acp-stack/schema/v2/unstable';

import type { BridgeReport } from '../loss/report.ts';
import { isRecord } from '../values/is-object.ts';

/**
 * Returns the version that the agent speaks: the number in the result, unless its fields are those of the other
 * version.
 *
 * There are agents that repeat the number of the request and speak version 1. A number above 2 is believed: a later
 * version may keep the fields of version 2.
 */
export function answeredVersion(result: unknown): unknown {
  if (!isRecord(result)) return undefined;
  const { protocolVersion, info, capabilities, agentInfo, agentCapabilities } = result as Readonly<
    Record<string, unknown>
  >;
  const hasFieldsOf1 = agentInfo !== undefined || agentCapabilities !== undefined;
  if (info === undefined && capabilities === undefined)
    return hasFieldsOf1 || protocolVersion === 2 ? 1 : protocolVersion;
  if (hasFieldsOf1 || !validators.Implementation.is(info)) return protocolVersion;
  return typeof protocolVersion === 'number' && protocolVersion > 2 ? protocolVersion : 2;
}

/** The response with the number of the version that its fields are of. */
export const withVersion = (response: Response, protocolVersion: number): Response => ({
  ...response,
  result: { ...(response as { readonly result: object }).result, protocolVersion },
});

/** The report about a number that was replaced. */
export const versionRepair = (version: number, found: unknown): BridgeReport => ({
  kind: 'repaired-by-bridge',
  from: 'agent',
  method: 'initialize',
  repairs: [
    {
      path: '/protocolVersion',
      expected: `${version}, because the other fields are those of version ${version}`,
      found: found === undefined ? 'nothing' : JSON.stringify(found),
      action: 'converted',
    },
  ],
});
