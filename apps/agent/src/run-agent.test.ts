import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { memoryPair, Peer } from '@acp-stack/rpc';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { runAgent } from './run-agent.ts';

let folder = '';

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'garden-')));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

test('has nothing to complain about when the client goes while work runs', async () => {
  const [ours, theirs] = memoryPair();
  const heard: unknown[] = [];
  const over = runAgent({
    channel: theirs,
    env: { XDG_CONFIG_HOME: folder },
    version: '1.0.0',
    data: join(folder, 'data'),
    onError: (error) => heard.push(error),
  });
  let begun = (): void => undefined;
  const running = new Promise<void>((resolve) => (begun = resolve));
  const peer = new Peer(ours, {
    handlers: (_, kind) => ({
      kind,
      run: (params: { readonly update?: { readonly sessionUpdate: string } }) => {
        if (params.update?.sessionUpdate === 'terminal_output_chunk') begun();
        return { outcome: { outcome: 'selected', optionId: 'allow_once' } };
      },
    }),
  });
  await peer.request('initialize', { protocolVersion: 2, info: { name: 'editor', version: '1.0.0' } });
  const { sessionId } = (await peer.request('session/new', { cwd: folder })) as { sessionId: string };
  const text = '/run echo begun; sleep 300';
  await peer.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
  await running;
  peer.destroy();
  await over;
  expect(heard).toEqual([]);
});

test('says what was lost of the stored sessions, and works with what is left', async () => {
  const data = join(folder, 'data');
  await mkdir(data);
  await writeFile(join(data, 'sessions.db-last'), '9 9 9'.padEnd(63).concat('\n'));
  const [ours, theirs] = memoryPair();
  const heard: unknown[] = [];
  const options = { channel: theirs, env: { XDG_CONFIG_HOME: folder }, version: '1.0.0', data };
  const over = runAgent({ ...options, onError: (error) => heard.push(error) });
  const peer = new Peer(ours, { handlers: (_, kind) => ({ kind, run: () => undefined }) });
  await peer.request('initialize', { protocolVersion: 2, info: { name: 'editor', version: '1.0.0' } });
  expect(await peer.request('session/new', { cwd: folder })).toHaveProperty('sessionId');
  peer.destroy();
  await over;
  expect(heard).toEqual([
    expect.stringMatching(/sessions\.db has lost events, at least stream 9: its log .* What is left/u),
  ]);
});
