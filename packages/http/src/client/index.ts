/** Connects to remote agents, in any runtime. */
export type { Patience } from './backoff.ts';
export type { ClientLimits, ConnectionReport, ConnectOptions } from './connect-options.ts';
export type { CredentialOptions, HeaderSource, TokenSource } from './credentials.ts';
export type { Fetch, FetchRequest, FetchResponse } from './endpoint.ts';
export { http, type HttpOptions } from './http.ts';
export type { WebSocketConstructor, WebSocketLike } from './platform-socket.ts';
export { remote, type RemoteOptions } from './remote.ts';
export { TransportError, type TransportErrorCode } from './transport-error.ts';
export { webSocket, type WebSocketOptions } from './web-socket.ts';
