/** A collector of OpenTelemetry in this process: it keeps what it is sent. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface SentSpans {
  readonly path: string;
  readonly type: string | undefined;
  readonly body: string;
}

export interface TraceCollector extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly SentSpans[];
}

/** Starts a collector that answers with `status`. */
export async function traceCollector(status = 200): Promise<TraceCollector> {
  const requests: SentSpans[] = [];
  const take = async (request: IncomingMessage): Promise<void> => {
    const { url: path = '', headers } = request;
    requests.push({ path, type: headers['content-type'], body: await text(request) });
  };
  const server = createServer((request, response) => {
    void take(request).then(() => response.writeHead(status, { 'content-type': 'application/json' }).end('{}'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
