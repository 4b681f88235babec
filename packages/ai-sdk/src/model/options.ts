/** How a program uses an agent as a model, for all calls and for one. */
import type { LanguageModelV3CallOptions } from '@ai-sdk/provider';
import type { McpServer, PermissionHandler, SessionUpdate } from '@acp-stack/sdk';

/** How an agent is used as a model. */
export interface AcpModelOptions {
  /** The absolute directory that the agent works in; that of this program when absent. */
  readonly cwd?: string;
  /**
   * Decides when the agent asks for permission: returns the id of an offered option, or `'cancelled'`. Without it,
   * everything that the agent asks for is refused.
   */
  readonly onPermission?: PermissionHandler;
  /** The MCP servers of each session, besides the tools of the call. */
  readonly mcpServers?: readonly McpServer[];
  /** Config options to set in each new session, such as `{ model: 'large', mode: 'plan' }`. */
  readonly config?: Readonly<Record<string, string | boolean>>;
  /** The login to use if the agent asks for one: the id of one of its login methods. */
  readonly login?: string;
  /** Called with every update of the agent, also with those that the AI SDK has no part for, such as plans. */
  readonly onUpdate?: (update: SessionUpdate, context: { readonly sessionId: string }) => void;
}

/** The session that one call names; undefined if it names none. */
export function namedSession({ providerOptions }: LanguageModelV3CallOptions): string | undefined {
  const sessionId = providerOptions?.['acp']?.['sessionId'];
  if (sessionId === undefined || sessionId === null) return undefined;
  if (typeof sessionId === 'string' && sessionId !== '') return sessionId;
  throw new TypeError('providerOptions.acp.sessionId is not the id of a session: use that of providerMetadata.acp.');
}
