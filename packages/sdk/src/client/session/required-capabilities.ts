/**
 * The capabilities that the content of a request needs, besides those of its method.
 *
 * If the agent did not advertise one, the call throws an error that names it, and nothing is sent.
 */
import type { ContentBlock, McpServer, RuntimeContext, SystemPrompt } from '@acp-stack/schema/v2/unstable';

import { CapabilityError } from '../../connection/capability-error.ts';
import { requireAbsolutePaths } from '../../connection/outgoing-paths.ts';

/** Whether the agent advertised the capability at a path. */
export type Supports = (path: string) => boolean;

/** The params that set up a session. */
export interface SessionSetup {
  /** The working directory, an absolute path. */
  readonly cwd: string;
  /** Further directories that the agent may use. */
  readonly additionalDirectories?: readonly string[];
  /** The MCP servers for the session. */
  readonly mcpServers?: readonly McpServer[];
  /** Instructions that hold for the whole session. */
  readonly systemPrompt?: SystemPrompt | null;
}

const contentNeeds: ReadonlyMap<string, string> = new Map([
  ['image', 'session.prompt.image'],
  ['audio', 'session.prompt.audio'],
  ['resource', 'session.prompt.embeddedContext'],
]);

const serverNeeds: ReadonlyMap<string, string> = new Map([
  ['stdio', 'session.mcp.stdio'],
  ['http', 'session.mcp.http'],
  ['acp', 'session.mcp.acp'],
  // Only agents of version 1 have it.
  ['sse', 'session.mcp.sse'],
]);

/** Throws if the agent cannot set up a session like this; returns the params without redundant roots. */
export function checkSetup<P extends SessionSetup>(method: string, params: P, supports: Supports): P {
  // DIRS-08
  const { cwd, additionalDirectories = [], mcpServers = [], systemPrompt } = params;
  requireAbsolutePaths(method, params);
  const roots = [...new Set(additionalDirectories)].filter((root) => root !== cwd);
  requireCapabilities(method, supports, [
    ...(roots.length === 0 ? [] : ['session.additionalDirectories']),
    ...mcpServers.flatMap(({ type }) => serverNeeds.get(type) ?? []),
    ...(systemPrompt ? ['session.systemPrompt'] : []),
    ...(systemPrompt?.mode === 'override' ? ['session.systemPrompt.mode.override'] : []),
  ]);
  if (additionalDirectories.length === roots.length) return params;
  return { ...params, additionalDirectories: roots };
}

/** Throws if the agent does not take a block of `prompt`, or no runtime context. */
export function checkPrompt(
  prompt: readonly ContentBlock[],
  runtimeContext: readonly RuntimeContext[] | undefined,
  supports: Supports,
): void {
  // CONT-01, RCTX-01
  checkContent('session/prompt', prompt, supports);
  // An empty array is no context.
  if ((runtimeContext?.length ?? 0) > 0) requireCapabilities('session/prompt', supports, ['session.runtimeContext']);
}

/** Throws if the agent does not take a block of the content that `method` would send. */
export function checkContent(method: string, content: readonly ContentBlock[], supports: Supports): void {
  requireCapabilities(
    method,
    supports,
    content.flatMap(({ type }) => contentNeeds.get(type) ?? []),
  );
}

/** Throws a `CapabilityError` for the first of `paths` that the agent did not advertise. */
export function requireCapabilities(method: string, supports: Supports, paths: readonly string[]): void {
  const missing = paths.find((path) => !supports(path));
  if (missing !== undefined) throw new CapabilityError(method, missing, 'agent');
}
