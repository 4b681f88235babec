/**
 * Offers `_session/steering` to clients of version 1. A module of its own, because `initialize` may be answered before
 * the rest of the bridge is loaded.
 */
import type * as v1 from '@acp-stack/schema/v1/unstable';
import type { AgentCapabilities, InjectMode } from '@acp-stack/schema/v2/unstable';

export const steeringMode: InjectMode = 'steer';

/** Advertises the extension in the response to `initialize` if the agent can be steered. */
export function withSteering(
  response: v1.InitializeResponse,
  capabilities: AgentCapabilities | undefined,
): v1.InitializeResponse {
  if (capabilities?.session?.inject?.modes.includes(steeringMode) !== true) return response;
  const { _meta: meta, ...others } = response;
  return { ...others, _meta: { steering: { supported: true }, ...meta } };
}
