/** Components that are processes and addresses. */
import { createServer, type AddressInfo } from 'node:net';

import { memoryPair } from '@acp-stack/rpc';
import { client } from '@acp-stack/sdk';
import { VirtualClock } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { chain } from '../chain/chain.ts';
import type { ChainEvent } from '../observe/chain-event.ts';
import { initializeParams, RawEnd, request } from '../raw-component.test-support.ts';
import { address } from './address.ts';
import { command } from './command.ts';

/** An agent of few lines: it answers `initialize`, says its process id, and dies when it is asked to. */
const program = `
  const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
  let rest = '';
  process.stdin.on('data', (data) => {
    const lines = (rest + data).split('\\n');
    rest = lines.pop();
    for (const line of lines) {
      const { id, method } = JSON.parse(line);
      if (method === 'initialize')
        send({ id, result: { protocolVersion: 2, info: { name: 'small', version: '1' }, capabilities: { session: {} } } });
      if (method === '_pid') { console.log('noise'); send({ id, result: process.pid }); }
      if (method === '_die') { console.error('I was asked to die.'); process.kill(process.pid, 'SIGKILL'); }
    }
  });
  process.stdin.on('end', () => process.exit());
`;

const small = () => command([process.execPath, '-e', program], { name: 'small' });

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a command that is killed: the error has its name and last words, and it is started again', async () => {
  const events: ChainEvent[] = [];
  const clock = new VirtualClock();
  const [ours, theirs] = memoryPair();
  const running = chain
    .with({ clock, onEvent: (event) => void events.push(event) })(small())
    .connect(theirs);
  const end = new RawEnd(ours);
  await end.send(request(1, 'initialize', initializeParams));
  await end.until(({ id }) => id === 1);
  await end.send(request(2, '_pid', {}), request(3, '_die', {}));
  const { result: first } = await end.until(({ id }) => id === 2);
  expect(await end.until(({ id }) => id === 3)).toMatchObject({
    error: {
      code: -32_603,
      message: expect.stringMatching(
        /^The component small has failed: [\s\S]*SIGKILL[\s\S]*I was asked to die\./u,
      ) as string,
      data: { component: 'small', signal: 'SIGKILL', lastWords: ['noise', 'I was asked to die.'] },
    },
  });
  await end.send(request(4, '_pid', {}));
  await clock.advance(100);
  const { result: second } = await end.until(({ id }) => id === 4);
  expect(second).not.toBe(first);
  expect(events).toContainEqual({ kind: 'output', component: 'small', line: 'I was asked to die.' });
  expect(events).toContainEqual({ kind: 'output', component: 'small', line: 'noise', isNoise: true });
  await running.close();
  expect([first, second].map((pid) => isAlive(pid as number))).toEqual([false, false]);
});

test('a command that does not exist refuses initialize, with its name', async () => {
  const missing = command(['/does/not/exist'], { name: 'missing' });
  await expect(client({ name: 'c', version: '1' }).connect(chain(missing))).rejects.toThrow(
    /The component missing has failed: .*command not found/u,
  );
});

describe('a command', () => {
  test('has the name of its program, and the rules that it is given', () => {
    expect(command(['/usr/bin/some-agent', '--acp'])).toMatchObject({ name: 'some-agent', role: 'either' });
    expect(command({ command: 'x' }, { name: 'y', onExit: 'bypass', mayBypass: true })).toMatchObject({
      name: 'y',
      onExit: 'bypass',
      mayBypass: true,
    });
  });

  test('needs a program', () => {
    expect(() => command([])).toThrow('The command of a component is empty.');
  });
});

test('an address that does not answer refuses initialize, with its name', async () => {
  // A port that was free a moment ago.
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const gone = address(`http://127.0.0.1:${port}/acp`, { name: 'far' });
  const end = new RawEnd(chain(gone).start());
  await end.send(request(1, 'initialize', initializeParams));
  expect(await end.until(({ id }) => id === 1)).toMatchObject({
    error: { message: expect.stringContaining('The component far has failed: ') as string },
  });
});

test('an address has the name of its host', () => {
  expect(address('wss://agents.example.com/acp')).toMatchObject({ name: 'agents.example.com', role: 'either' });
});
