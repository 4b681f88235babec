/// <reference lib="esnext.disposable" preserve="true" />
/** A JSON-RPC 2.0 peer over a channel. */
export type { Channel, ChannelProblem, Receiver } from './channel.ts';
export { systemClock, type Clock } from './clock.ts';
export { Drain } from './drain.ts';
export { abortError, ConnectionError, type ConnectionErrorCode, isAbortError, RpcError, rpcCodes } from './errors.ts';
export type {
  Handler,
  NestedOptions,
  NotificationContext,
  NotificationHandler,
  RequestContext,
  RequestHandler,
} from './handler.ts';
export type { LaneKey } from './lanes.ts';
export { defaultLimits, isDeeperThan, type Limits } from './limits.ts';
export type { CloseReason } from './lifetime.ts';
export { lineChannel, type ByteSink, type ByteSource, type LineChannelOptions } from './line-channel.ts';
export { memoryPair } from './memory-channel.ts';
export {
  classify,
  type Classified,
  type ErrorObject,
  type IdRule,
  type Message,
  type Notification,
  type Request,
  type RequestId,
  type Response,
} from './message.ts';
export type { CallOptions } from './outgoing-calls.ts';
export { Peer } from './peer.ts';
export { headOf, unreadMessage, type MessageHead } from './message-head.ts';
export { MessageParser } from './message-parser.ts';
export type { PeerOptions } from './peer-options.ts';
export type { PeerReport } from './report.ts';
export { serialize } from './serialize.ts';
export { traceRequests, type SpanLike, type Tappable, type TracerLike } from './request-spans.ts';
export type { TappedMessage } from './taps.ts';
export { nextTurn } from './turn.ts';
