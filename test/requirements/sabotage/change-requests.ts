/** Breaks that keep a request from the peer, change it on its way, or change its answer. */
import { incoming, outgoing, type Break } from './sabotage.ts';
import {
  answerTo,
  isRefusal,
  isRequest,
  isSuccess,
  paramsOf,
  refusalOf,
  fieldsOf,
  without,
  withResult,
  type WireFields,
} from './wire-message.ts';

/** Refuses requests of these methods before the peer sees them. */
export const refused = (code: number, applies: (message: WireFields) => boolean): Break =>
  incoming((message, wire) => {
    if (!('id' in message) || !applies(message)) return undefined;
    wire.send(refusalOf(message, code));
    return [];
  });

/** Answers requests of these methods before the peer sees them. */
export const answered = (methods: readonly string[], result: unknown): Break =>
  incoming((message, wire) => {
    if (!isRequest(message, ...methods)) return undefined;
    wire.send(answerTo(message, result));
    return [];
  });

/** Lets the peer hear requests of these methods with other params. */
export const heard = (methods: readonly string[], change: (params: WireFields) => WireFields): Break =>
  incoming(changedRequest(methods, change));

/** Has the peer ask with other params. */
export const asked = (methods: readonly string[], change: (params: WireFields) => WireFields): Break =>
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
export const resultOf = (
  methods: readonly string[],
  change: (result: WireFields, params: WireFields) => unknown,
): Break =>
  outgoing((message, wire) => {
    if (!isSuccess(message) || wire.request === undefined || !methods.includes(wire.request.method)) return undefined;
    return [withResult(message, change(fieldsOf(message['result']), fieldsOf(wire.request.params)))];
  });

/** Answers with a result where the peer refuses a request of these methods with `code`. */
export const consenting = (methods: readonly string[], code: number, result: unknown): Break =>
  outgoing((message, wire) =>
    isRefusal(message, code) && methods.includes(wire.request?.method ?? '')
      ? [{ ...without(message, 'error'), result }]
      : undefined,
  );

/** Does one thing with what the peer sends and another with what it receives. */
export const either =
  (...breaks: readonly Break[]): Break =>
  (message, wire) => {
    for (const each of breaks) {
      const crossing = each(message, wire);
      if (crossing !== undefined) return crossing;
    }
    return undefined;
  };
