/** Serves an agent over HTTP and WebSocket. */
export {
  acpFetchHandler,
  acpHandler,
  type AcpFetchHandler,
  type AcpHandler,
  type CloseOptions,
} from './acp-handler.ts';
export type { Authenticate } from './admission.ts';
export type { App } from './app.ts';
export type { CallHead } from './call.ts';
export type { HttpCounters } from './counters.ts';
export { serveHttp, type HttpServing, type ServeOptions } from './serve-http.ts';
export type { HttpOptions } from './settings.ts';
export { defaultHttpLimits, type HttpLimits } from '../wire/limits.ts';
export {
  memoryWindow,
  type CreateWindow,
  type ReplayArchive,
  type ReplayStream,
  type ReplayWindow,
} from '../wire/replay-window.ts';
