/** The rules of terminals for a client that runs commands, proved on the wire with real commands. */
import { settled } from '@acp-stack/testing';
import { beforeAll, describe, expect, test } from 'vitest';

import { machineUnderTest, type MachineUnderTest } from './machine.ts';
import { verifies } from './requirement.ts';
import { ProgramFixture } from './program-fixture.ts';
import { provesOnWire } from './wire-proof.ts';

// It is loaded when the first peer of version 1 is met, which takes longer than a check waits.
beforeAll(() => import('@acp-stack/bridge'));

const forever = 'console.log("ready"); setInterval(() => undefined, 1000)';
const killed = { exitCode: null, signal: 'SIGTERM' };

/** Starts a command that runs until it is ended, and waits until it has printed something. */
async function startForever(on: MachineUnderTest): Promise<string> {
  const terminalId = await on.start(forever);
  for await (const _ of on.machine.terminal(terminalId) ?? []) break;
  return terminalId;
}

/** Waits until the command of a terminal has ended, whatever is said about it on the wire. */
const hasEnded = async ({ machine }: MachineUnderTest, terminalId: string): Promise<void> => {
  await machine.terminal(terminalId)?.waitForExit();
  await settled();
};

describe('the terminals of a client', () => {
  provesOnWire('TERM-02', {
    client: async (fixture) => {
      await using on = await machineUnderTest(fixture);
      const { result } = await on.ask('terminal/create', { command: process.execPath, args: ['-e', forever] });
      expect(result?.['terminalId']).toBeTypeOf('string');
    },
  });

  provesOnWire('TERM-03', {
    client: async (fixture) => {
      await using on = await machineUnderTest(fixture);
      const terminalId = await on.start('process.stdout.write("aébc")', { outputByteLimit: 3 });
      await hasEnded(on, terminalId);
      expect((await on.ask('terminal/output', { terminalId })).result).toMatchObject({ output: 'bc', truncated: true });
    },
  });

  provesOnWire('TERM-05', {
    client: async (fixture) => {
      await using on = await machineUnderTest(fixture);
      const terminalId = await startForever(on);
      expect((await on.ask('terminal/output', { terminalId })).result).toEqual({ output: 'ready\n', truncated: false });
    },
  });

  provesOnWire('TERM-06', {
    client: async (fixture) => {
      await using on = await machineUnderTest(fixture);
      const running = await startForever(on);
      const waiting = await on.tester.begin('terminal/wait_for_exit', { sessionId: 's1', terminalId: running });
      expect(on.tester.isAnswered(waiting)).toBe(false);
      await on.machine.terminal(running)?.kill();
      await settled();
      expect(on.tester.answerTo(waiting).result).toEqual(killed);
      const terminalId = await on.start('process.exit(3)');
      expect((await on.ask('terminal/wait_for_exit', { terminalId })).result).toEqual({ exitCode: 3, signal: null });
    },
  });

  provesOnWire('TERM-07', {
    client: async (fixture) => {
      await using on = await machineUnderTest(fixture);
      const terminalId = await startForever(on);
      await on.ask('terminal/kill', { terminalId });
      expect((await on.ask('terminal/output', { terminalId })).result).toEqual({
        output: 'ready\n',
        truncated: false,
        exitStatus: killed,
      });
      expect((await on.ask('terminal/wait_for_exit', { terminalId })).result).toEqual(killed);
    },
  });

  provesOnWire('TERM-09', {
    client: async (fixture) => {
      await using on = await machineUnderTest(fixture);
      const terminalId = await startForever(on);
      const terminal = on.machine.terminal(terminalId);
      await on.ask('terminal/release', { terminalId });
      expect(terminal?.output().exitStatus).toEqual(killed);
      for (const method of ['terminal/output', 'terminal/wait_for_exit', 'terminal/kill', 'terminal/release'])
        expect((await on.ask(method, { terminalId })).error?.code, method).toBe(-32_002);
    },
  });

  provesOnWire('TERM-11', {
    client: async (fixture) => {
      for (const method of ['terminal/kill', 'terminal/release']) {
        await using on = await machineUnderTest(fixture);
        const terminalId = await startForever(on);
        const waiting = await on.tester.begin('terminal/wait_for_exit', { sessionId: 's1', terminalId });
        await on.ask(method, { terminalId });
        expect(on.tester.answerTo(waiting, 'who waits').result).toEqual(killed);
      }
    },
  });

  provesOnWire('TERM-10', {
    client: async (fixture) => {
      await using on = await machineUnderTest(fixture);
      const terminalId = await startForever(on);
      const content = [{ type: 'terminal', terminalId }];
      await on.tester.update('s1', 'tool_call', { toolCallId: 'c', title: 'Wait', content });
      await on.ask('terminal/release', { terminalId });
      const shown = on.heard.filter((update) => update['toolCallId'] === 'c' && 'content' in update);
      expect(shown.at(-1)?.['content']).toEqual(content);
      expect(on.machine.terminal(terminalId)?.output()).toEqual({
        text: 'ready\n',
        truncated: false,
        exitStatus: killed,
      });
    },
  });

  test(verifies('TERM-04', 'a command in a relative folder, or in one outside, is not run'), async () => {
    const fixture = new ProgramFixture([]);
    await using on = await machineUnderTest(fixture);
    for (const cwd of ['.', on.outside])
      expect((await on.ask('terminal/create', { command: 'true', cwd })).error?.code, cwd).toBe(-32_602);
    fixture.end();
  });
});
