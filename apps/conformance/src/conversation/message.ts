/** Messages as the suite sees them: any JSON, with the few fields that it looks at. */

/** Any JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

/** One message or line of a conversation, as it was sent or received. */
export interface LoggedMessage {
  readonly from: 'suite' | 'peer';
  /** Milliseconds since the conversation began. */
  readonly at: number;
  readonly text: string;
  /** Undefined if the text is not JSON. */
  readonly value?: unknown;
  /** False if its bytes were not UTF-8. */
  readonly isUtf8?: boolean;
}

/** An error of JSON-RPC. */
export interface ErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** The response to a request. */
export interface Reply {
  /** Of the request and of the response. */
  readonly id: unknown;
  readonly result?: unknown;
  readonly error?: ErrorObject;
  /** Its place in the log. */
  readonly index: number;
}

/** Whether a value is a JSON object. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value as an object; an empty one if it is none. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

export const isResponse = (value: unknown): value is Fields =>
  isFields(value) && value['method'] === undefined && ('result' in value || 'error' in value);

export const isRequest = (value: unknown, method?: string): value is Fields =>
  isFields(value) &&
  typeof value['method'] === 'string' &&
  'id' in value &&
  (method === undefined || value['method'] === method);

export const isNotification = (value: unknown, method?: string): value is Fields =>
  isFields(value) &&
  typeof value['method'] === 'string' &&
  !('id' in value) &&
  (method === undefined || value['method'] === method);
