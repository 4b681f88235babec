/** The stdio program as an agent starts it, and bare sockets to the bridge. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

import type { Fields } from '../raw-side.test-support.ts';

const record = (pairs: unknown): Record<string, string> =>
  Object.fromEntries((pairs as { name: string; value: string }[]).map(({ name, value }) => [name, value]));

/** A running program. */
export interface Program extends AsyncDisposable {
  readonly process: ChildProcessWithoutNullStreams;
  write(message: object): void;
  /** The next line that it prints, as a message; undefined at the end. */
  read(): Promise<Fields | undefined>;
  /** Its exit code and what it wrote to stderr. */
  readonly exited: Promise<{ readonly code: number | null; readonly words: string }>;
}

/** Starts the program of a declaration, in another folder and with nothing but the variables of the declaration. */
export function startProgram(server: Fields, variables: Record<string, string> = {}): Program {
  const { command, args, env } = server as { command: string; args: string[]; env: unknown };
  const child = spawn(command, args, { cwd: '/', env: { ...record(env), ...variables } });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  child.stdin.on('error', () => undefined);
  const words = text(child.stderr);
  const exited = once(child, 'exit').then(async ([code]) => ({ code: code as number | null, words: await words }));
  return {
    process: child,
    write: (message) => {
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    },
    read: async () => {
      const { value, done } = await lines.next();
      return done === true ? undefined : (JSON.parse(value) as Fields);
    },
    exited,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** The socket and the token of a declaration. */
export function placeOf({ env }: Fields): { readonly address: string; readonly token: string } {
  const { ACP_MCP_SOCKET: address = '', ACP_MCP_TOKEN: token = '' } = record(env);
  return { address, token };
}

/** Connects to the socket of the bridge. */
export async function openTunnel(server: Fields): Promise<Socket> {
  const { address } = placeOf(server);
  const socket = /^\d+$/u.test(address) ? connect(Number(address), '127.0.0.1') : connect(address);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}
