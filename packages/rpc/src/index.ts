/// <reference lib="esnext.disposable" preserve="true" />
/** A JSON-RPC 2.0 peer over a channel. */

// The peer.
export { Peer, type RequestOptions } from './peer/peer.ts';
export type { PeerOptions } from './peer/peer-options.ts';
export type { CloseReason } from './peer/connection-state.ts';
export type { CallOptions } from './send/outgoing-calls.ts';
export { OrderedQueues, type OrderedItem, type OrderKey, type UnansweredCalls } from './order/ordered-queues.ts';
export { defaultLimits, type Limits } from './message/limits.ts';
export { systemClock, type Clock } from './platform/clock.ts';
export { joinSignals, type JoinedSignals } from './platform/join-signals.ts';

// Handlers.
export {
  isThenable,
  type Handler,
  type NestedOptions,
  type NotificationContext,
  type NotificationHandler,
  type RequestContext,
  type RequestHandler,
} from './receive/handler.ts';
export type { MessageRules } from './receive/dispatcher.ts';
export type { HandlerRules } from './receive/handler-runner.ts';
export type { IncomingRequest } from './receive/incoming-request.ts';

// Messages and errors.
export {
  classify,
  isNotification,
  isSameId,
  otherFormOf,
  type Classified,
  type ErrorObject,
  type IdRule,
  type Message,
  type Notification,
  type Request,
  type RequestId,
  type Response,
} from './message/message.ts';
export {
  abortError,
  ConnectionError,
  type ConnectionErrorCode,
  isAbortError,
  RpcError,
  rpcCodes,
} from './message/errors.ts';
export { describeError } from './message/describe-error.ts';
export type { UnparsedMessage } from './message/unparsed-message.ts';

// Channels, and tools for writing one.
export type { Channel, MessageReceiver, Receiver, TextChannel } from './channel/channel.ts';
export { problemResponse, type ChannelProblem } from './channel/channel-problem.ts';
export { DeliveryQueue, type DeliveryQueueOptions } from './channel/delivery-queue.ts';
export { Drain } from './channel/drain.ts';
export { memoryPair } from './channel/memory-channel.ts';
export { wrapChannel, type ChannelHooks } from './channel/wrap-channel.ts';
export { lineChannel, type ByteSink, type ByteSource, type LineChannelOptions } from './framing/line-channel.ts';
export { unparsedMessageOf } from './framing/read-unparsed.ts';
export { CollectedBytes } from './framing/collected-bytes.ts';
export { exceedsBytes } from './framing/exceeds-bytes.ts';
export { parseMessage, type ParsedMessage } from './framing/parse-message.ts';
export { serializeMessage } from './framing/serialize-message.ts';
export type { PartialMessage } from './message/partial-message.ts';
export { nextMacrotask } from './platform/next-macrotask.ts';

// Observing a connection.
export type { PeerReport } from './observe/peer-report.ts';
export type { Tappable, TappedMessage } from './observe/message-taps.ts';
