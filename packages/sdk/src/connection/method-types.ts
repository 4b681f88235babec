/** The methods that each side sends, as types: a call in the wrong direction does not compile. */
import type { MethodName, Methods } from './method-table.ts';

/** The two ends of a connection. */
export type Side = 'agent' | 'client';

export type OtherSide<S extends Side> = S extends 'agent' ? 'client' : 'agent';

/** A custom method; its name begins with `_`. */
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

/** The params of `K`, as they are sent. */
export type Params<K extends MethodName> = Methods[K]['params'];
/** The result of `K`, as it is sent. */
export type Result<K extends MethodName> = Methods[K]['result'];
/** The params of `K`, as they may arrive. */
export type ReceivedParams<K extends MethodName> = Methods[K]['receivedParams'];
/** The result of `K`, as it may arrive. */
export type ReceivedResult<K extends MethodName> = Methods[K]['receivedResult'];
