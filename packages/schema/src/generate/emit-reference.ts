/** Writes `docs/reference`: one page per area, readable by a person. */
import type { Area, Field, FieldLine, Gate, Method, Presence, Shape, Surface, TypeExpression } from './model.ts';
import { receivedOnly } from './source-text.ts';

/** The pages by path. */
export function emitReference(areas: readonly Area[], surfaces: readonly Surface[]): Map<string, string> {
  const full = surfaces.filter((surface) => surface.unstable);
  const pages = new Map<string, string>();
  const homes = new Map<string, string>();
  for (const surface of full) for (const shape of surface.shapes.values()) homes.set(shape.name, pageName(shape.area));
  for (const area of areas) pages.set(`docs/reference/${pageName(area.file)}`, new Page(area, full, homes).write());
  pages.set('docs/reference/index.md', index(areas, full));
  return pages;
}

const pageName = (file: string): string => file.replace(/\.acp$/u, '.md');
const cell = (text: string): string => text.replaceAll('|', '\\|');

const legend = `## How to read a page

- \`*\` marks a field that must be sent; every other one may be left out. Any object may also carry \`_meta\`, free-form metadata, which is not listed.
- **(v1, v2 draft)** after a description names the versions that have it. \`unstable\` is what only the official unstable schema has, \`draft\` what neither official schema has; both are imported from \`/unstable\`.
- **gate** is what must have been advertised before the method may be called, and by which side (\`agent: …\`, \`client: …\`); without one it may always be called. **errors** are the codes to expect.
- **Malformed: dropped**, **Malformed entries: skipped** and **Null: absent** say what a receiver does with a bad value instead of refusing the message. Where nothing is said, it refuses the message.
- **Also accepted as**, **Older peers leave it out** and **Received, never sent** are what a receiver takes beyond what we send.
`;

function index(areas: readonly Area[], surfaces: readonly Surface[]): string {
  const rows = areas.map((area) => {
    const names = [
      ...new Set(
        surfaces.flatMap((surface) =>
          surface.methods.filter((each) => each.area === area.file).map((each) => `\`${each.name}\``),
        ),
      ),
    ];
    return `| [${area.title}](${pageName(area.file)}) | ${cell(area.doc)} | ${names.join(', ')} |\n`;
  });
  return `# The protocol\n\nGenerated from the definitions in \`packages/schema\`; the same facts as the types and validators.\n\n${legend}\n## Areas\n\n| area | what it is | methods |\n|---|---|---|\n${rows.join('')}`;
}

class Page {
  readonly #area: Area;
  readonly #surfaces: readonly Surface[];
  readonly #homes: ReadonlyMap<string, string>;

  constructor(area: Area, surfaces: readonly Surface[], homes: ReadonlyMap<string, string>) {
    this.#area = area;
    this.#surfaces = surfaces;
    this.#homes = homes;
  }

  write(): string {
    const help = '[How to read this page](index.md#how-to-read-a-page)';
    const parts = [`# ${this.#area.title}\n\n${this.#area.doc} ${help}.\n`];
    const methods = this.#methods();
    if (methods !== '') parts.push(`## Methods\n\n${methods}`);
    const errors = this.#errors();
    if (errors !== '') parts.push(`## Error codes\n\n${errors}`);
    const types = this.#types();
    if (types !== '') parts.push(`## Types\n\n${types}`);
    return `${parts.join('\n').trimEnd()}\n`;
  }

  #methods(): string {
    const names = [...new Set(this.#area.methods.map((method) => method.name))];
    return names.map((name) => this.#method(name)).join('\n');
  }

  #method(name: string): string {
    const found = this.#surfaces.flatMap((surface) =>
      surface.methods.filter((each) => each.name === name).map((method) => ({ surface, method })),
    );
    const [first] = found;
    if (first === undefined) return '';
    const rows = found.map(
      ({ surface, method }) =>
        `| v${surface.version} | ${method.stability} | ${cell(this.#link(method.params))} | ${cell(this.#link(method.result))} | ${cell(gateText(method.gate))} | ${method.errors.join(', ')} |\n`,
    );
    return `### \`${name}\`\n\n${first.method.doc} ${directionText(first.method)}\n\n| version | stability | params | result | gate | errors |\n|---|---|---|---|---|---|\n${rows.join('')}`;
  }

