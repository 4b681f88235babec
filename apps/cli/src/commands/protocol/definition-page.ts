/** One definition in full, and what uses it. */
import { mentionedIn, type ProtocolVersion } from '@acp-stack/trace';

import { block } from '../../terminal/columns.ts';
import type { Palette } from '../../terminal/palette.ts';
import type { Catalogue, DefinitionEntry } from './catalogue.ts';
import { definitionLines, footnote } from './definition-lines.ts';
import { documentationOf } from './type-text.ts';
import { versionSections } from './version-sections.ts';

/** The lines of the page. */
export function definitionPageLines(
  catalogue: Catalogue,
  definition: DefinitionEntry,
  palette: Palette,
  width: number,
): string[] {
  const { name, versions } = definition;
  const [first] = versions.values();
  const where = [...versions].map(([version, schema]) => `v${version} ${schema['x-stability'] ?? 'stable'}`);
  const sections = [...versions].map(([version, schema]) => {
    const document = catalogue.documents.get(version);
    const view = document && { document, palette, width };
    return { version, lines: view === undefined ? [] : ['', ...definitionLines(view, schema, 2)] };
  });
  const users = usersOf(catalogue, name);
  return [
    `${palette.bold(name)}  ${where.join(', ')}`,
    ...block(documentationOf(first), 0, width),
    ...versionSections(sections, palette),
    ...(users.length === 0 ? [] : ['', ...block(`Used by ${users.join(', ')}.`, 0, width)]),
    '',
    palette.dim(footnote),
  ];
}

/** The methods and definitions that use `name`, with the version if not all of them do. */
function usersOf({ documents }: Catalogue, name: string): string[] {
  const users = new Map<string, ProtocolVersion[]>();
  for (const [version, document] of documents) {
    for (const [user, schema] of [...Object.entries(document['x-methods']), ...Object.entries(document.$defs)]) {
      if (user === name || !mentionedIn(schema).includes(name)) continue;
      users.set(user, [...(users.get(user) ?? []), version]);
    }
  }
  return [...users].map(([user, versions]) =>
    versions.length === documents.size ? user : `${user} (v${versions.join(', v')})`,
  );
}
