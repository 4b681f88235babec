/** Every method in one table, grouped by area. */
import type { Stability } from '@acp-stack/schema';

import { block, type Cell, columnWidths, gap, layOutRow } from '../terminal/columns.ts';
import type { Paint, Palette } from '../terminal/palette.ts';
import { factsOf, type Catalogue, type MethodEntry } from './catalogue.ts';
import type { ProtocolVersion } from './schema-document.ts';
import { directionText, shortGateText } from './type-text.ts';

const indent = 2;

/** The lines of the overview. */
export function overviewLines(catalogue: Catalogue, palette: Palette, width: number): string[] {
  const versions = [...catalogue.documents.keys()];
  const { methods } = catalogue;
  const header = ['method', 'direction', 'kind', ...versions.map((version) => `v${version}`), 'needs'];
  const rows = methods.map((method) => rowOf(method, versions, palette));
  const columns = columnWidths(rows);
  const room = width - columns.reduce((sum, each) => sum + each + gap, indent);
  const below = indent + (columns[0] ?? 0) + gap;

  const lines = [
    palette.bold(`The Agent Client Protocol: ${countText(methods, versions)}`),
    '',
    ...layOutRow(
      header.map((text) => ({ text, paint: palette.dim })),
      columns,
      indent,
    ),
  ];
  let area: string | undefined;
  for (const [index, method] of methods.entries()) {
    const facts = factsOf(method);
    if (facts.area !== area) lines.push('', palette.bold(areaTitle(facts.area)));
    area = facts.area;
    const needs = needsText(method);
    const fits = needs.length <= room;
    lines.push(...layOutRow([...(rows[index] ?? []), { text: fits ? needs : '' }], columns, indent));
    if (!fits) lines.push(...block(`needs ${needs}`, below, width).map(palette.dim));
  }
  const legend = 'needs: what the receiver must have advertised. acp protocol <method> shows one in full.';
  return [...lines, '', ...block(legend, 0, width)];
}

function countText(methods: readonly MethodEntry[], versions: readonly ProtocolVersion[]): string {
  const counts = versions.map((version) => {
    const stabilities = methods.flatMap((method) => method.versions.get(version)?.stability ?? []);
    return `${stabilities.length} in v${version} (${stabilities.filter((each) => each === 'stable').length} stable)`;
  });
  return `${methods.length} methods, ${counts.join(', ')}`;
}

function rowOf(method: MethodEntry, versions: readonly ProtocolVersion[], palette: Palette): Cell[] {
  const { direction, kind } = factsOf(method);
  return [
    { text: method.name, paint: palette.cyan },
    { text: directionText(direction) },
    { text: kind },
    ...versions.map((version): Cell => {
      const stability = method.versions.get(version)?.stability;
      return { text: stability ?? '–', paint: stabilityPaint(stability, palette) };
    }),
  ];
}

function stabilityPaint(stability: Stability | undefined, palette: Palette): Paint {
  if (stability === undefined) return palette.dim;
  return { stable: palette.green, unstable: palette.yellow, draft: palette.magenta }[stability];
}

/** What all versions need, or what each of them needs. */
function needsText({ versions }: MethodEntry): string {
  const texts = new Map([...versions].map(([version, facts]) => [version, shortGateText(facts.gate, facts.direction)]));
  const different = new Set(texts.values());
  const [only = ''] = different;
  if (different.size <= 1) return only;
  return [...texts].flatMap(([version, text]) => (text === '' ? [] : [`${text} in v${version}`])).join(', ');
}

const acronyms: Readonly<Record<string, string>> = { mcp: 'MCP', acp: 'ACP', json: 'JSON', rpc: 'RPC' };

/** `mcp-over-acp` as a heading. */
function areaTitle(area: string): string {
  const words = area.split('-').map((word) => acronyms[word] ?? word);
  const title = words.join(area === 'json-rpc' ? '-' : ' ');
  return title.slice(0, 1).toUpperCase() + title.slice(1);
}
