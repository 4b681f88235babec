/** `acp registry verify`: compares installed agents with what was recorded. */
import type { VerifiedAgent } from '@acp-stack/registry';

import { untilInterrupted } from '../../connect/until-interrupted.ts';
import { openUserRegistry } from '../../registry/user-registry.ts';
import { createPalette } from '../../terminal/palette.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { exactLine } from '../../text/exact-text.ts';
import { withoutPeriod } from '../../text/without-period.ts';
import { chosenAgents } from './chosen-agents.ts';
import type { RegistryFlags } from './registry-flags.ts';

export interface VerifyCommand {
  readonly names: readonly string[];
  readonly flags: RegistryFlags;
}

export async function verify({ names, flags }: VerifyCommand, terminal: Terminal): Promise<number> {
  const damaged = new Set<string>();
  const results = await untilInterrupted(async () => {
    const registry = openUserRegistry([], terminal, (line) => damaged.add(line));
    const verified: VerifiedAgent[] = [];
    const installed = await registry.installed();
    // An agent without a usable record is not among them, and must not pass for one that was compared.
    for (const line of damaged) await terminal.stderr.tryWrite(`acp: ${withoutPeriod(exactLine(line))}\n`);
    for (const { manifest } of chosenAgents(names, installed)) verified.push(await registry.verify(manifest.id));
    return verified;
  });
  if (flags.format === 'json') {
    const documents = results.map(({ agent, isIntact, problems }) => ({
      id: agent.manifest.id,
      version: agent.manifest.version,
      distribution: agent.distribution,
      isIntact,
      problems,
    }));
    await terminal.stdout.writeJson(JSON.stringify(documents, undefined, 2));
  } else {
    await terminal.stdout.write(results.map((each) => resultText(each, terminal)).join(''));
    if (results.length === 0 && damaged.size === 0) await terminal.stderr.tryWrite('no agent is installed\n');
  }
  const isComplete = names.length > 0 || damaged.size === 0;
  return isComplete && results.every(({ isIntact }) => isIntact) ? 0 : 1;
}

function resultText({ agent, isIntact, problems }: VerifiedAgent, terminal: Terminal): string {
  const { bold, green, red } = createPalette(terminal.stdout, terminal.env);
  const { id, version } = agent.manifest;
  const title = `${bold(id)} ${exactLine(version)}: ${isIntact ? green('as it was installed') : red('not as it was installed')}\n`;
  const advice = isIntact ? '' : `  acp registry install ${id} installs it again\n`;
  return `${title}${problems.map((line) => `  ${exactLine(line)}\n`).join('')}${advice}`;
}
