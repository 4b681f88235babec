/** `acp registry info`: everything that a manifest says, and what would run. */
import {
  matchExactly,
  previewInstall,
  RegistryError,
  type DistributionKind,
  type InstalledAgent,
  type InstallPreview,
  type ListedAgent,
} from '@acp-stack/registry';

import { untilInterrupted } from '../../connect/until-interrupted.ts';
import { commandWords, factLines, identityFacts, previewFacts, type Fact } from '../../registry/agent-facts.ts';
import { createPalette } from '../../terminal/palette.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { exactLine } from '../../text/exact-text.ts';
import { shownTime } from '../../text/shown-time.ts';
import { findListed, openAccepted, type RegistryFlags } from './registry-flags.ts';

export interface InfoCommand {
  readonly name: string;
  readonly flags: RegistryFlags;
}

export async function registryInfo({ name, flags }: InfoCommand, terminal: Terminal): Promise<number> {
  const registry = await openAccepted(flags, terminal);
  const { agent, installed } = await untilInterrupted(async (signal) => {
    const all = await registry.installed();
    const finding = findListed(registry, { name, flags }, signal, terminal);
    const found = await finding.catch((error: unknown) => {
      // An agent that no source lists any more is still known by its record.
      const [record] = matchExactly(name, all);
      if (record === undefined || !(error instanceof RegistryError) || error.code !== 'unknown') throw error;
      return unlisted(record);
    });
    return { agent: found, installed: all.find(({ manifest }) => manifest.id === found.manifest.id) };
  });
  const previews = agent.distributions.flatMap((kind) => previewOf(agent, kind));
  if (flags.format === 'json') {
    const document = {
      id: agent.manifest.id,
      source: agent.source.name,
      location: agent.source.location,
      manifest: agent.manifest,
      usable: previews,
      ...(installed === undefined ? {} : { installed }),
    };
    await terminal.stdout.writeJson(JSON.stringify(document, undefined, 2));
    return 0;
  }
  const { bold, dim } = createPalette(terminal.stdout, terminal.env);
  const width = terminal.stdout.columns ?? 100;
  const rows = (facts: readonly Fact[]): readonly string[] => factLines(facts, { width, dim });
  const lines = [
    bold(exactLine(agent.manifest.name)),
    ...rows([...identityFacts(agent), ...furtherFacts(agent), ...installedFacts(installed)]),
    ...(previews.length > 0
      ? []
      : ['', 'it cannot be installed here', ...(agent.notes ?? []).map((note) => `  ${exactLine(note)}`)]),
    ...previews.flatMap((preview, index) => ['', heading(preview, index), ...rows(previewFacts(preview))]),
  ];
  await terminal.stdout.write(`${lines.join('\n')}\n`);
  return 0;
}

const unlisted = ({ manifest, source }: InstalledAgent): ListedAgent => ({
  manifest,
  source,
  distributions: [],
  notes: ['No source lists it any more.'],
});

/** None if the distribution turns out to be unusable, such as a program outside of the folder of the agent. */
function previewOf(agent: ListedAgent, kind: DistributionKind): readonly InstallPreview[] {
  try {
    return [previewInstall(agent, kind)];
  } catch (error) {
    if (error instanceof RegistryError) return [];
    throw error;
  }
}

const heading = ({ distribution }: InstallPreview, index: number): string =>
  index === 0 ? `${distribution}, used by default` : `${distribution}, with --distribution ${distribution}`;

const shownFields: ReadonlySet<string> = new Set(['id', 'name', 'version', 'license', 'distribution']);

/** What this program calls its own facts. */
const labels: ReadonlySet<string> = new Set([
  'name',
  'version',
  'source',
  'licence',
  'offered as',
  'installed',
  'starts',
  'not checked',
  'download',
  'sha256',
  'runs',
  'variable',
  'fetched by',
  'note',
]);

/** Every other field, also those that are unknown here. */
function furtherFacts({ manifest }: ListedAgent): readonly Fact[] {
  const all = Object.keys(manifest.distribution);
  return [
    ...Object.entries(manifest)
      .filter(([name]) => !shownFields.has(name))
      // A field that has no meaning here is quoted, so that it cannot pass for a fact of this program.
      .map(([name, value]) => ({
        name: labels.has(name) ? `"${name}"` : exactLine(name),
        text: exactLine(valueText(value)),
      })),
    { name: 'offered as', text: exactLine(all.join(', ')) },
  ];
}

function valueText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(', ');
  return JSON.stringify(value) ?? '';
}

function installedFacts(installed: InstalledAgent | undefined): readonly Fact[] {
  if (installed === undefined) return [{ name: 'installed', text: 'no' }];
  const { manifest, distribution, installedAt, start, sha256, notChecked = [] } = installed;
  return [
    { name: 'installed', text: `${exactLine(manifest.version)} as ${distribution}, ${shownTime(installedAt)}` },
    { name: 'starts', text: commandWords(start) },
    ...(sha256 === undefined ? [] : [{ name: 'sha256', text: sha256 }]),
    ...(notChecked.length === 0 ? [] : [{ name: 'not checked', text: exactLine(notChecked.join(', ')) }]),
  ];
}
