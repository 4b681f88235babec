/** A loader hook that reports every JavaScript file that is really loaded. */
let report;

export function initialize({ port }) {
  report = port;
}

export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (url.startsWith('file:')) report.postMessage({ url }); // oxlint-disable-line require-post-message-target-origin -- a port of worker_threads, not a window
  return loaded;
}
