/** The settings that a client sends each time it opens a session; earlier ones do not apply (DIRS-04, SETUP-21). */
import type { McpServer, NewSessionRequest, SystemPrompt } from '@acp-stack/schema/v2/unstable';

/** The params that all methods that open a session have. */
export type SessionSetup = Pick<NewSessionRequest, 'cwd' | 'additionalDirectories' | 'mcpServers' | 'systemPrompt'>;

export interface SessionAttachment {
  readonly additionalDirectories: readonly string[];
  readonly mcpServers: readonly McpServer[];
  readonly systemPrompt: SystemPrompt | undefined;
}

export const noDirectories: readonly string[] = [];
const noServers: readonly McpServer[] = [];

/** Most sessions are opened with nothing but a directory. */
const nothing: SessionAttachment = {
  additionalDirectories: noDirectories,
  mcpServers: noServers,
  systemPrompt: undefined,
};

/** The attachment of `setup`, with the checked directories. */
export function attachmentOf(
  { additionalDirectories }: Pick<SessionAttachment, 'additionalDirectories'>,
  { mcpServers = noServers, systemPrompt }: SessionSetup,
): SessionAttachment {
  if (additionalDirectories.length + mcpServers.length === 0 && !systemPrompt) return nothing;
  return { additionalDirectories, mcpServers, systemPrompt: systemPrompt ?? undefined };
}
