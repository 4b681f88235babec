/** Agents of registries as rows of a table, with what is installed. */
import type { DistributionKind, InstalledAgent, ListedAgent, Registry } from '@acp-stack/registry';

import { columnWidths, gap, layOut, type Cell } from '../../terminal/columns.ts';
import { createPalette } from '../../terminal/palette.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { escapeLine } from '../../text/escape-control-characters.ts';
import { exactLine } from '../../text/exact-text.ts';
import { line, textOfLine, truncate } from '../../tui/styled-line.ts';

export interface AgentRow extends Pick<ListedAgent, 'manifest' | 'source'> {
  /** What this system can use. */
  readonly distributions: readonly DistributionKind[];
  /** The installed version. */
  readonly installed?: string;
  /** Whether the listed version is newer than the installed one. */
  readonly isNewer: boolean;
  /** Whether a source lists it. */
  readonly isListed: boolean;
}

/** The installed agents that have a newer version, as was read before. */
export async function newerIds(registry: Registry, installed: readonly InstalledAgent[]): Promise<ReadonlySet<string>> {
  const updates = await Promise.all(installed.map((agent) => registry.newer(agent, { refresh: 'never' })));
  return new Set(updates.flatMap((update) => (update === undefined ? [] : [update.agent.manifest.id])));
}

/** The listed agents, then those that are installed but not listed any more; `newer` has the ids of `newerIds`. */
export function agentRows(
  listed: readonly ListedAgent[],
  installed: readonly InstalledAgent[],
  newer: ReadonlySet<string>,
): readonly AgentRow[] {
  const records = new Map(installed.map((each) => [each.manifest.id, each]));
  const ids = new Set(listed.map(({ manifest }) => manifest.id));
  return [
    ...listed.map((agent) => {
      const version = records.get(agent.manifest.id)?.manifest.version;
      if (version === undefined) return { ...agent, isNewer: false, isListed: true };
      return { ...agent, installed: version, isNewer: newer.has(agent.manifest.id), isListed: true };
    }),
    ...installed
      .filter(({ manifest }) => !ids.has(manifest.id))
      .map(({ manifest, source, distribution }) => ({
        manifest,
        source,
        distributions: [distribution],
        installed: manifest.version,
        isNewer: false,
        isListed: false,
      })),
  ];
}

/** A line of headings and one for each agent; on a terminal its description is cut to the width. */
export function layOutAgents(rows: readonly AgentRow[], hasSource: boolean, terminal: Terminal): string {
  const { bold, dim, green, yellow } = createPalette(terminal.stdout, terminal.env);
  if (rows.length === 0) return '';
  const headings = ['agent', 'version', 'state', ...(hasSource ? ['source'] : []), 'description'];
  const agents = rows.map((row): readonly Cell[] => [
    { text: escapeLine(row.manifest.id), paint: bold },
    { text: exactLine(row.manifest.version) },
    { text: stateOf(row), paint: row.isNewer ? yellow : row.installed === undefined ? dim : green },
    ...(hasSource ? [{ text: row.source.name, paint: dim }] : []),
    { text: escapeLine(row.manifest.description) },
  ]);
  const cells = [headings.map((text) => ({ text, paint: dim })), ...agents];
  const { columns } = terminal.stdout;
  const widths = columnWidths(cells);
  const taken = widths.slice(0, -1).reduce((sum, each) => sum + each + gap, 0);
  const room = columns === undefined ? Infinity : Math.max(8, columns - taken);
  const shown = cells.map((row) => [
    ...row.slice(0, -1),
    { ...row.at(-1), text: textOfLine(truncate(line(row.at(-1)?.text ?? ''), room)) },
  ]);
  return layOut(shown, { width: Infinity, indent: 0 })
    .map((each) => `${each}\n`)
    .join('');
}

function stateOf({ manifest, installed, isNewer, isListed, distributions }: AgentRow): string {
  if (installed !== undefined && !isListed) return 'installed, not listed';
  if (isNewer) return `${exactLine(installed ?? '')} installed`;
  if (installed !== undefined)
    return installed === manifest.version ? 'installed' : `${exactLine(installed)} installed`;
  return distributions.length === 0 ? 'not for this system' : '';
}
