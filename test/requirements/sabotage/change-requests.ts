/** Breaks that drop a request before the peer gets it, change it, or change its response. */
import { incoming, outgoing, type Break } from './sabotage.ts';
import {
  responseTo,
  isErrorResponse,
  isRequest,
  isSuccess,
  paramsOf,
  errorResponseTo,
  fieldsOf,
  without,
  withResult,
  type WireFields,
} from './wire-message.ts';

/** Responds to requests with an error before the peer gets them. */
export const refuseRequests = (code: number, applies: (message: WireFields) => boolean): Break =>
  incoming((message, wire) => {
    if (!('id' in message) || !applies(message)) return undefined;
    wire.send(errorResponseTo(message, code));
    return [];
  });

/** Responds to requests of these methods with `result` before the peer gets them. */
export const respondWith = (methods: readonly string[], result: unknown): Break =>
  incoming((message, wire) => {
    if (!isRequest(message, ...methods)) return undefined;
    wire.send(responseTo(message, result));
    return [];
  });

/** Changes the params of requests that the peer receives. */
export const changeReceivedRequests = (methods: readonly string[], change: (params: WireFields) => WireFields): Break =>
  incoming(changedRequest(methods, change));

/** Changes the params of requests that the peer sends. */
export const changeSentRequests = (methods: readonly string[], change: (params: WireFields) => WireFields): Break =>
  outgoing(changedRequest(methods, change));

const changedRequest =
  (methods: readonly string[], change: (params: WireFields) => WireFields): Break =>
  (message) => {
    if (!isRequest(message, ...methods)) return undefined;
    const params = paramsOf(message);
    const changed = change(params);
    return changed === params ? undefined : [{ ...message, params: changed }];
  };

/** Changes the results of requests of these methods. */
export const changeResults = (
  methods: readonly string[],
  change: (result: WireFields, params: WireFields) => unknown,
): Break =>
  outgoing((message, wire) => {
    if (!isSuccess(message) || wire.request === undefined || !methods.includes(wire.request.method)) return undefined;
    return [withResult(message, change(fieldsOf(message['result']), fieldsOf(wire.request.params)))];
  });

/** Replaces error responses with `code` to these methods by `result`. */
export const replaceErrors = (methods: readonly string[], code: number, result: unknown): Break =>
  outgoing((message, wire) =>
    isErrorResponse(message, code) && methods.includes(wire.request?.method ?? '')
      ? [{ ...without(message, 'error'), result }]
      : undefined,
  );

/** Does one thing with messages that the peer sends and another with those that it receives. */
export const either =
  (...breaks: readonly Break[]): Break =>
  (message, wire) => {
    for (const each of breaks) {
      const crossing = each(message, wire);
      if (crossing !== undefined) return crossing;
    }
    return undefined;
  };
