import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { agent, proxy, RpcError, type Agent, type AgentOptions, type ContentBlock } from '@acp-stack/sdk';
import { describe, expect, test } from 'vitest';

import { eachFolder } from '../../../../test/support/each-folder.ts';
import { chained, connected, info, speaking, versions } from './chain.test-support.ts';
import { context } from './context.ts';

let folder = '';
let cwd = '';
eachFolder((path) => {
  folder = path;
  cwd = join(path, 'garden');
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'AGENTS.md'), 'Speak of roses.\n');
  writeFileSync(join(cwd, 'notes.txt'), 'Water daily.\n');
  writeFileSync(join(path, 'outside.md'), 'Not yours.\n');
});

type Prompts = (readonly ContentBlock[])[];

/** An agent that keeps its prompts. */
const listener = (prompts: Prompts, options: AgentOptions = { accepts: ['embeddedContext'] }): Agent =>
  agent(info, options).onPrompt(({ prompt }) => {
    prompts.push(prompt);
  });

const hello = { type: 'text', text: 'Hello' };
const resource = (name: string, text: string, mimeType: string): object => ({
  type: 'resource',
  resource: { uri: pathToFileURL(join(cwd, name)).href, mimeType, text },
});

describe.each(versions)('context in version %i', (version) => {
  test('adds AGENTS.md to the first prompt of each session, after the words of the user, and to no other', async () => {
    const prompts: Prompts = [];
    await using front = await connected(version, chained([context()], speaking(version, listener(prompts))));
    for (let count = 0; count < 2; count += 1) {
      const session = await front.connection.newSession({ cwd });
      await session.prompt('Hello');
      await session.prompt('Hello');
    }
    const first = [hello, resource('AGENTS.md', 'Speak of roses.\n', 'text/markdown')];
    expect(prompts).toEqual([first, [hello], first, [hello]]);
  });

  test('adds the chosen files in their order', async () => {
    const prompts: Prompts = [];
    const made = context({ files: ['notes.txt', 'AGENTS.md'] });
    await using front = await connected(version, chained([made], speaking(version, listener(prompts))));
    await (await front.connection.newSession({ cwd })).prompt('Hello');
    expect(prompts).toEqual([
      [
        hello,
        resource('notes.txt', 'Water daily.\n', 'text/plain'),
        resource('AGENTS.md', 'Speak of roses.\n', 'text/markdown'),
      ],
    ]);
  });

  test('sends text to an agent that takes no resources', async () => {
    const prompts: Prompts = [];
    await using front = await connected(version, chained([context()], speaking(version, listener(prompts, {}))));
    await (await front.connection.newSession({ cwd })).prompt('Hello');
    const { href } = pathToFileURL(join(cwd, 'AGENTS.md'));
    expect(prompts).toEqual([[hello, { type: 'text', text: `\n\nContent of ${href}:\n\nSpeak of roses.\n` }]]);
  });

  test('adds nothing to a session that is loaded or resumed', async () => {
    const prompts: Prompts = [];
    const served = speaking(version, listener(prompts));
    await using first = await connected(version, chained([context()], served));
    const { id } = await first.connection.newSession({ cwd });
    await using second = await connected(version, chained([context()], served));
    await (await second.connection.resume({ sessionId: id, cwd })).prompt('Hello');
    expect(prompts).toEqual([[hello]]);
  });

  test('tells the user which files it left out, and why', async () => {
    const prompts: Prompts = [];
    symlinkSync(join(folder, 'outside.md'), join(cwd, 'link.md'));
    mkdirSync(join(cwd, 'folder'));
    writeFileSync(join(cwd, 'large.md'), 'x'.repeat(101));
    writeFileSync(join(cwd, 'bytes.bin'), new Uint8Array([0xff, 0xfe, 0x00]));
    const files = ['link.md', '../outside.md', 'folder', 'large.md', 'bytes.bin', 'missing.md', 'notes.txt'];
    const made = context({ files, maxFileBytes: 100 });
    await using front = await connected(version, chained([made], speaking(version, listener(prompts))));
    await (await front.connection.newSession({ cwd })).prompt('Hello');
    expect(prompts).toEqual([[hello, resource('notes.txt', 'Water daily.\n', 'text/plain')]]);
    const told = front.updates.map((update) => JSON.stringify(update)).join('\n');
    for (const name of files.slice(0, -1)) expect(told).toContain(`context: ${name} was left out`);
    expect(told).not.toContain('Not yours');
  });

  test('stops at the limit of all files together', async () => {
    const prompts: Prompts = [];
    const made = context({ files: ['AGENTS.md', 'notes.txt'], maxBytes: 20 });
    await using front = await connected(version, chained([made], speaking(version, listener(prompts))));
    await (await front.connection.newSession({ cwd })).prompt('Hello');
    expect(prompts).toEqual([[hello, resource('AGENTS.md', 'Speak of roses.\n', 'text/markdown')]]);
    expect(JSON.stringify(front.updates)).toContain('context: notes.txt was left out');
  });

  test('says nothing in a project without AGENTS.md', async () => {
    const prompts: Prompts = [];
    await using front = await connected(version, chained([context()], speaking(version, listener(prompts))));
    await (await front.connection.newSession({ cwd: folder })).prompt('Hello');
    expect(prompts).toEqual([[hello]]);
    expect(JSON.stringify(front.updates)).not.toContain('context:');
  });
});

test('a prompt that was refused was not the first one', async () => {
  const prompts: Prompts = [];
  let isRefused = true;
  const refuse = proxy({ name: 'refuse', version: '1' }).onClientRequest('session/prompt', (_, next) => {
    if (!isRefused) return next();
    isRefused = false;
    throw new RpcError(-32_600, 'Not now.');
  });
  await using front = await connected(2, chained([context(), refuse], speaking(2, listener(prompts))));
  const session = await front.connection.newSession({ cwd });
  await expect(session.prompt('Hello')).rejects.toThrow('Not now.');
  await session.prompt('Hello');
  expect(prompts).toEqual([[hello, resource('AGENTS.md', 'Speak of roses.\n', 'text/markdown')]]);
});
