import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { WireReceiver } from '@acp-stack/conformance';
import { parseTrace } from '@acp-stack/trace';
import { expect, test } from 'vitest';

import { temporaryFolder } from '../../../../../test/support/checkout.ts';
import { captureTerminal } from '../../terminal/captured-terminal.ts';
import { RunTrace } from './run-trace.ts';

const receiver: WireReceiver = { text: () => undefined, note: () => undefined, ended: () => undefined };

test('a trace holds every message of every connection, also what is not JSON, and how each ended', async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'run.jsonl');
  const trace = await RunTrace.open({ trace: path, format: 'terminal' }, 'rose', captureTerminal());
  const connect = trace.ofConnect((peer) =>
    Promise.resolve({
      send: (text) => {
        peer.text(text.replace('ping', 'pong'));
        peer.note('a line of stderr');
        if (text.includes('"id":2')) peer.ended('it exited with code 3');
      },
      sendBytes: () => peer.text('hello'),
      close: () => Promise.resolve(peer.ended('it exited with code 0')),
    }),
  );
  const first = await connect(receiver);
  const second = await connect(receiver);
  first.send('{"id":1,"method":"ping"}');
  second.sendBytes?.('{"half');
  second.send('{"id":2}');
  await Promise.all([first.close(), second.close()]);
  trace.close();
  const { header, records, unreadable } = parseTrace(readFileSync(path, 'utf8'));
  expect(unreadable).toEqual([]);
  expect(header).toMatchObject({ agent: 'rose' });
  const untimed = records.map((record) => ({ ...record, at: undefined, ts: undefined }));
  expect(untimed).toEqual([
    { type: 'frame', connection: '1', from: 'Client', to: 'Agent', frame: '{"id":1,"method":"ping"}' },
    { type: 'frame', connection: '1', from: 'Agent', to: 'Client', frame: '{"id":1,"method":"pong"}' },
    { type: 'stderr', connection: '1', text: 'a line of stderr' },
    { type: 'frame', connection: '2', from: 'Client', to: 'Agent', frame: '{"half' },
    { type: 'frame', connection: '2', from: 'Agent', to: 'Client', frame: 'hello', problem: 'not JSON' },
    { type: 'frame', connection: '2', from: 'Client', to: 'Agent', frame: '{"id":2}' },
    { type: 'frame', connection: '2', from: 'Agent', to: 'Client', frame: '{"id":2}' },
    { type: 'stderr', connection: '2', text: 'a line of stderr' },
    { type: 'end', connection: '2', dropped: 0, error: 'it exited with code 3' },
    { type: 'end', connection: '1', dropped: 0 },
  ]);
});

test('a client is recorded from the side of the agent, and without a file nothing is', async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'run.jsonl');
  const driver = (): ReturnType<Parameters<RunTrace['ofDriver']>[0]> =>
    Promise.resolve({
      connect: (peer) => {
        peer.text('{}');
        return Promise.resolve({ send: () => undefined, close: () => Promise.resolve() });
      },
      ended: Promise.resolve(''),
      stop: () => Promise.resolve(),
    });
  for (const flags of [{}, { trace: path }]) {
    const trace = await RunTrace.open({ ...flags, format: 'terminal' }, 'rose', captureTerminal());
    const run = await trace.ofDriver(driver)({ prompt: '', folder: '/' });
    await (await run.connect(receiver)).close();
    trace.close();
  }
  const { records } = parseTrace(readFileSync(path, 'utf8'));
  expect(records[0]).toMatchObject({ from: 'Client', to: 'Agent', frame: '{}' });
});
