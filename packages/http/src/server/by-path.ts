/** Several programs on one server, each at a path of its own. */
import type { CloseOptions, ServerHandler } from './acp-handler.ts';
import type { HttpCounters } from './options/counters.ts';

/** A handler for all of them; a path that none of them has goes to `first`, whose paths are checked there. */
export function byPath(first: ServerHandler, others: ReadonlyMap<string, ServerHandler>): ServerHandler {
  if (others.size === 0) return first;
  const all = [first, ...others.values()];
  const of = (url: string | undefined): ServerHandler => others.get(url?.split('?', 1)[0] ?? '') ?? first;
  const close = async (options?: CloseOptions): Promise<void> => {
    await Promise.all(all.map((each) => each.close(options)));
  };
  return {
    request: (request, response) => {
      of(request.url).request(request, response);
    },
    upgrade: (request, socket, head) => {
      of(request.url).upgrade(request, socket, head);
    },
    stream: (stream, headers) => of(headers[':path']).stream(stream, headers),
    counters: () => all.map((each) => each.counters()).reduce(sum),
    disconnect: (principal) => {
      for (const each of all) each.disconnect(principal);
    },
    close,
    [Symbol.asyncDispose]: () => close(),
  };
}

const sum = (left: HttpCounters, right: HttpCounters): HttpCounters => {
  const { refused, ...others } = left;
  const numbers = Object.entries(others) as [Exclude<keyof HttpCounters, 'refused'>, number][];
  const statuses = new Set([...Object.keys(refused), ...Object.keys(right.refused)].map(Number));
  return {
    ...(Object.fromEntries(numbers.map(([name, count]) => [name, count + right[name]])) as typeof others),
    refused: Object.fromEntries(
      [...statuses].map((status) => [status, (refused[status] ?? 0) + (right.refused[status] ?? 0)]),
    ),
  };
};
