/** Reads the response to `initialize` over HTTP. */
import type { RequestId } from '@acp-stack/rpc';

import { headers } from '../../wire/headers.ts';
import { resumeVersion } from '../../wire/resumption.ts';
import type { WholeResponse } from '../request/fetch.ts';
import { fieldsOf, parsed } from '../../wire/json-fields.ts';
import { bodyError, connectionGone, errorObject, refusalError, refusalOf } from '../request/refusal.ts';
import { TransportError } from '../connect/transport-error.ts';

/** What the client and the server agreed on for the life of the connection. */
export interface Agreement {
  /** The headers that every request carries. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Whether the server numbers its events and orders POSTs by their numbers: then streams can be resumed and POSTs
   * repeated.
   */
  readonly isNumbered: boolean;
}

export type InitializeOutcome =
  | {
      readonly kind: 'agreed';
      readonly agreement: Agreement;
      /** Undefined if the response comes on the stream of the connection, as that of a proxy. */
      readonly text: string | undefined;
    }
  /** The agent or the server refused; `initialize` may be sent again. */
  | { readonly kind: 'refused'; readonly text: string };

/** Reads the response to the request `id`; throws if the server cannot be used. */
export function readInitializeResponse(id: RequestId, response: WholeResponse): InitializeOutcome {
  const { status, text } = response;
  const refusal = refusalOf(response);
  if (connectionGone.has(status) || status < 200 || (status >= 300 && status < 400)) throw refusalError(refusal);
  if (status >= 400) {
    return { kind: 'refused', text: JSON.stringify({ jsonrpc: '2.0', id, error: errorObject(refusal) }) };
  }
  if (status === 202) return acceptedOutcome(response);
  const message = parsed(text);
  if (message === undefined) throw bodyError('initialize', 'JSON', refusal);
  if ('error' in fieldsOf(message)) return { kind: 'refused', text };
  const result = fieldsOf(fieldsOf(message)['result']);
  // Some servers name the connection only in the body.
  const connectionId =
    response.headers.get(headers.connectionId) ?? result['connectionId'] ?? fieldsOf(result['_meta'])['connectionId'];
  if (typeof connectionId !== 'string') {
    const words = `The server responded to initialize without a connection id; in a browser it must expose the header ${headers.connectionId}, elsewhere check that the address is that of an agent.`;
    throw new TransportError('refused', words, { status });
  }
  const version = result['protocolVersion'];
  const own: Readonly<Record<string, string>> =
    typeof version === 'number' ? { [headers.protocolVersion]: String(version) } : {};
  return { kind: 'agreed', text, agreement: agreementOf(response, connectionId, own) };
}

/** A proxy responds on the stream of the connection, because it sends requests of its own before. */
function acceptedOutcome(response: WholeResponse): InitializeOutcome {
  const connectionId = response.headers.get(headers.connectionId);
  if (connectionId !== null && connectionId !== undefined)
    return { kind: 'agreed', text: undefined, agreement: agreementOf(response, connectionId, {}) };
  const words = `The server accepted the connection without a connection id; in a browser it must expose the header ${headers.connectionId}.`;
  throw new TransportError('refused', words, { status: response.status });
}

const agreementOf = (
  response: WholeResponse,
  connectionId: string,
  own: Readonly<Record<string, string>>,
): Agreement => ({
  headers: { [headers.connectionId]: connectionId, ...own },
  isNumbered: response.headers.get(headers.resume) === resumeVersion,
});
