/** A program under test that is reached over WebSocket: each text frame is one message. */
import type { IncomingMessage } from 'node:http';

import { WebSocket } from 'ws';

import { socketUrl, type Address } from './address.ts';
import { unreachable } from './unreachable.ts';
import type { Connect, Wire, WireReceiver } from '../wire/wire.ts';

/** Milliseconds that the other side has to answer the closing frame. */
const grace = 1000;

/** A WebSocket with what its opening response said. */
export interface OpenedSocket {
  readonly socket: WebSocket;
  /** The headers of the response with status 101. */
  readonly headers: IncomingMessage['headers'];
}

/** Opens a WebSocket; throws an error with a sentence if it is refused. `receive` listens before anything arrives. */
export async function openSocket(
  address: Address,
  receive: (socket: WebSocket) => void = () => undefined,
): Promise<OpenedSocket> {
  const url = socketUrl(address);
  const socket = new WebSocket(url, { headers: address.headers, handshakeTimeout: 15_000, perMessageDeflate: false });
  receive(socket);
  return new Promise((resolve, reject) => {
    let headers: IncomingMessage['headers'] = {};
    socket.once('upgrade', (response) => {
      ({ headers } = response);
    });
    socket.once('open', () => resolve({ socket, headers }));
    socket.on('error', (error) => reject(unreachable(url, error)));
  });
}

/** Opens a WebSocket for each connection. */
export function webSocketConnect(address: Address): Connect {
  return async (receiver) => {
    const { socket } = await openSocket(address, (opening) => listen(opening, receiver));
    return wireOf(socket);
  };
}

function listen(socket: WebSocket, receiver: WireReceiver): void {
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) receiver.note(`a binary frame of ${data.length} bytes`);
    else receiver.text(data.toString('utf8'));
  });
  socket.on('close', (code, reason) => {
    const words = reason.length === 0 ? '' : ` (${reason.toString('utf8')})`;
    receiver.ended(`it closed the WebSocket with code ${code}${words}`);
  });
}

function wireOf(socket: WebSocket): Wire {
  return {
    send: (text) => socket.send(text, () => undefined),
    close: async () => closeSocket(socket),
  };
}

/** Closes a WebSocket, and cuts it off if the other side does not answer. */
export async function closeSocket(socket: WebSocket): Promise<void> {
  if (socket.readyState === WebSocket.CLOSED) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => socket.terminate(), grace);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    socket.close(1000);
  });
}
