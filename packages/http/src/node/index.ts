/** Connects to remote agents from Node. */
export { http, remote, webSocket, type NodeOptions } from './connect.ts';
export { isLoopback } from './loopback.ts';
export { http2Fetch, type Http2FetchOptions } from './http2-fetch.ts';
