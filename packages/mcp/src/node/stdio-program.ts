/**
 * The program that an agent starts as an MCP server: it connects its standard streams with the bridge.
 *
 * It loads one module of Node and nothing else, because agents wait for it. The socket and the token are in its
 * environment.
 */
import { connect, type NetConnectOpts, type Socket } from 'node:net';

import { endOfInput } from './stdio/tunnel-end.ts';

const { ACP_MCP_SOCKET: address, ACP_MCP_TOKEN: token } = process.env;
/** Absent when this file is only imported. */
if (address !== undefined && token !== undefined) start(placeOf(address), token);

/** How often a socket is tried again that has more connections waiting than the system allows, and how fast. */
const tries = 50;
const delay = 100;

function placeOf(to: string): NetConnectOpts {
  const place = /^\d+$/u.test(to) ? { host: '127.0.0.1', port: Number(to) } : { path: to };
  return { ...place, allowHalfOpen: true };
}

function start(place: NetConnectOpts, secret: string, tried = 0): void {
  const socket = connect(place);
  const onError = (error: NodeJS.ErrnoException): void => {
    if (error.code !== 'EAGAIN' || tried >= tries) fail(error.message);
    else setTimeout(start, delay, place, secret, tried + 1);
  };
  socket.once('error', onError);
  socket.once('connect', () => {
    socket.off('error', onError);
    socket.write(`${secret}\n`);
    tunnel(socket);
  });
}

function tunnel(socket: Socket): void {
  const { stdin, stdout } = process;
  let isInputOver = false;
  let problem: Error | undefined;
  stdin.pipe(socket, { end: false });
  stdin.once('end', () => {
    isInputOver = true;
    socket.end(endOfInput);
  });
  socket.pipe(stdout, { end: false });
  socket.once('end', () => socket.end());
  // The agent does not read any more.
  stdout.once('error', () => socket.destroy());
  socket.once('error', (error) => {
    problem = error;
  });
  socket.once('close', () => {
    if (isInputOver) stdin.destroy();
    else fail(problem?.message ?? 'it has ended');
  });
}

function fail(reason: string): void {
  process.exitCode = 1;
  process.stderr.write(`The ACP session that this MCP server belongs to cannot be reached: ${reason}.\n`);
  process.stdin.destroy();
}
