/** A web server on loopback whose answers a test decides. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A running server. */
export interface LoopbackServer extends AsyncDisposable {
  /** Without a slash at its end. */
  readonly origin: string;
  /** The method, the path and the headers of every request so far. */
  readonly requests: readonly IncomingMessage[];
  /** Decides the answers from now on. */
  answer: (request: IncomingMessage, response: ServerResponse) => void;
  /** Stops it; connections are refused from now on. */
  stop(): Promise<void>;
}

/** Starts a server on a free port. */
export async function loopbackServer(answer: LoopbackServer['answer']): Promise<LoopbackServer> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    running.answer(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const stop = async (): Promise<void> => {
    if (!server.listening) return;
    await new Promise<void>((resolve) => {
      server.close(() => {
        resolve();
      });
      server.closeAllConnections();
    });
  };
  const running: LoopbackServer = {
    origin: `http://127.0.0.1:${port}`,
    requests,
    answer,
    stop,
    [Symbol.asyncDispose]: stop,
  };
  return running;
}
