/** The suite is right about standard input and output: agents in processes of their own that keep the rules or break one. */
import { fileURLToPath } from 'node:url';

import { agentScenarios, judgeAgent, processConnect, type Verdict, type Version } from '@acp-stack/conformance';
import { describe, expect, test } from 'vitest';

const program = fileURLToPath(new URL('programs/plain-agent.mjs', import.meta.url));

/** The verdicts of the scenarios with these names on the agent with this fault. */
async function judged(fault: string, names: readonly string[], version: Version): Promise<readonly Verdict[]> {
  const scenarios = agentScenarios.filter(({ name }) => names.includes(name));
  expect(scenarios).toHaveLength(names.length);
  const { verdicts } = await judgeAgent({
    connect: processConnect({ command: process.execPath, args: [program, fault] }),
    scenarios,
    versions: [version],
    jobs: 2,
    // Only what this agent has dropped, and its end, are waited for in vain.
    limit: fault === 'lossy' || fault === 'stubborn' ? 5000 : 50_000,
    startLimit: fault === 'all-pretty' ? 5000 : 50_000,
    budget: Infinity,
  });
  return verdicts;
}

const brokenIn = (verdicts: readonly Verdict[]): readonly string[] =>
  verdicts.filter(({ outcome }) => outcome === 'failed' || outcome === 'warned').map(({ rule }) => rule.id);

describe.each([1, 2] as const)('in version %i', (version) => {
  test('a right agent keeps every rule', async () => {
    const names = agentScenarios.map(({ name }) => name).filter((name) => name.startsWith('stdio/'));
    const verdicts = await judged('none', names, version);
    expect(brokenIn(verdicts)).toEqual([]);
    const passed = verdicts.filter(({ outcome }) => outcome === 'passed').map(({ rule }) => rule.id);
    expect(passed.toSorted()).toEqual(['EXT-04', 'GEN-01', 'STDIO-01', 'STDIO-02', 'STDIO-04']);
  });
});

// They mostly wait for what does not come, so they do it at the same time.
describe.concurrent('an agent is found', () => {
  test.each([
    { fault: 'pretty', breaks: 'STDIO-01', scenario: 'stdio/output', how: 'writes a message over several lines' },
    {
      fault: 'all-pretty',
      breaks: 'STDIO-01',
      also: ['INIT-02'],
      scenario: 'stdio/output',
      how: 'writes every message over several lines',
    },
    { fault: 'chatty', breaks: 'STDIO-02', scenario: 'stdio/output', how: 'prints while it works' },
    { fault: 'goodbye', breaks: 'STDIO-02', scenario: 'stdio/output', how: 'prints when it ends' },
    { fault: 'inherit', breaks: 'STDIO-02', scenario: 'stdio/output', how: 'lets a command print' },
    { fault: 'latin1', breaks: 'GEN-01', scenario: 'stdio/output', how: 'does not write UTF-8' },
    { fault: 'stubborn', breaks: 'STDIO-04', scenario: 'stdio/dying-client', how: 'cannot be ended' },
    { fault: 'orphan', breaks: 'STDIO-04', scenario: 'stdio/shutdown', how: 'leaves a process behind' },
    {
      fault: 'bytes',
      breaks: 'EXT-04',
      also: ['GEN-15'],
      scenario: 'stdio/split-messages',
      how: 'breaks characters in two',
    },
    { fault: 'lossy', breaks: 'EXT-04', scenario: 'stdio/slow-client', how: 'drops what the client does not read' },
  ])('that $how [$breaks]', async ({ fault, breaks, scenario, also = [] }) => {
    expect(brokenIn(await judged(fault, [scenario], 1))).toEqual([...also, breaks]);
  });
});
