import { describe, expect, test } from 'vitest';

import { AgentOutput, maxLines, type AgentLine } from './agent-output.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

async function read(output: AgentOutput): Promise<AgentLine[]> {
  const lines: AgentLine[] = [];
  for await (const line of output) lines.push(line);
  return lines;
}

describe('what an agent prints', () => {
  test('comes out as lines with their time, however it was cut', async () => {
    const output = new AgentOutput();
    const before = Date.now();
    const reading = read(output);
    const bytes = encode('one\r\ntwo\n\ngrün und\nrest');
    for (let at = 0; at < bytes.length; at += 3) output.push(bytes.subarray(at, at + 3));
    output.end();
    const lines = await reading;
    expect(lines.map(({ text }) => text)).toEqual(['one', 'two', '', 'grün und', 'rest']);
    expect(lines.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4]);
    expect(lines.every(({ at }) => at.getTime() >= before)).toBe(true);
  });

  test('is there for every reader, also for one that comes late', async () => {
    const output = new AgentOutput();
    const early = read(output);
    output.push(encode('one\n'));
    output.add('noise', 'stdout');
    output.end();
    expect(await read(output)).toEqual(await early);
    expect((await early).map(({ from }) => from)).toEqual(['stderr', 'stdout']);
  });

  test('reaches a follower at once, with the lines from before', () => {
    const output = new AgentOutput();
    output.push(encode('early\n'));
    const seen: string[] = [];
    output.follow(({ text, from }) => void seen.push(`${from} ${text}`));
    output.add('noise', 'stdout');
    expect(seen).toEqual(['stderr early', 'stdout noise']);
  });

  test('is kept within a limit: the newest lines stay, and their numbers show the gap', async () => {
    const output = new AgentOutput();
    const count = maxLines * 3 + 7;
    for (let index = 0; index < count; index += 1) output.push(encode(`line ${index}\n`));
    output.end();
    const lines = await read(output);
    expect(lines.length).toBeGreaterThanOrEqual(maxLines);
    expect(lines.length).toBeLessThan(maxLines * 2);
    expect(lines.at(-1)).toMatchObject({ text: `line ${count - 1}`, index: count - 1 });
    expect(lines[0]?.index).toBe(count - lines.length);
    expect(output.tail(2)).toEqual([`line ${count - 2}`, `line ${count - 1}`]);
  });

  test('is cut where a line is endless', () => {
    const output = new AgentOutput();
    for (let part = 0; part < 100; part += 1) output.push(encode('x'.repeat(1000)));
    expect(output.lines.length).toBeGreaterThan(4);
    expect(Math.max(...output.lines.map(({ text }) => text.length))).toBeLessThanOrEqual(16 * 1024);
  });
});
