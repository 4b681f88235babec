/// <reference lib="esnext.disposable" preserve="true" />
/** A JSON-RPC 2.0 peer over a channel. */
export type { Channel, Receiver } from './channel/channel.ts';
export { problemResponse, type ChannelProblem } from './channel/channel-problem.ts';
export { systemClock, type Clock } from './platform/clock.ts';
export { Drain } from './channel/drain.ts';
export {
  abortError,
  ConnectionError,
  type ConnectionErrorCode,
  isAbortError,
  RpcError,
  rpcCodes,
} from './message/errors.ts';
export type {
  Handler,
  NestedOptions,
  NotificationContext,
  NotificationHandler,
  RequestContext,
  RequestHandler,
} from './receive/handler.ts';
export type { OrderKey } from './order/ordered-queues.ts';
export { defaultLimits, isDeeperThan, type Limits } from './message/limits.ts';
export type { CloseReason } from './peer/lifetime.ts';
export { lineChannel, type ByteSink, type ByteSource, type LineChannelOptions } from './framing/line-channel.ts';
export { memoryPair } from './channel/memory-channel.ts';
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
} from './message/message.ts';
export type { CallOptions } from './send/outgoing-calls.ts';
export { Peer } from './peer/peer.ts';
export { readPartialMessage, type PartialMessage } from './message/partial-message.ts';
export { MessageParser } from './framing/message-parser.ts';
export type { PeerOptions } from './peer/peer-options.ts';
export type { PeerReport } from './observe/peer-report.ts';
export { serializeMessage } from './message/serialize-message.ts';
export { traceRequests, type SpanLike, type Tappable, type TracerLike } from './observe/request-spans.ts';
export type { TappedMessage } from './observe/message-taps.ts';
export { nextMacrotask } from './platform/next-macrotask.ts';
