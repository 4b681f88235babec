/** What `--list` prints: each scenario with its versions, what it does, and the rules that it decides. */
import type { AgentScenario } from '@acp-stack/conformance';

type Listed = Pick<AgentScenario, 'name' | 'about' | 'versions' | 'decides'>;

export function scenarioList(scenarios: readonly Listed[]): string {
  const lines = scenarios.flatMap(({ name, about, versions, decides }) => [
    `${name} (version ${versions.join(' and ')})`,
    `  ${about}`,
    `  ${decides.join(' ')}`,
  ]);
  const count = new Set(scenarios.flatMap(({ decides }) => decides)).size;
  return `${[...lines, '', `${scenarios.length} scenarios, ${count} rules`].join('\n')}\n`;
}
