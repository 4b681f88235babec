/** Serves an agent over HTTP and WebSocket. */
export {
  acpFetchHandler,
  acpHandler,
  type AcpFetchHandler,
  type AcpHandler,
  type CloseOptions,
} from './acp-handler.ts';
export { acpMount, type AcpMount, type MountOptions } from './acp-mount.ts';
export type { App } from './options/served-program.ts';
export type { RequestHead } from './request/incoming-request.ts';
export { headOf as requestHead } from './request/node-request.ts';
export type { HttpCounters } from './options/counters.ts';
export { httpMetrics, metricsText, metricsType, type Metric, type MetricSample } from './monitoring/metrics-text.ts';
export { nodeListener } from './node-listener.ts';
export { serveHttp, type HttpServing, type ServeOptions } from './serve-http.ts';
export type { Authenticate, HttpOptions } from './options/http-options.ts';
export { defaultHttpLimits, type HttpLimits } from './limits/http-limits.ts';
export {
  memoryWindow,
  type CreateWindow,
  type ReplayArchive,
  type ReplayStream,
  type ReplayWindow,
} from '../replay/replay-window.ts';
