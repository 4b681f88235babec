/** Connects to remote agents, in any runtime. */
export type { ReconnectOptions } from '../timing/backoff.ts';
export type { ClientLimits, ConnectionReport, ConnectOptions } from './connect/connect-options.ts';
export type { CredentialOptions, HeaderSource, TokenSource } from './connect/credentials.ts';
export type { Fetch, FetchRequest, FetchResponse } from './request/fetch.ts';
export { http, type HttpOptions } from './http.ts';
export type { WebSocketConstructor, WebSocketLike } from './socket/platform-socket.ts';
export { remote, type RemoteOptions } from './remote.ts';
export { TransportError, type TransportErrorCode } from './connect/transport-error.ts';
export { webSocket, type WebSocketOptions } from './web-socket.ts';
