/** JSON-RPC 2.0 messages, and the checks that each message passes before it is trusted. */

/** The id of a request, which its response carries too. */
export type RequestId = string | number | null;

/** What went wrong, as it crosses the wire. */
export interface ErrorObject {
  /** One of `rpcCodes`, or one of the protocol above. */
  readonly code: number;
  /** One sentence. */
  readonly message: string;
  /** More about it, for programs. */
  readonly data?: unknown;
}

/** A message that gets exactly one response. */
export interface Request {
  readonly jsonrpc: '2.0';
  /** The response carries the same id. */
  readonly id: RequestId;
  /** The name of the method. */
  readonly method: string;
  /** An object or an array; absent if there are none. */
  readonly params?: unknown;
}

/** A message that gets no response. */
export interface Notification {
  readonly jsonrpc: '2.0';
  /** The name of the method. */
  readonly method: string;
  /** An object or an array; absent if there are none. */
  readonly params?: unknown;
}

interface SuccessResponse {
  readonly jsonrpc: '2.0';
  readonly id: RequestId;
  readonly result: unknown;
}

interface ErrorResponse {
  readonly jsonrpc: '2.0';
  readonly id: RequestId;
  readonly error: ErrorObject;
}

/** The response to a request. */
export type Response = SuccessResponse | ErrorResponse;
/** Everything that crosses a connection. */
export type Message = Request | Notification | Response;

/** What a message is, or what is wrong with it and which id the error response should carry. */
export type Classified =
  | { readonly kind: 'request'; readonly message: Request }
  | { readonly kind: 'notification'; readonly message: Notification }
  | { readonly kind: 'response'; readonly message: Response }
  | { readonly kind: 'invalid'; readonly id: RequestId; readonly problem: string; readonly isResponse: boolean };

/** Which ids a request may have; `or-null` is for protocols that allow `null`. */
export type IdRule = 'string-or-integer' | 'or-null';

type Fields = Readonly<Record<string, unknown>>;

/** Whether `message` is a notification as nearly all are; `classify` looks at the rest more closely. */
export function isNotification(message: unknown): message is Notification {
  if (typeof message !== 'object' || message === null) return false;
  const { jsonrpc, method, id } = message as Fields;
  return jsonrpc === '2.0' && typeof method === 'string' && id === undefined && !('id' in message);
}

/** Whether `message` has no method, as responses have none; nothing else of it is checked. */
export const hasNoMethod = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && (message as Fields)['method'] === undefined;

/**
 * Returns `id` in its other form, a number for `"0"` and a string for `0`; undefined if there is none. Some programs
 * respond to the request `0` with `"0"`.
 */
export function otherFormOf(id: RequestId): RequestId | undefined {
  if (typeof id === 'number') return String(id);
  return typeof id === 'string' && String(Number(id)) === id && Number.isSafeInteger(Number(id))
    ? Number(id)
    : undefined;
}

/** Whether the id of a response is that of a request, in this form or the other. */
export const isSameId = (id: unknown, requestId: unknown): boolean =>
  id === requestId || (id !== undefined && id !== null && id === otherFormOf(requestId as RequestId));

/**
 * Says what `value` is. The response to an invalid message has no id, because it was no request; the one to a request
 * without the right `jsonrpc` has its id.
 */
export function classify(value: unknown, ids: IdRule): Classified {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return invalid(null, 'a message is a JSON object', false);
  }
  const fields = value as Fields;
  const { method, id } = fields;
  const isResponse = method === undefined && ('result' in fields || 'error' in fields);
  // A malformed response still says which call it belongs to, and a malformed request what it waits for.
  const readableId = (isResponse || typeof method === 'string') && isId(id, ids) ? id : null;
  if (fields['jsonrpc'] !== '2.0') return invalid(readableId, '"jsonrpc" must be "2.0"', isResponse);
  if (isResponse) return classifyResponse(fields, readableId, ids);
  if (typeof method !== 'string') return invalid(null, '"method" must be a string', false);
  if (!('id' in fields)) return { kind: 'notification', message: fields as unknown as Notification };
  if (isId(id, ids)) return { kind: 'request', message: fields as unknown as Request };
  const words = ids === 'or-null' ? 'a string, an integer or null' : 'a string or an integer';
  return invalid(null, `"id" must be ${words} that can be answered exactly`, false);
}

function classifyResponse(fields: Fields, id: RequestId, ids: IdRule): Classified {
  const { error } = fields;
  if ('result' in fields && 'error' in fields)
    return invalid(id, 'a response has a result or an error, not both', true);
  if ('error' in fields) {
    const shaped = error as Partial<ErrorObject> | null;
    if (
      typeof shaped !== 'object' ||
      shaped === null ||
      typeof shaped.code !== 'number' ||
      typeof shaped.message !== 'string'
    ) {
      return invalid(id, 'an error has a code and a message', true);
    }
  }
  // An error response to something whose id could not be read carries null, whatever ids requests may have.
  if (fields['id'] !== null && !isId(fields['id'], ids))
    return invalid(null, 'a response carries the id of its request', true);
  return { kind: 'response', message: fields as unknown as Response };
}

function isId(id: unknown, rule: IdRule): id is RequestId {
  if (typeof id === 'string') return true;
  // A number that loses digits could not be sent back as it came.
  if (typeof id === 'number')
    return Number.isSafeInteger(id) || (rule === 'or-null' && Number.isFinite(id) && !Number.isInteger(id));
  return id === null && rule === 'or-null';
}

const invalid = (id: RequestId, problem: string, isResponse: boolean): Classified => ({
  kind: 'invalid',
  id,
  problem,
  isResponse,
});
