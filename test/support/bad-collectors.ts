/** Collectors of OpenTelemetry that do what none should, in this process. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

interface BadCollector extends AsyncDisposable {
  readonly url: string;
  /** How many requests it got. */
  readonly requests: () => number;
}

/** What each does with a request. */
export const badCollectors: Readonly<Record<string, RequestListener>> = {
  'never answers': () => undefined,
  'answers that it has failed': (request, response) => {
    request.resume().once('end', () => response.writeHead(500).end('no'));
  },
  'wants to be asked again in an hour': (request, response) => {
    request.resume().once('end', () => response.writeHead(503, { 'retry-after': '3600' }).end());
  },
  'answers without end': (_request, response) => {
    const block = Buffer.alloc(65_536, 'x');
    const more = (): void => {
      while (!response.destroyed && response.write(block));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  },
  'answers byte by byte': (_request, response) => {
    const timer = setInterval(() => response.write('x'), 20);
    response.once('close', () => {
      clearInterval(timer);
    });
  },
  'says again and again that it works on it': (request, response) => {
    const timer = setInterval(() => request.socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 20);
    response.once('close', () => {
      clearInterval(timer);
    });
  },
  'closes the connection': (request) => {
    request.socket.destroy();
  },
  'closes the connection in the middle of its answer': (request, response) => {
    // What is not read would make the system drop the answer.
    request.resume().once('end', () => {
      response.writeHead(200, { 'content-length': '1000' }).write('half', () => response.destroy());
    });
  },
  'speaks another protocol': (request) => {
    request.socket.end('220 mail ready\r\n');
  },
};

/** Starts a collector that handles requests so. */
export async function badCollector(listener: RequestListener = () => undefined): Promise<BadCollector> {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    listener(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
