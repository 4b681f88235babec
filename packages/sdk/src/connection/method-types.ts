/** Which methods a side may call and which it answers, in types: a wrong direction does not compile. */
import type { MethodName, Methods } from './method-table.ts';

/** The two ends of a connection. */
export type Side = 'agent' | 'client';

export type OtherSide<S extends Side> = S extends 'agent' ? 'client' : 'agent';

/** A method of one's own; its name begins with `_`. */
export type CustomMethod = `_${string}`;

type SentBy<S extends Side> = `${S}>${OtherSide<S>}` | 'both';

/** The requests that `S` sends. */
export type RequestFrom<S extends Side> = {
  [K in MethodName]: Methods[K]['direction'] extends SentBy<S>
    ? Methods[K]['kind'] extends 'request' | 'message'
      ? K
      : never
    : never;
}[MethodName];

/** The notifications that `S` sends. */
export type NotificationFrom<S extends Side> = {
  [K in MethodName]: Methods[K]['direction'] extends SentBy<S>
    ? Methods[K]['kind'] extends 'notification' | 'message'
      ? K
      : never
    : never;
}[MethodName];

/** What is sent as params of `K`. */
export type Params<K extends MethodName> = Methods[K]['params'];
/** What is sent as the answer to `K`. */
export type Result<K extends MethodName> = Methods[K]['result'];
/** What may arrive as params of `K`. */
export type ReceivedParams<K extends MethodName> = Methods[K]['receivedParams'];
/** What may arrive as the answer to `K`. */
export type ReceivedResult<K extends MethodName> = Methods[K]['receivedResult'];
