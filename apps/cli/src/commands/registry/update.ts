/** `acp registry update`: says what newer versions change, asks once, and installs them. */
import {
  previewInstall,
  type AgentChange,
  type AgentUpdate,
  type InstalledAgent,
  type Registry,
  type SourceStatus,
} from '@acp-stack/registry';

import { untilInterrupted } from '../../connect/until-interrupted.ts';
import { CommandError, exitCodes } from '../../errors/command-error.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { factLines, identityFacts, installedWords, previewFacts } from '../../registry/agent-facts.ts';
import { InstallDisplay } from '../../registry/install-progress.ts';
import { confirmed } from '../../registry/offer-install.ts';
import { withReadingNote } from '../../registry/reading-note.ts';
import { createPalette } from '../../terminal/palette.ts';
import { canAsk } from '../../terminal/questions.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { exactLine } from '../../text/exact-text.ts';
import { chosenAgents } from './chosen-agents.ts';
import { run } from './install.ts';
import { openAccepted, type RegistryFlags } from './registry-flags.ts';
import { withoutPeriod } from '../../text/without-period.ts';

export interface UpdateCommand {
  readonly names: readonly string[];
  readonly flags: RegistryFlags & { readonly dryRun?: boolean };
}

export async function update({ names, flags }: UpdateCommand, terminal: Terminal): Promise<number> {
  const registry = await openAccepted(flags, terminal);
  const { installed, updates } = await untilInterrupted(async (signal) => {
    const chosen = chosenAgents(names, await registry.installed());
    return { installed: chosen, updates: await findUpdates(registry, chosen, signal, terminal) };
  });
  if (flags.format === 'json') await terminal.stdout.writeJson(JSON.stringify(updates.map(asDocument), undefined, 2));
  else await terminal.stdout.write(updates.flatMap((each) => changeLines(each, terminal)).join(''));
  if (updates.length === 0) {
    await terminal.stderr.tryWrite(installed.length === 0 ? 'no agent is installed\n' : 'nothing is newer\n');
    return 0;
  }
  if (flags.dryRun === true) return 0;
  await requireConsent(updates.length, flags, terminal);
  for (const each of updates) await applyUpdate(registry, each, terminal);
  return 0;
}

/** Sources are asked now, because the user wants to know what is newest; those that cannot be read are named. */
async function findUpdates(
  registry: Registry,
  installed: readonly InstalledAgent[],
  signal: AbortSignal,
  terminal: Terminal,
): Promise<readonly AgentUpdate[]> {
  if (installed.length === 0) return [];
  const { sources, agents, hidden } = await withReadingNote(registry.list({ refresh: 'now', signal }), terminal);
  for (const { source, isOffline, reason = 'it cannot be read' } of sources) {
    if (isOffline) await terminal.stderr.tryWrite(`${source.name}: offline: ${withoutPeriod(exactLine(reason))}\n`);
  }
  const found: AgentUpdate[] = [];
  for (const agent of installed) {
    const newer = await registry.newer(agent, { refresh: 'never', signal });
    if (newer !== undefined) found.push(newer);
    const isListed = [...agents, ...hidden].some(({ manifest }) => manifest.id === agent.manifest.id);
    if (!isListed) await terminal.stderr.tryWrite(`${agent.manifest.id}: ${whyUnlisted(agent, sources)}\n`);
  }
  return found;
}

/** A source that cannot be read, or whose entry cannot be used, may still list it. */
function whyUnlisted({ manifest, source }: InstalledAgent, sources: readonly SourceStatus[]): string {
  const own = sources.find((status) => status.source.location === source.location);
  const start = `${source.name}: ${manifest.id}: `;
  const problem = own?.problems.find((line) => line.startsWith(start));
  if (problem !== undefined) return `its entry cannot be used: ${exactLine(problem.slice(start.length))}`;
  return own?.isOffline === true ? `it is not known whether ${source.name} lists it` : 'no source lists it any more';
}

async function requireConsent(count: number, { yes }: RegistryFlags, terminal: Terminal): Promise<void> {
  if (yes === true) return;
  if (!canAsk(terminal)) throw new UsageError('nothing was updated; acp registry update --yes installs these versions');
  const question = count === 1 ? 'Install this version?' : `Install these ${count} versions?`;
  if (!(await confirmed(question, terminal))) throw new CommandError(exitCodes.failed, 'nothing was updated');
}

async function applyUpdate(registry: Registry, newer: AgentUpdate, terminal: Terminal): Promise<void> {
  const { manifest, source } = newer.agent;
  const display = new InstallDisplay(terminal);
  await display.begin(`updating ${manifest.id} to ${exactLine(manifest.version)} from ${source.name}`);
  try {
    const updated = await run((signal) => registry.update(newer, { signal, onProgress: display.show }));
    await display.end();
    await terminal.stderr.tryWrite(installedWords('updated', updated));
  } finally {
    await display.end();
  }
}

/** What changes, and then who offers it and all that is downloaded and run: a change may be in an unnamed part. */
function changeLines({ agent, distribution, changes }: AgentUpdate, terminal: Terminal): readonly string[] {
  const { bold, dim } = createPalette(terminal.stdout, terminal.env);
  const changed: ReadonlySet<string> = new Set(changes.map(({ what }) => what));
  const rows = [
    ...changes.map((change) => ({ name: change.what, text: changeWords(change) })),
    ...identityFacts(agent).filter(({ name }) => !changed.has(name)),
    ...previewFacts(previewInstall(agent, distribution)),
  ];
  const lines = factLines(rows, { width: terminal.stdout.columns ?? 100, dim });
  return [bold(agent.manifest.id), ...lines].map((line) => `${line}\n`);
}

const changeWords = ({ before, after }: AgentChange): string =>
  `${before === undefined ? 'nothing' : exactLine(before)} → ${after === undefined ? 'nothing' : exactLine(after)}`;

const asDocument = ({ installed, agent, distribution, changes }: AgentUpdate): object => ({
  id: agent.manifest.id,
  from: installed.manifest.version,
  to: agent.manifest.version,
  source: agent.source.name,
  distribution,
  changes,
  preview: previewInstall(agent, distribution),
});
