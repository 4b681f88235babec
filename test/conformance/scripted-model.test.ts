/** The bundled agent as a process, with the scripted model of the suite: it does what the prompts of the suite ask for. */
import {
  agentScenarios,
  judgeAgent,
  modelEnvironment,
  processConnect,
  startModelService,
  type Verdict,
} from '@acp-stack/conformance';
import { expect, test } from 'vitest';

import { acpProgram, acpUser } from '../support/acp-program.ts';

/** Scenarios in which it reads and writes a file, runs a command, and is cancelled; the rules that are decided there. */
const chosen: Readonly<Record<string, readonly string[]>> = {
  'tool-calls/reports': ['TOOL-02', 'TOOL-06', 'TOOL-08', 'TOOL-23'],
  'permissions/question': ['PERM-06', 'PERM-11', 'TOOL-01'],
  'permissions/state': ['LIFE-06', 'LIFE-07'],
  'permissions/refusal': ['PERM-05'],
  'tool-calls/terminals': ['TOOL-15'],
  'prompt/while-working': ['LIFE-01', 'LIFE-12', 'CANCEL-09', 'CANCEL-13'],
  'cancellation/turn': ['CANCEL-04', 'CANCEL-06'],
};

test('the bundled agent keeps the rules about what the scripted model makes it do', async () => {
  await using service = await startModelService();
  using user = acpUser();
  const env = { ...user.env, ...modelEnvironment(service.url) };
  const connect = processConnect({ command: process.execPath, args: [acpProgram, 'agent'], env });
  const scenarios = agentScenarios.filter(({ name }) => name in chosen);
  const limits = { limit: 50_000, startLimit: 50_000, budget: Infinity };
  const { verdicts } = await judgeAgent({ connect, scenarios, versions: [2], jobs: 1, ...limits });
  const outcomeOf = (id: string): Verdict['outcome'] | undefined =>
    verdicts.find(({ rule }) => rule.id === id)?.outcome;
  const rules = Object.values(chosen).flat();
  expect(Object.fromEntries(rules.map((id) => [id, outcomeOf(id)]))).toEqual(
    Object.fromEntries(rules.map((id) => [id, 'passed'])),
  );
  expect(verdicts.filter(({ outcome }) => outcome === 'failed').map(({ rule, found }) => [rule.id, found])).toEqual([]);
  const called = service.requests.flatMap(({ entries }) => entries.filter(({ role }) => role === 'tool'));
  expect(called.length).toBeGreaterThan(3);
});