  #errors(): string {
    if (this.#area.errors.length === 0) return '';
    const rows = this.#area.errors.map(
      (error) => `| ${error.code} | ${error.title} | ${presenceText(error.presence)} | ${cell(error.doc)} |\n`,
    );
    return `| code | title | where | meaning |\n|---|---|---|---|\n${rows.join('')}`;
  }

  #types(): string {
    const names = [...new Set(this.#area.definitions.map((definition) => definition.name))];
    return names
      .map((name) => this.#type(name))
      .filter((text) => text !== '')
      .join('\n');
  }

  #type(name: string): string {
    const views = this.#surfaces.flatMap((surface) => {
      const shape = surface.shapes.get(name);
      return shape === undefined || shape.area !== this.#area.file ? [] : [{ version: surface.version, shape }];
    });
    const [first] = views;
    if (first === undefined) return '';
    const where = views
      .map(({ version, shape }) => `v${version}${shape.stability === 'stable' ? '' : ` ${shape.stability}`}`)
      .join(', ');
    const bodies = views.map(({ version, shape }) => ({ version, text: this.#shape(shape) }));
    const same = bodies.every(({ text }) => text === bodies[0]?.text);
    const body = same
      ? (bodies[0]?.text ?? '')
      : bodies.map(({ version, text }) => `In v${version}:\n\n${text}`).join('\n');
    return `### \`${name}\`\n\n${first.shape.doc} (${where})\n\n${body}`;
  }

  #shape(shape: Shape): string {
    switch (shape.kind) {
      case 'scalar':
        return `${this.#typeText(shape.type)}\n`;
      case 'enum': {
        const rows = shape.values.map(
          (each) => `| \`${each.value}\` | ${cell(each.doc)}${each.accepted ? ` ${receivedOnly}` : ''} |\n`,
        );
        return `| value | meaning |\n|---|---|\n${rows.join('')}${shape.open ? '\nOpen: other values arrive and are kept; custom ones begin with `_`.\n' : ''}`;
      }
      case 'choice': {
        const rows = shape.alternatives.map(
          (each) => `- ${this.#typeText(each.type)}${each.doc === '' ? '' : `: ${each.doc}`}\n`,
        );
        return `${shape.exactlyOne ? 'Exactly one of' : 'One of'}:\n\n${rows.join('')}`;
      }
      case 'object': {
        if (shape.fields.length === 0 && shape.choices.length === 0) return 'No fields of its own.\n';
        const choices = shape.choices.map((choice) => `\nAnd the fields of ${this.#link(choice)}.\n`);
        const needs = shape.needs.map(
          (names) => `\nAt least one of ${names.map((name) => `\`${name}\``).join(', ')} must be present.\n`,
        );
        return `${this.#fields(shape.fields)}${choices.join('')}${needs.join('')}`;
      }
      case 'union': {
        const rows = shape.variants.map(
          (variant) =>
            `| ${tagText(variant.tag, variant.mode)} | ${this.#link(variant.type)} | ${cell(variant.doc)}${variant.aliases.length === 0 ? '' : ` ${aliasText(variant.aliases)}`}${variant.stability === 'stable' ? '' : ` (${variant.stability})`} |\n`,
        );
        const shared = shape.shared.length === 0 ? '' : `Shared fields:\n\n${this.#fields(shape.shared)}\n`;
        const open =
          shape.open === undefined
            ? ''
            : `\nOpen: variants with another \`${shape.key}\` arrive and are kept${shape.open.type === undefined ? '' : `, with the fields of ${this.#link(shape.open.type)}`}.\n`;
        const refused =
          shape.refused.length === 0
            ? ''
            : `\nRefused:\n\n${shape.refused.map(({ tag, doc }) => `- \`${tag}\`: ${doc}\n`).join('')}`;
        return `${shared}| \`${shape.key}\` | fields | meaning |\n|---|---|---|\n${rows.join('')}${open}${refused}`;
      }
      default:
        throw new Error(`unknown shape ${JSON.stringify(shape satisfies never)}`);
    }
  }

  #fields(fields: readonly Field[]): string {
    if (fields.length === 0) return '';
    const rows = fields.map(
      (field) =>
        `| \`${field.name}\`${field.optional ? '' : ' *'} | ${cell(this.#typeText(field.type))} | ${cell(field.doc)}${notes(field)} |\n`,
    );
    return `| field | type | meaning |\n|---|---|---|\n${rows.join('')}`;
  }

  #typeText(type: TypeExpression): string {
    switch (type.kind) {
      case 'reference':
        return this.#link(type.name);
      case 'list':
        return `list of ${this.#typeText(type.of)}${type.min > 0 ? `, at least ${type.min}` : ''}`;
      case 'map':
        return type.of.kind === 'any' ? 'object' : `map of ${this.#typeText(type.of)}`;
      case 'nullable':
        return `${this.#typeText(type.of)} or null`;
      case 'literal':
        return `\`"${type.value}"\``;
      case 'integer':
        return type.min === undefined ? type.size : `${type.size}, at least ${type.min}`;
      case 'number':
        return type.max === undefined ? 'number' : `number from ${type.min} to ${type.max}`;
      case 'string':
        return `string${type.format === undefined ? '' : ` (${type.format})`}${type.min === undefined ? '' : ', not empty'}${type.pattern === undefined ? '' : ` matching \`${type.pattern}\``}`;
      case 'bool':
        return 'boolean';
      case 'any':
      case 'null':
        return type.kind;
      default:
        throw new Error(`unknown type ${JSON.stringify(type satisfies never)}`);
    }
  }

  #link(name: string | undefined): string {
    if (name === undefined) return '';
    const home = this.#homes.get(name);
    return home === undefined
      ? `\`${name}\``
      : `[${name}](${home === pageName(this.#area.file) ? '' : home}#${name.toLowerCase()})`;
  }
}

