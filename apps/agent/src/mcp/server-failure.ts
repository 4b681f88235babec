/** Describes why an MCP server cannot be used, and what to do. */
import type { Transport } from '@modelcontextprotocol/client';

import { ProcessTransport } from './process-transport.ts';

/** The message for the user; the messages of the library are about its handshake. */
export function failureWords(error: unknown, transport: Transport | undefined): string {
  if (wantsLogin(error)) return loginAdvice;
  if (transport instanceof ProcessTransport && transport.failure !== undefined) return transport.failure;
  const network = networkError(error);
  if (network !== undefined) return `It cannot be reached (${network}); start it, or correct its address.`;
  return error instanceof Error ? error.message.replace(/^Version negotiation (?:probe )?failed: /u, '') : '';
}

const loginAdvice =
  'It requires a login (401), which this agent does not support: put its token into the headers of its configuration, for instance Authorization: Bearer ….';

/** Whether a server refused our credentials; its transport reports that in several ways. */
function wantsLogin(error: unknown): boolean {
  const { name, code, status, message, cause } = Object(error) as Readonly<Record<string, unknown>>;
  if (name === 'UnauthorizedError' || status === 401 || code === 401) return true;
  if (typeof message === 'string' && /\b401\b|unauthorized/iu.test(message)) return true;
  return cause !== undefined && wantsLogin(cause);
}

/** The system error of a failed request; `fetch` hides it in the cause. */
function networkError(error: unknown): string | undefined {
  const { name, message, cause } = Object(error) as Readonly<Record<string, unknown>>;
  if (cause === undefined) return undefined;
  if (name !== 'TypeError' || message !== 'fetch failed') return networkError(cause);
  const { code, message: reason } = Object(cause) as Readonly<Record<string, unknown>>;
  return typeof code === 'string' ? code : String(reason);
}
