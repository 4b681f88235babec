import { describe, expect, test } from 'vitest';

import { AgentProcess } from './agent-process.ts';

const node = (script: string): Promise<AgentProcess> =>
  AgentProcess.start({ command: process.execPath, args: ['-e', script] });

/** The first message that the process writes. */
const firstOf = ({ channel }: AgentProcess): Promise<unknown> =>
  new Promise((resolve) => {
    channel.open({ receive: resolve, reject: () => undefined, ended: () => undefined });
  });

describe('AgentProcess', () => {
  test('ends by itself when its input ends, with its own exit code', async () => {
    const agent = await node('process.stdin.resume().on("end", () => process.exit(5))');
    void firstOf(agent);
    expect(await agent.end(60_000)).toBe(5);
  });

  test('is asked to end when it does not, and its code says by which signal', async () => {
    const agent = await node('setInterval(() => undefined, 1000)');
    void firstOf(agent);
    expect(await agent.end(0)).toBe(143);
  });

  test('takes along what it has started, which would hold its output open', async () => {
    const child = 'setInterval(() => undefined, 1000); console.log(1)';
    const agent = await node(
      `require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(child)}], { stdio: "inherit" })`,
    );
    await firstOf(agent);
    expect(await agent.end(0)).toBe(143);
  });

  test('may have closed its input and still say something', async () => {
    const agent = await node(
      'process.stdin.destroy(); setTimeout(() => { console.log(JSON.stringify("late")); process.exit(0); }, 50)',
    );
    const first = firstOf(agent);
    for (let index = 0; index < 100; index += 1) agent.channel.send({ index, padding: 'x'.repeat(10_000) });
    expect(await first).toBe('late');
    expect(await agent.end(60_000)).toBe(0);
  });

  test('that cannot be started is a mistake of the user', async () => {
    await expect(AgentProcess.start({ command: 'no-such-agent' })).rejects.toThrow(
      'no-such-agent could not be started: command not found; check its name and path',
    );
  });
});
