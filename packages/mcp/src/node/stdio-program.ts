/**
 * The program that an agent starts as an MCP server: it connects its standard streams with the bridge.
 *
 * It loads one module of Node and nothing else, because agents wait for it. The socket and the token are in its
 * environment.
 */
import { connect } from 'node:net';

import { endOfInput } from './stdio/tunnel-end.ts';

const { ACP_MCP_SOCKET: address, ACP_MCP_TOKEN: token } = process.env;
/** Absent when this file is only imported. */
if (address !== undefined && token !== undefined) tunnel(address, token);

function tunnel(to: string, secret: string): void {
  const { stdin, stdout, stderr } = process;
  const place = /^\d+$/u.test(to) ? { host: '127.0.0.1', port: Number(to) } : { path: to };
  const socket = connect({ ...place, allowHalfOpen: true });
  let isInputOver = false;
  let problem: Error | undefined;
  socket.write(`${secret}\n`);
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
    stdin.destroy();
    if (isInputOver) return;
    process.exitCode = 1;
    const words = problem === undefined ? 'it has ended' : problem.message;
    stderr.write(`The ACP session that this MCP server belongs to cannot be reached: ${words}.\n`);
  });
}
