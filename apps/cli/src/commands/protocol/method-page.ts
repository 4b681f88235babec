/** The page of one method: its purpose, its errors, and its messages in each version. */
import type { MethodKind } from '@acp-stack/schema';
import {
  hiddenResultTypes,
  type JsonSchema,
  mentionedIn,
  type MethodFacts,
  type ProtocolVersion,
  referenceName,
  shapeOf,
} from '@acp-stack/trace';

import { block, layOut } from '../../terminal/columns.ts';
import type { Palette } from '../../terminal/palette.ts';
import { factsOf, type Catalogue, type MethodEntry } from './catalogue.ts';
import { definitionLines, footnote, mark, type View } from './definition-lines.ts';
import { exampleMessages } from './example-message.ts';
import { directionText, documentationOf, gateText } from './type-text.ts';
import { versionSections } from './version-sections.ts';

const kinds: Readonly<Record<MethodKind, string>> = {
  request: 'request',
  notification: 'notification',
  message: 'request or notification',
};

/** The lines of the page. */
export function methodPageLines(catalogue: Catalogue, method: MethodEntry, palette: Palette, width: number): string[] {
  const facts = factsOf(method);
  const aliases = facts.also ?? [];
  return [
    `${palette.bold(method.name)}  ${kinds[facts.kind]}, ${directionText(facts.direction)}`,
    ...block(documentationOf(facts), 0, width),
    '',
    ...[...method.versions].flatMap(([version, each]) => block(availabilityText(version, each), 0, width)),
    ...(aliases.length === 0 ? [] : [`Also accepted as ${aliases.join(', ')}.`]),
    ...errorLines(catalogue, method, width),
    ...versionSections(
      [...method.versions].map(([version, each]) => {
        const document = catalogue.documents.get(version);
        if (document === undefined) return { version, lines: [] };
        const view = { document, palette, width };
        return { version, lines: [...messageLines(view, each), ...exampleLines(view, method, version)] };
      }),
      palette,
    ),
    '',
    palette.dim(footnote),
  ];
}

function availabilityText(version: ProtocolVersion, { stability, gate }: MethodFacts): string {
  return `v${version}: ${stability}${gate === undefined ? '' : `, ${gateText(gate)}`}.`;
}

function errorLines(catalogue: Catalogue, method: MethodEntry, width: number): string[] {
  const codes = new Set([...method.versions.values()].flatMap((facts) => facts.errors ?? []));
  const rows = [...codes].flatMap((code) => {
    const found = [...catalogue.documents].flatMap(([version, document]) => {
      const error = document['x-errors'][code];
      return error === undefined ? [] : [{ version, error }];
    });
    const [first] = found;
    if (first === undefined) return [];
    const versionNote = found.length < catalogue.documents.size ? ` (v${first.version})` : '';
    const { title, description, stability } = first.error;
    return [
      [
        { text: String(code) },
        { text: `${title}${versionNote}${mark(stability, 'stable')}: ${documentationOf({ description })}` },
      ],
    ];
  });
  return rows.length === 0 ? [] : ['', 'Errors', ...layOut(rows, { width, indent: 2 })];
}

/** Params and result, then the definitions that they use, one level deep. */
function messageLines(view: View, { params, result }: MethodFacts): string[] {
  const parts = [
    { title: 'params', schema: params },
    { title: 'result', schema: result },
  ].flatMap(({ title, schema }) => (schema?.$ref === undefined ? [] : [{ title, name: referenceName(schema.$ref) }]));
  const shown = new Set(parts.map(({ name }) => name));
  const mentioned = new Set<string>();
  const lines: string[] = [];
  for (const { title, name } of parts) {
    lines.push('', ...sectionLines(view, name, `${title} ${name}`));
    for (const used of mentionedIn(view.document.$defs[name] ?? {})) mentioned.add(used);
  }
  for (const hidden of hiddenResultTypes(result)) mentioned.add(hidden);
  const ownSections = [...mentioned].filter((name) => !shown.has(name) && needsSection(view, name));
  for (const name of ownSections) {
    shown.add(name);
    lines.push('', ...sectionLines(view, name, name));
  }
  return [...lines, ...unshownLines(view, shown)];
}

/** The definition `name` under a heading that begins with `title`. */
function sectionLines(view: View, name: string, title: string): string[] {
  const schema: JsonSchema = view.document.$defs[name] ?? {};
  const [firstLine = '', ...rest] = block(`${title}: ${documentationOf(schema)}`, 0, view.width);
  const heading = firstLine.startsWith(title) ? view.palette.bold(title) + firstLine.slice(title.length) : firstLine;
  return [heading, ...rest, ...definitionLines(view, schema, 2)];
}

/** Whether a definition needs its own section: scalars and empty objects do not. */
function needsSection(view: View, name: string): boolean {
  const schema = view.document.$defs[name];
  if (schema === undefined) return false;
  const shape = shapeOf(schema);
  return shape.kind !== 'scalar' && !(shape.kind === 'object' && shape.fields.length === 0);
}

/** The definitions that are used but not shown on this page. */
function unshownLines(view: View, shown: ReadonlySet<string>): string[] {
  const names = [...shown]
    .flatMap((name) => mentionedIn(view.document.$defs[name] ?? {}))
    .filter((name) => !shown.has(name) && needsSection(view, name));
  if (names.length === 0) return [];
  return ['', ...block(`More: acp protocol <name> for ${[...new Set(names)].join(', ')}.`, 0, view.width)];
}

function exampleLines({ document, palette }: View, method: MethodEntry, version: ProtocolVersion): string[] {
  const { call, response } = exampleMessages(method, version, document);
  const messages = response === undefined ? [call] : [call, response];
  return ['', palette.bold('Smallest example'), ...messages.map((message) => `  ${JSON.stringify(message)}`)];
}
