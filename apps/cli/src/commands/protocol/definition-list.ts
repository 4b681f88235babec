/** Every type in one table. */
import { block, layOut } from '../../terminal/columns.ts';
import type { Palette } from '../../terminal/palette.ts';
import type { Catalogue } from './catalogue.ts';
import { stabilityCell } from './stability-cell.ts';
import { documentationOf } from './type-text.ts';

/** The lines of the list. */
export function definitionListLines(catalogue: Catalogue, palette: Palette, width: number): string[] {
  const versions = [...catalogue.documents.keys()];
  const { definitions } = catalogue;
  const header = ['type', ...versions.map((version) => `v${version}`), ''].map((text) => ({
    text,
    paint: palette.dim,
  }));
  const rows = definitions.map((definition) => {
    const [first] = definition.versions.values();
    const cells = versions.map((version) => {
      const schema = definition.versions.get(version);
      return stabilityCell(schema && (schema['x-stability'] ?? 'stable'), palette);
    });
    return [{ text: definition.name, paint: palette.cyan }, ...cells, { text: documentationOf(first) }];
  });
  return [
    palette.bold(`The Agent Client Protocol: ${definitions.length} types`),
    '',
    ...layOut([header, ...rows], { width, indent: 2 }),
    '',
    ...block('acp protocol <type> shows one in full.', 0, width),
  ];
}
