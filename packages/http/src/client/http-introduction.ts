/** What the answer to `initialize` says about a connection over HTTP. */
import type { RequestId } from '@acp-stack/rpc';

import { headers } from '../wire/headers.ts';
import { resumeVersion } from '../wire/resume.ts';
import type { Answer } from './endpoint.ts';
import { fieldsOf, parsed } from './fields.ts';
import { bodyError, errorObject, refusalError, refusalOf } from './refusal.ts';
import { TransportError } from './transport-error.ts';

/** What both sides go by until the connection is over. */
export interface Agreement {
  /** The headers that every request carries. */
  readonly headers: Readonly<Record<string, string>>;
  /** The server numbers its events and puts POSTs into order: streams can be resumed, and POSTs repeated. */
  readonly isNumbered: boolean;
}

export type HttpIntroduction =
  | { readonly kind: 'agreed'; readonly agreement: Agreement; readonly text: string }
  /** The agent, or the server, refused; it may be asked again, with other params. */
  | { readonly kind: 'refused'; readonly text: string };

/** Statuses that say that there is no connection (any more). */
export const connectionGone: ReadonlySet<number> = new Set([401, 403, 404, 410]);

/** Reads the answer to the request `id`; throws when there is nobody to talk to. */
export function readIntroduction(id: RequestId, response: Answer): HttpIntroduction {
  const { status, text } = response;
  const refusal = refusalOf(response);
  if (connectionGone.has(status) || status < 200 || (status >= 300 && status < 400)) throw refusalError(refusal);
  if (status >= 400) {
    return { kind: 'refused', text: JSON.stringify({ jsonrpc: '2.0', id, error: errorObject(refusal) }) };
  }
  const answer = parsed(text);
  if (answer === undefined) throw bodyError('initialize', 'JSON', refusal);
  if ('error' in fieldsOf(answer)) return { kind: 'refused', text };
  const result = fieldsOf(fieldsOf(answer)['result']);
  // Some servers name the connection in the body only.
  const connectionId = response.headers.get(headers.connectionId) ?? result['connectionId'];
  if (typeof connectionId !== 'string') {
    const words = `The server answered initialize without naming the connection; in a browser it has to expose the header ${headers.connectionId}, elsewhere check that the address is that of an agent.`;
    throw new TransportError('refused', words, { status });
  }
  const version = result['protocolVersion'];
  return {
    kind: 'agreed',
    text,
    agreement: {
      headers: {
        [headers.connectionId]: connectionId,
        ...(typeof version === 'number' ? { [headers.protocolVersion]: String(version) } : {}),
      },
      isNumbered: response.headers.get(headers.resume) === resumeVersion,
    },
  };
}
