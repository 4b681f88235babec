/** Every method in one table, grouped by area. */
import type { ProtocolVersion } from '@acp-stack/trace';

import { block, type Cell, columnWidths, gap, layOutRow } from '../../terminal/columns.ts';
import type { Palette } from '../../terminal/palette.ts';
import { factsOf, type Catalogue, type MethodEntry } from './catalogue.ts';
import { stabilityCell } from './stability-cell.ts';
import { directionText, shortGateText } from './type-text.ts';

const indent = 2;
const legend = [
  'needs: the capability that the receiver must have, or the agent if "agent" stands before it.',
  'acp protocol <method> shows one in full, acp protocol --types lists the types.',
];

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
    if (facts.area !== area) lines.push('', palette.bold(catalogue.areaTitle(facts.area)));
    area = facts.area;
    const needs = needsText(method);
    const fits = needs.length <= room;
    lines.push(...layOutRow([...(rows[index] ?? []), { text: fits ? needs : '' }], columns, indent));
    if (!fits) lines.push(...block(`needs ${needs}`, below, width).map(palette.dim));
  }
  return [...lines, '', ...legend.flatMap((text) => block(text, 0, width))];
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
    ...versions.map((version) => stabilityCell(method.versions.get(version)?.stability, palette)),
  ];
}

/** The capability for all versions, or for each of them. */
function needsText({ versions }: MethodEntry): string {
  const texts = new Map([...versions].map(([version, facts]) => [version, shortGateText(facts.gate, facts.direction)]));
  const different = new Set(texts.values());
  const [only = ''] = different;
  if (different.size <= 1) return only;
  return [...texts].flatMap(([version, text]) => (text === '' ? [] : [`${text} in v${version}`])).join(', ');
}
