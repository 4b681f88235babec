/** `docs/the-way-of-a-message.md` names the files and functions that a message really passes. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { client } from '@acp-stack/sdk';
import { spawnAgent } from '@acp-stack/stdio';
import { describe, expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(join(root, 'docs/the-way-of-a-message.md'), 'utf8');

interface Row {
  readonly file: string;
  readonly returns: boolean;
  readonly name: string;
}

/** The rows of the tables under a heading. */
function rowsUnder(heading: string): readonly Row[] {
  const section = page.split(/^## /mu).find((part) => part.startsWith(heading)) ?? '';
  return Array.from(
    section.matchAll(/^\| \w+ +\| `(?<file>[^`]+)` *(?<mark>↩)? *\| `(?<name>[^`]+)`/gmu),
    ({ groups }) => ({
      file: groups?.['file'] ?? '',
      returns: groups?.['mark'] !== undefined,
      name: groups?.['name'] ?? '',
    }),
  );
}

/** Finds the definition of a function or a class. */
function definitionOf(name: string): RegExp {
  const forms = [
    `\\b(?:function|class|const|readonly) ${name}\\b`,
    // A method of a class, whose params may be on lines of their own.
    `^ {2}(?:async )?${name}(?:<.*>)?\\((?:.*\\{)?$`,
    // A method of an object.
    `^ +${name}: \\(`,
    // The handler of a method of the protocol.
    `onRequest\\('${name}', \\(`,
  ];
  return new RegExp(forms.join('|'), 'mu');
}

/** The modules of a stack, from the bytes to the reader, each once for consecutive frames. */
function modulesOf(stack: string): readonly string[] {
  const frames = Array.from(
    stack.matchAll(/(packages\/[\w-]+\/src\/[\w./-]+\.ts):\d+:\d+/gu),
    ([, file]) => file ?? '',
  );
  return frames.toReversed().filter((file, index, all) => file !== all[index - 1]);
}

/** An agent that answers a prompt with two chunks, in the shape of the version. */
const agentProgram = (version: 1 | 2): string => `
  const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
  const update = (update) => send({ method: 'session/update', params: { sessionId: 's', update } });
  const chunk = (text) =>
    update({ sessionUpdate: 'agent_message_chunk', messageId: 'm', content: { type: 'text', text } });
  let promptId;
  const answers = {
    initialize: () => (${version} === 1
      ? { protocolVersion: 1, agentCapabilities: {}, authMethods: [] }
      : { protocolVersion: 2, capabilities: { session: {} }, info: { name: 'a', version: '1' }, authMethods: [] }),
    'session/new': () => ({ sessionId: 's', ...(${version} === 1 ? {} : { configOptions: [] }) }),
    'session/prompt': () => {
      if (${version} === 2) update({ sessionUpdate: 'state_update', state: 'running' });
      // The chunk comes alone, after a round trip: behind a response it would wait for a macrotask.
      chunk('first');
      if (${version} === 2) send({ id: promptId, result: { messageId: 'u' } });
      send({ id: 'ping', method: '_ping' });
    },
  };
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method } = JSON.parse(line);
    if (method === 'session/prompt') promptId = id;
    if (method !== undefined) {
      const result = answers[method]?.();
      if (result !== undefined) send({ id, result });
      return;
    }
    chunk('second');
    if (${version} === 1) send({ id: promptId, result: { stopReason: 'end_turn' } });
    else update({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' });
  });
`;

/** The stack of an `onUpdate` listener while it is called with a chunk. */
async function stackOfChunk(version: 1 | 2): Promise<string> {
  const cwd = mkdtempSync(join(tmpdir(), 'acp-way-'));
  onTestFinished(() => {
    rmSync(cwd, { recursive: true });
  });
  const program = join(cwd, 'agent.cjs');
  writeFileSync(program, agentProgram(version));
  await using connection = await client({ name: 'test', version: '1.0.0' }).connect(
    spawnAgent([process.execPath, program]),
  );
  expect(connection.version).toBe(version);
  const session = await connection.newSession({ cwd });
  let stack = '';
  session.onUpdate((update) => {
    if (update.sessionUpdate !== 'agent_message_chunk') return;
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 100;
    stack = new Error('here').stack ?? '';
    Error.stackTraceLimit = limit;
  });
  await session.prompt('hello');
  return stack;
}

describe('every row', () => {
  const rows = [
    ...rowsUnder('A chunk from a version 2'),
    ...rowsUnder('A chunk from a version 1'),
    ...rowsUnder('A prompt'),
  ];

  test('there are rows', () => {
    expect(rows.length).toBeGreaterThan(30);
  });

  test.each(rows)('$file defines $name', ({ file, name }) => {
    expect(definitionOf(name).test(readFileSync(join(root, file), 'utf8'))).toBe(true);
  });

  test('every other file of the page exists', () => {
    const files = Array.from(page.matchAll(/`(packages\/[^`]+)`/gu), ([, file]) => file ?? '');
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });
});

test('a chunk of version 2 takes the way of the table', async () => {
  const rows = rowsUnder('A chunk from a version 2');
  const passed = modulesOf(await stackOfChunk(2));
  expect(passed).toEqual(rows.filter(({ returns }) => !returns).map(({ file }) => file));
  expect(rows.length).toBeLessThanOrEqual(16);
});

test('a chunk of version 1 takes the way of the table', async () => {
  const bridged = rowsUnder('A chunk from a version 1').filter(({ returns }) => !returns);
  const passed = modulesOf(await stackOfChunk(1));
  expect(passed.slice(0, bridged.length)).toEqual(bridged.map(({ file }) => file));
});

test('the lines of the picture in ARCHITECTURE.md name folders', () => {
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
  const picture = /## The life of a message[\s\S]*?```\n([\s\S]*?)```/u.exec(text)?.[1] ?? '';
  const folders = Array.from(picture.matchAll(/\b\w+\/src\/[\w/-]+/gu), ([folder]) => join('packages', folder));
  expect(folders.length).toBeGreaterThan(8);
  expect(folders.filter((folder) => !existsSync(join(root, folder)))).toEqual([]);
});
