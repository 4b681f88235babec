/** The params that open a session, shared by new, loaded, resumed and forked sessions. */
import type * as v1 from '@acp-stack/schema/v1/unstable';
import type * as v2 from '@acp-stack/schema/v2/unstable';

import type { LossReporter } from '../loss/loss-reporter.ts';
import { blocksToV1, blocksToV2 } from './content.ts';
import { mcpServersToV1, mcpServersToV2, type McpServerSettings } from './mcp-servers.ts';
import { absolutePath } from './paths.ts';

type V1Params = v1.NewSessionRequest | v1.ResumeSessionRequest | v1.LoadSessionRequest | v1.ForkSessionRequest;
type V2Params = v2.NewSessionRequest | v2.ResumeSessionRequest | v2.ForkSessionRequest;
type Shared = 'cwd' | 'additionalDirectories' | 'mcpServers' | 'systemPrompt';

/** Params of version 1, with the shared part in version 2. */
export type SessionParamsToV2<P> = Omit<P, Shared> & Pick<v2.NewSessionRequest, Shared>;
/** Params of version 2, with the shared part in version 1. */
export type SessionParamsToV1<P> = Omit<P, Shared> & Pick<v1.NewSessionRequest, Shared>;

export function sessionParamsToV2<P extends V1Params>(
  params: P,
  settings: McpServerSettings,
  losses: LossReporter,
): SessionParamsToV2<P> {
  const { mcpServers, systemPrompt } = params;
  return {
    ...params,
    // Additional directories are kept: the agent refuses a relative one, and its base would be a guess (DIRS-02).
    cwd: absolutePath(params.cwd, undefined, losses),
    ...(mcpServers === undefined ? undefined : { mcpServers: mcpServersToV2(mcpServers, settings, losses) }),
    ...(systemPrompt === undefined || systemPrompt === null
      ? undefined
      : { systemPrompt: { ...systemPrompt, content: blocksToV2(systemPrompt.content, losses) } }),
  };
}

export function sessionParamsToV1<P extends V2Params>(
  params: P,
  settings: McpServerSettings,
  losses: LossReporter,
): SessionParamsToV1<P> {
  const { mcpServers, systemPrompt } = params;
  return {
    ...params,
    mcpServers: mcpServersToV1(mcpServers, settings),
    ...(systemPrompt === undefined || systemPrompt === null
      ? undefined
      : { systemPrompt: { ...systemPrompt, content: blocksToV1(systemPrompt.content, losses) } }),
  } as SessionParamsToV1<P>;
}
