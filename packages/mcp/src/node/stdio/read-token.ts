/** The first line of a socket: the token of the program that has connected. */
import type { Socket } from 'node:net';

/** No token is longer. */
const maxLength = 128;

const newline = 10;

/** Calls `done` with the first line, or with undefined if there is none; what follows is left to be read. */
export function readToken(socket: Socket, done: (token: string | undefined) => void): void {
  let head = Buffer.alloc(0);
  const finish = (token: string | undefined): void => {
    socket.off('data', onData);
    socket.off('end', onEnd);
    done(token);
  };
  const onEnd = (): void => {
    finish(undefined);
  };
  const onData = (chunk: Buffer): void => {
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf(newline);
    if (end === -1 && head.length <= maxLength) return;
    socket.pause();
    if (end !== -1 && end < head.length - 1) socket.unshift(head.subarray(end + 1));
    finish(end === -1 || end > maxLength ? undefined : head.subarray(0, end).toString('latin1'));
  };
  socket.on('data', onData);
  socket.on('end', onEnd);
}