function notes(field: Field | FieldLine): string {
  const parts: string[] = [];
  if (field.default !== undefined) parts.push(`Default \`${JSON.stringify(field.default)}\`.`);
  if (field.drop) parts.push('Malformed: dropped.');
  if (field.skip) parts.push('Malformed entries: skipped.');
  if (field.nullIsAbsent) parts.push('Null: absent.');
  if (field.aliases.length > 0) parts.push(aliasText(field.aliases));
  if (field.mayBeAbsent) parts.push('Older peers leave it out.');
  if ('stability' in field && field.stability !== 'stable') parts.push(`(${field.stability})`);
  return parts.length === 0 ? '' : ` ${parts.join(' ')}`;
}

const aliasText = (aliases: readonly string[]): string =>
  `Also accepted as ${aliases.map((each) => `\`${each}\``).join(', ')}.`;

function tagText(tag: string, mode: string): string {
  if (mode === 'none') return '(no tag)';
  return mode === 'optional' ? `\`${tag}\` or no tag` : `\`${tag}\``;
}

function presenceText(presence: Presence | undefined): string {
  if (presence === undefined) return 'v1, v2';
  return ([1, 2] as const)
    .flatMap((version) =>
      presence[version] === undefined
        ? []
        : [`v${version}${presence[version] === 'stable' ? '' : ` ${presence[version]}`}`],
    )
    .join(', ');
}

/** A gate in words. */
function gateText(gate: Gate | undefined): string {
  if (gate === undefined) return '';
  switch (gate.kind) {
    case 'capability':
      return `${gate.side}: ${gate.paths.map((path) => `\`${path}\``).join(' or ')}`;
    case 'list':
      return `\`${gate.field}\` not empty`;
    case 'session':
      return `\`${gate.field}\` in the session response`;
    case 'entity':
      return `\`${gate.field}\``;
    default:
      throw new Error(`unknown gate ${JSON.stringify(gate satisfies never)}`);
  }
}

function directionText(method: Method): string {
  const words = { request: 'Request', notification: 'Notification', message: 'Request or notification' }[method.kind];
  const [from, to] = method.direction.split('>');
  if (to !== undefined) return `${words} from ${from} to ${to}.`;
  return method.direction === 'both' ? `${words} in both directions.` : `${words} between conductor and proxy.`;
}
