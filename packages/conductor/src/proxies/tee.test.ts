import { readFileSync, statSync, symlinkSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

import { agent, client } from '@acp-stack/sdk';
import { describe, expect, test } from 'vitest';

import { eachFolder } from '../../../../test/support/each-folder.ts';
import { appendingFile } from './appending-file.ts';
import { chained, connected, info, speaking, versions } from './chain.test-support.ts';
import { tee } from './tee.ts';

let folder = '';
eachFolder((path) => {
  folder = path;
});

interface Line {
  readonly type: string;
  readonly from?: string;
  readonly connection?: string;
  readonly frame?: string;
  readonly dropped?: number;
}

/** The records as `from: method` or `from: response to method`, so that ids are compared too. */
function told(lines: readonly string[]): readonly string[] {
  const asked = new Map<unknown, string>();
  return lines
    .map((line) => JSON.parse(line) as Line)
    .map(({ type, from, frame }) => {
      if (type !== 'frame') return type;
      const { id, method, params } = JSON.parse(frame ?? '') as {
        readonly id?: unknown;
        readonly method?: string;
        readonly params?: { readonly update?: { readonly sessionUpdate?: string } };
      };
      if (method === undefined) return `${from}: response to ${asked.get(id)}`;
      if (id !== undefined) asked.set(id, method);
      return `${from}: ${params?.update?.sessionUpdate ?? method}`;
    });
}

describe.each(versions)('tee in version %i', (version) => {
  test('records each message once, in order, as the two sides would see it', async () => {
    const lines: string[] = [];
    const served = agent(info).onPrompt(async ({ message, requestPermission }) => {
      await requestPermission({ title: 'May I?', subject: { type: 'command', command: 'ls', cwd: '/' } });
      await message.append('Hello!');
    });
    const app = client(info).onPermission(() => 'allow_once');
    const recorder = tee({ write: (line) => lines.push(line) });
    {
      await using front = await connected(version, chained([recorder], speaking(version, served)), app);
      await (await front.connection.newSession({ cwd: '/' })).prompt('Hi');
    }
    await expect.poll(() => told(lines).at(-1)).toBe('end');
    const all = told(lines);
    expect(all.slice(0, 6)).toEqual([
      'header',
      'Client: initialize',
      'Agent: response to initialize',
      'Client: session/new',
      'Agent: response to session/new',
      'Client: session/prompt',
    ]);
    const asked = all.indexOf('Agent: session/request_permission');
    expect(all.slice(asked)).toContain('Client: response to session/request_permission');
    expect(all).toContain('Agent: agent_message_chunk');
    expect(all).toContain('Agent: response to session/prompt');
    expect(all.filter((each) => each === 'Agent: agent_message_chunk')).toHaveLength(1);
    expect(lines.join('\n')).not.toContain('proxy/');
    const versionsSeen = lines.flatMap((line) => /\\"protocolVersion\\":(?<version>\d)/u.exec(line)?.[1] ?? []);
    expect(new Set(versionsSeen)).toEqual(new Set([String(version)]));
  });

  test('numbers the connections', async () => {
    const lines: string[] = [];
    const behind = chained([tee({ write: (line) => lines.push(line) })], speaking(version, agent(info)));
    await using first = await connected(version, behind);
    await using second = await connected(version, behind);
    void [first, second];
    const numbers = lines.slice(1).map((line) => (JSON.parse(line) as Line).connection);
    expect(numbers).toEqual(['1', '1', '2', '2']);
  });

  test('warns once when records cannot be written, counts them, and the chain goes on', async () => {
    const warnings: string[] = [];
    const lines: string[] = [];
    let isFull = false;
    const write = (line: string): void => {
      if (isFull) throw new Error('the disk is full');
      lines.push(line);
    };
    const served = agent(info).onPrompt(() => undefined);
    {
      const recorder = tee({ write, warn: (problem) => warnings.push(problem) });
      await using front = await connected(version, chained([recorder], speaking(version, served)));
      isFull = true;
      expect(await (await front.connection.newSession({ cwd: '/' })).prompt('Hi')).toMatchObject({ kind: 'ended' });
      isFull = false;
    }
    expect(warnings).toEqual(['tee: the trace is not complete: the disk is full; the chain continues.']);
    await expect.poll(() => (JSON.parse(lines.at(-1) ?? '') as Line).type).toBe('end');
    expect((JSON.parse(lines.at(-1) ?? '') as Line).dropped).toBeGreaterThanOrEqual(4);
  });
});

test('a file is readable by the user only, follows no link, and closes a line that was cut', () => {
  const path = join(folder, 'trace.jsonl');
  writeFileSync(path, 'older', { mode: 0o644 });
  let room = Infinity;
  {
    using file = appendingFile(path, {
      writeBytes: (descriptor, bytes, from) => {
        if (room === 0) throw new Error('full');
        const written = writeSync(descriptor, bytes, from, Math.min(room, bytes.length - from));
        room -= written;
        return written;
      },
    });
    file.write('one');
    room = 2;
    expect(() => {
      file.write('torn');
    }).toThrow('full');
    room = Infinity;
    file.write('two');
  }
  expect(readFileSync(path, 'utf8')).toBe('one\nto\ntwo\n');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const link = join(folder, 'link.jsonl');
  symlinkSync(path, link);
  expect(() => appendingFile(link)).toThrow();
  expect(() => appendingFile('/dev/null')).toThrow('is not a regular file');
});
