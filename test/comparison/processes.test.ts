/** How our client and agents treat processes; `official-sdk.ts` says how the two are compared. */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { Readable, Writable } from 'node:stream';

import * as versionOne from '@agentclientprotocol/sdk';
import { describe, expect, test } from 'vitest';

import { client } from '@acp-stack/sdk';
import { spawnAgent } from '@acp-stack/stdio';

import { GrowingList } from '../support/growing-list.ts';
import { atEnd, failure, info, closeAfterEach } from './setup.ts';
import { officialSdk } from './official-sdk.ts';

closeAfterEach();

/** An agent as small as can be: it dies when it is asked to, and otherwise lives as long as its input is open. */
const smallAgent = `
  const lines = require('node:readline').createInterface({ input: process.stdin });
  lines.on('line', (line) => {
    const { id, method } = JSON.parse(line);
    if (method === '_alive') process.stderr.write('alive\\n');
    if (method === '_die') process.stderr.write('out of seeds\\n', () => process.exit(3));
    if (method === 'initialize') console.log(JSON.stringify({ jsonrpc: '2.0', id, result: { protocolVersion: 1 } }));
  });
`;
const command = [process.execPath, '--eval', smallAgent] as const;

interface Child {
  readonly process: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly errors: GrowingList<string>;
}

/** Starts a program the way users of the official SDK do. */
function start([file, ...args]: readonly [string, ...string[]]): Child {
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const errors = new GrowingList<string>();
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.trimEnd().split('\n')) errors.push(line);
  });
  atEnd(() => child.kill('SIGKILL'));
  return { process: child, errors };
}

async function theirConnection({ process: child }: Child): Promise<versionOne.ClientConnection> {
  const output = Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>;
  const connection = versionOne.client().connect(versionOne.ndJsonStream(Writable.toWeb(child.stdin), output));
  await connection.agent.request('initialize', { protocolVersion: 1 });
  return connection;
}

describe('an agent whose connection is closed', () => {
  test('ends', async () => {
    const process = spawnAgent(command);
    const connection = await client(info).connect(process);
    await connection.close();
    expect(await process.exited).toMatchObject({ code: 0, error: undefined });
  });

  officialSdk('is not told, and lives on', async () => {
    const child = start(command);
    const connection = await theirConnection(child);
    connection.close();
    await connection.closed;
    expect(child.process.stdin.writableEnded).toBe(false);
    child.process.stdin.write('{"method":"_alive"}\n');
    await child.errors.find((line) => line === 'alive');
  });
});

describe('an agent that dies while it is asked', () => {
  test('leaves its exit code and its last words', async () => {
    const connection = await client(info).connect(spawnAgent(command));
    const error = await failure(connection.request('_die', {}));
    expect(error).toMatchObject({
      name: 'ConnectionError',
      code: 'closed',
      cause: { name: 'AgentProcessError', code: 'exited', exitCode: 3, lines: ['out of seeds'] },
    });
    expect(error.message).toContain('out of seeds');
  });

  officialSdk('leaves nothing', async () => {
    const connection = await theirConnection(start(command));
    const error = await failure(connection.agent.request('_die', {}));
    expect([error.message, error.cause]).toEqual(['ACP connection closed', undefined]);
  });
});

describe('an agent that prints, and forgets to stop what it began', () => {
  const program = (imports: string, serve: string): readonly [string, ...string[]] => [
    process.execPath,
    '--input-type=module',
    '--eval',
    `${imports}
    process.on('SIGUSR2', () => process.stderr.write('alive\\n'));
    setInterval(() => undefined, 1000);
    const any = (value) => value;
    const print = () => {
      console.log('Debugger attached.');
      return 'printed';
    };
    ${serve}
    process.stderr.write('closed\\n');`,
  ];
  const ours = program(
    `import { agent } from '@acp-stack/sdk';
    import { stdio } from '@acp-stack/stdio';`,
    `await agent(${JSON.stringify(info)}).on('_print', any, print).serve(stdio({ exitGrace: 1 }));`,
  );
  const theirs = program(
    `import { Readable, Writable } from 'node:stream';
    import { agent, ndJsonStream } from '@agentclientprotocol/sdk';`,
    `const stream = ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin));
    const app = agent().onRequest('initialize', () => ({ protocolVersion: 1 })).onRequest('_print', any, print);
    await app.connect(stream).closed;`,
  );

  /** Has an agent print, and goes away; the answer is everything on its output. */
  async function talk({ process: child }: Child): Promise<string[]> {
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    for (const [method, answer] of [
      ['initialize', '"protocolVersion"'],
      ['_print', '"printed"'],
    ] as const) {
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: method, method, params: { protocolVersion: 1 } })}\n`);
      while (!output.includes(answer)) await once(child.stdout, 'data');
    }
    child.stdin.end();
    return output.trimEnd().split('\n');
  }

  const isMessage = (line: string): boolean => line.startsWith('{');

  test('keeps its output for messages, and ends with its client', async () => {
    const child = start(ours);
    const exited = once(child.process, 'exit');
    const lines = await talk(child);
    expect(lines.filter((line) => !isMessage(line))).toEqual([]);
    await child.errors.find((line) => line === 'Debugger attached.');
    expect((await exited)[0]).toBe(0);
  });

  officialSdk('mixes its words with messages, and outlives its client', async () => {
    const child = start(theirs);
    const lines = await talk(child);
    expect(lines.filter((line) => !isMessage(line))).toEqual(['Debugger attached.']);
    await child.errors.find((line) => line === 'closed');
    child.process.kill('SIGUSR2');
    await child.errors.find((line) => line === 'alive');
  });
});
