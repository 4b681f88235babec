/** What endpoints of other protocols need that answer a `Request` with a `Response`, in any JavaScript runtime. */
export { eventStreamResponse, type EventStreamOptions } from './event-stream-response.ts';
export { readJson, type JsonBody } from './read-json.ts';
export { RunningRequests } from './running-requests.ts';
