/** Messages as they are on the wire, valid or not: their kind, and copies with one thing changed. */
/** Any JSON object; a sabotaged message need not be a valid one. */
export type WireFields = Readonly<Record<string, unknown>>;

/** Whether `value` is a JSON object. */
export const isObject = (value: unknown): value is WireFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of `value`; none if it is not an object. */
export const fieldsOf = (value: unknown): WireFields => (isObject(value) ? value : {});

export const paramsOf = (message: WireFields): WireFields => fieldsOf(message['params']);

export const isRequest = (message: WireFields, ...methods: readonly string[]): boolean =>
  'id' in message && hasMethod(message, methods);

export const isNotification = (message: WireFields, ...methods: readonly string[]): boolean =>
  !('id' in message) && hasMethod(message, methods);

export const isSuccess = (message: WireFields): boolean => message['method'] === undefined && 'result' in message;

/** Whether `message` is an error response, with `code` if one is given. */
export const isErrorResponse = (message: WireFields, code?: number): boolean =>
  message['method'] === undefined &&
  isObject(message['error']) &&
  (code === undefined || message['error']['code'] === code);

export const isResponse = (message: WireFields): boolean => isSuccess(message) || isErrorResponse(message);

function hasMethod(message: WireFields, methods: readonly string[]): boolean {
  const { method } = message;
  return typeof method === 'string' && (methods.length === 0 || methods.includes(method));
}

/** The session id of a message. */
export function sessionIn(message: WireFields): string | undefined {
  const { sessionId } = paramsOf(message);
  return typeof sessionId === 'string' ? sessionId : undefined;
}

/** The update of a `session/update` of one of the kinds; undefined for other messages. */
export function updateIn(message: WireFields, ...kinds: readonly string[]): WireFields | undefined {
  if (!isNotification(message, 'session/update')) return undefined;
  const update = fieldsOf(paramsOf(message)['update']);
  return kinds.length === 0 || kinds.includes(String(update['sessionUpdate'])) ? update : undefined;
}

/** `fields` without `keys`. */
export function without(fields: WireFields, ...keys: readonly string[]): WireFields {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => !keys.includes(key)));
}

export const withParams = (message: WireFields, change: WireFields): WireFields => ({
  ...message,
  params: { ...paramsOf(message), ...change },
});

export const withResult = (message: WireFields, result: unknown): WireFields => ({ ...message, result });

export const withUpdate = (message: WireFields, update: WireFields): WireFields => withParams(message, { update });

/** A new `session/update`. */
export const sessionUpdate = (sessionId: string | undefined, update: WireFields): WireFields => ({
  jsonrpc: '2.0',
  method: 'session/update',
  params: { sessionId, update },
});

/** A response to `request`. */
export const responseTo = (request: { readonly id?: unknown }, result: unknown): WireFields => ({
  jsonrpc: '2.0',
  id: request.id,
  result,
});

/** An error response to `request`. */
export const errorResponseTo = (request: { readonly id?: unknown }, code: number, words = 'Sabotaged'): WireFields => ({
  jsonrpc: '2.0',
  id: request.id,
  error: { code, message: words },
});

/** `value` with `change` applied to every field, at any depth; a field for which it returns undefined is removed. */
export function mapFields(value: unknown, change: (key: string, value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => mapFields(each, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => {
      const changed = change(key, each);
      return changed === undefined ? [] : [[key, changed === each ? mapFields(each, change) : changed]];
    }),
  );
}

/** `message` with `change` applied to every field of its params and result; the same object if nothing changed. */
export function mapCarried(message: WireFields, change: (key: string, value: unknown) => unknown): WireFields {
  const carried = (['params', 'result'] as const).filter((key) => key in message);
  const changed = { ...message, ...Object.fromEntries(carried.map((key) => [key, mapFields(message[key], change)])) };
  return JSON.stringify(changed) === JSON.stringify(message) ? message : changed;
}
