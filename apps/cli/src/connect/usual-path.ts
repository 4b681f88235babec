/** Where servers have their agent: most have it at `/acp`, and an address without a path is tried there too. */
import { urlWithoutQuery } from './agent-url.ts';
import type { AgentServer } from '../config/agent-server.ts';

/** The path of the endpoint that the protocol proposes. */
export const usualPath = '/acp';

/** Whether the status of a response means that nothing is at the path. */
export const isMissingPath = (status: unknown): boolean => status === 404 || status === 405;

/** The address with another path, without its query. */
export function atPath(url: string, path: string): string {
  // The origin of other protocols than HTTP is "null" on some platforms.
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}${path}`;
}

/** The server at the usual path, if its address has no path and `error` says that nothing is there. */
export function atUsualPath(server: AgentServer, error: unknown): AgentServer | undefined {
  if (server.kind !== 'url' || !isMissingPath(statusOf(error))) return undefined;
  const url = new URL(server.url);
  if (url.pathname !== '/') return undefined;
  url.pathname = usualPath;
  const isNamed = server.name !== urlWithoutQuery(server.url);
  return { ...server, url: url.href, name: isNamed ? server.name : urlWithoutQuery(url.href) };
}

/** The status of the response that made a connection fail. */
function statusOf(error: unknown): unknown {
  for (let found = error; found instanceof Error; found = found.cause) {
    const { status } = found as { readonly status?: unknown };
    if (status !== undefined) return status;
  }
  return undefined;
}
