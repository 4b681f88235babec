/** `acp registry list` and `acp registry search`. */
import type { InstalledAgent, ListedAgent, RegistryListing, SourceStatus } from '@acp-stack/registry';

import { untilInterrupted } from '../../connect/until-interrupted.ts';
import { withReadingNote } from '../../registry/reading-note.ts';
import { officialAdvice } from '../../registry/sources.ts';
import { shownAge } from '../../registry/shown-size.ts';
import { createPalette } from '../../terminal/palette.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { escapeLine } from '../../text/escape-control-characters.ts';
import { agentRows, layOutAgents, newerIds, type AgentRow } from './agent-rows.ts';
import { openAccepted, readOptions, userConfig, type RegistryFlags } from './registry-flags.ts';
import { withoutPeriod } from '../../text/without-period.ts';

export interface ListFlags extends RegistryFlags {
  readonly installed?: boolean;
}

export interface ListCommand {
  readonly flags: ListFlags;
  /** Only agents with these words. */
  readonly words?: string;
}

export async function listRegistry({ flags, words }: ListCommand, terminal: Terminal): Promise<number> {
  const registry = await openAccepted(flags, terminal);
  const { listing, found, installed, newer } = await untilInterrupted(async (signal) => {
    const read = await withReadingNote(registry.list(readOptions(flags, signal)), terminal);
    const here = await registry.installed();
    return {
      listing: read,
      found: words === undefined ? read.agents : await registry.search(words, { refresh: 'never', signal }),
      installed: here,
      newer: await newerIds(registry, here),
    };
  });
  const rows = agentRows(found, words === undefined ? installed : onlyListed(installed, found), newer).filter(
    ({ installed: version }) => flags.installed !== true || version !== undefined,
  );
  if (flags.format === 'json') {
    await terminal.stdout.writeJson(JSON.stringify(listDocument(rows, listing), undefined, 2));
    return 0;
  }
  await terminal.stdout.write(layOutAgents(rows, listing.sources.length > 1, terminal));
  if (rows.length === 0)
    await terminal.stderr.tryWrite(
      `${emptyWords(flags, words)}${flags.installed === true ? '' : officialAdvice(userConfig(flags, terminal), terminal)}\n`,
    );
  await terminal.stderr.tryWrite(sourceLines(listing, terminal));
  return 0;
}

const emptyWords = ({ installed }: ListFlags, words: string | undefined): string => {
  if (installed === true) return 'no agent is installed';
  return words === undefined ? 'no source lists an agent' : `no agent matches "${escapeLine(words)}"`;
};

const onlyListed = (installed: readonly InstalledAgent[], found: readonly ListedAgent[]): readonly InstalledAgent[] =>
  installed.filter(({ manifest }) => found.some((each) => each.manifest.id === manifest.id));

function listDocument(rows: readonly AgentRow[], { sources, hidden }: RegistryListing): object {
  return {
    sources: sources.map(({ source, count, isOffline, reason, checkedAt, problems }) => ({
      source: source.name,
      location: source.location,
      count,
      isOffline,
      ...(reason === undefined ? {} : { reason }),
      ...(checkedAt === undefined ? {} : { checkedAt }),
      problems,
    })),
    hidden: hidden.map(({ manifest, source }) => `${source.name}/${manifest.id}`),
    agents: rows.map(({ manifest, source, distributions, installed, isNewer, isListed }) => ({
      id: manifest.id,
      version: manifest.version,
      source: source.name,
      distributions,
      ...(installed === undefined ? {} : { installed, isNewer }),
      isListed,
      manifest,
    })),
  };
}

/** The state of each source, and a line for each entry that could not be used. */
function sourceLines({ sources, hidden }: RegistryListing, terminal: Terminal): string {
  const { yellow } = createPalette(terminal.stderr, terminal.env);
  return sources
    .flatMap((status) => [
      sourceLine(status, yellow),
      ...hiddenLines(
        status.source.name,
        hidden.filter(({ source }) => source.name === status.source.name),
      ),
      ...status.problems.map((line) => escapeLine(line)),
    ])
    .map((line) => `${line}\n`)
    .join('');
}

/** An agent whose id an earlier source has too needs the name of its source. */
function hiddenLines(source: string, hidden: readonly ListedAgent[]): readonly string[] {
  const [first] = hidden;
  if (first === undefined) return [];
  const ids = hidden.length === 1 ? '1 id is that' : `${hidden.length} ids are those`;
  return [`${source}: ${ids} of an earlier source; ${source}/${first.manifest.id} names the agent here`];
}

function sourceLine({ source, count, isOffline, reason, age }: SourceStatus, warn: (text: string) => string): string {
  const agents = `${count} ${count === 1 ? 'agent' : 'agents'}`;
  const since = age === undefined ? '' : `, read ${shownAge(age)}`;
  if (!isOffline) return `${source.name}: ${agents}${since}`;
  const why = reason === undefined ? '' : `: ${withoutPeriod(escapeLine(reason))}`;
  return warn(`${source.name}: offline, ${age === undefined ? 'never read' : `${agents}${since}`}${why}`);
}
