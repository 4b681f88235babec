/** The page of a door: every name that it exports, with its sentence, its signature and its members. */
import {
  type Comment,
  type CommentDisplayPart,
  type DeclarationReflection,
  Reflection,
  ReflectionKind,
  type SignatureReflection,
} from 'typedoc';

import { placesIn, signatureText, typeParametersText, typeText, type PlaceOf } from './type-text.ts';

/** What a page needs besides what it describes. */
export interface PageSetting {
  /** What a program imports, such as `@acp-stack/http/node`. */
  readonly name: string;
  /** What the package is for, and the page that shows how to use it. */
  readonly description: string;
  readonly packagePage: string | undefined;
  /** The place of a reflection, seen from this page. */
  readonly placeOf: PlaceOf;
  /** The id of a heading of this page. */
  readonly idOf: (export_: DeclarationReflection) => string;
}

const groups: readonly (readonly [title: string, kinds: ReflectionKind])[] = [
  ['Functions', ReflectionKind.Function],
  ['Values', ReflectionKind.Variable],
  ['Classes', ReflectionKind.Class],
  ['Interfaces', ReflectionKind.Interface],
  ['Types', ReflectionKind.TypeAlias],
  ['From other packages', ReflectionKind.Reference],
];

/** The text of the page of a door whose exports are those of `module`. */
export function doorPage(module: DeclarationReflection, setting: PageSetting): string {
  const sections = groups.flatMap(([title, kinds]) => {
    const members = (module.children ?? []).filter(({ kind }) => kind === kinds);
    if (members.length === 0) return [];
    return [`## ${title}`, ...members.map((each) => exportSection(each, setting))];
  });
  return [`# ${setting.name}`, introduction(setting), commentText(module.comment, setting.placeOf), ...sections]
    .filter((each) => each !== '')
    .join('\n\n')
    .concat('\n');
}

function introduction({ name, description, packagePage }: PageSetting): string {
  if (packagePage === undefined) return description;
  const [scope, folder] = name.split('/');
  return `${description} [${scope}/${folder}](${packagePage}) shows how to use it.`;
}

function exportSection(export_: DeclarationReflection, setting: PageSetting): string {
  const heading = `### ${export_.name} {#${setting.idOf(export_)}}`;
  const places = placesIn(export_, setting.placeOf);
  if (export_.kindOf(ReflectionKind.Function)) {
    const signatures = (export_.signatures ?? []).flatMap((signature) => [
      typeBlock(`${export_.name}${signatureText(signature)}`, places),
      commentText(signature.comment, setting.placeOf),
    ]);
    return joined([heading, ...signatures]);
  }
  const comment = commentText(export_.comment, setting.placeOf);
  if (export_.kindOf(ReflectionKind.Reference))
    return joined([heading, typeBlock(export_.name, referencedPlace(export_, setting))]);
  if (export_.kindOf(ReflectionKind.Variable)) {
    return joined([heading, typeBlock(`const ${export_.name}: ${typeText(export_.type)}`, places), comment]);
  }
  if (export_.kindOf(ReflectionKind.TypeAlias)) {
    const parameters = typeParametersText(export_.typeParameters);
    return joined([
      heading,
      typeBlock(`type ${export_.name}${parameters} = ${typeText(export_.type)}`, places),
      comment,
    ]);
  }
  const kind = export_.kindOf(ReflectionKind.Class) ? 'class' : 'interface';
  const title = `${kind} ${export_.name}${typeParametersText(export_.typeParameters)}${heritageText(export_)}`;
  return joined([heading, typeBlock(title, places), comment, membersTable(export_, setting, places)]);
}

function referencedPlace(export_: DeclarationReflection, { placeOf }: PageSetting): ReadonlyMap<string, string> {
  const target =
    'tryGetTargetReflectionDeep' in export_ && typeof export_.tryGetTargetReflectionDeep === 'function'
      ? (export_.tryGetTargetReflectionDeep() as unknown)
      : undefined;
  const place = target instanceof Reflection ? placeOf(target) : undefined;
  return place === undefined ? new Map<string, string>() : new Map([[export_.name, place]]);
}

function heritageText({ extendedTypes = [], implementedTypes = [] }: DeclarationReflection): string {
  const extended = extendedTypes.length === 0 ? '' : ` extends ${extendedTypes.map(typeText).join(', ')}`;
  return extended + (implementedTypes.length === 0 ? '' : ` implements ${implementedTypes.map(typeText).join(', ')}`);
}

/** The members of a class or interface; inherited ones are at the type that they come from. */
function membersTable(
  owner: DeclarationReflection,
  { placeOf }: PageSetting,
  places: ReadonlyMap<string, string>,
): string {
  const rows = (owner.children ?? [])
    .filter(({ inheritedFrom }) => inheritedFrom === undefined)
    .flatMap((member) => {
      const { signatures, getSignature, setSignature, flags, name, type } = member;
      const label = `${flags.isStatic ? 'static ' : ''}${name}${flags.isOptional ? '?' : ''}`;
      if (signatures !== undefined) {
        return signatures.map((each) =>
          memberRow(member.kindOf(ReflectionKind.Constructor) ? 'new ' + owner.name : label, signatureText(each), each),
        );
      }
      return [
        memberRow(
          label,
          `: ${typeText(getSignature?.type ?? setSignature?.parameters?.[0]?.type ?? type)}`,
          getSignature ?? setSignature ?? member,
        ),
      ];
    });
  if (rows.length === 0) return '';
  return ['| member | meaning |', '| --- | --- |', ...rows].join('\n');

  function memberRow(label: string, text: string, { comment }: DeclarationReflection | SignatureReflection): string {
    const words = commentText(comment, placeOf)
      .replaceAll(/\s*\n\s*/gu, ' ')
      .replaceAll('|', '\\|');
    return `| ${typeCode(label + text, places)} | ${words} |`;
  }
}

const joined = (parts: readonly string[]): string => parts.filter((each) => each !== '').join('\n\n');

/** Code whose names lead to where they are described. */
const typeBlock = (text: string, places: ReadonlyMap<string, string>): string =>
  `<pre class="api-type">${typeCode(text, places)}</pre>`;

function typeCode(text: string, places: ReadonlyMap<string, string>): string {
  const html = text
    .split(/(?<name>(?<!['"\w])[A-Za-z_]\w*(?!['"]))/u)
    .map((piece) => {
      const place = places.get(piece);
      return place === undefined ? escaped(piece) : `<a href="${escaped(place)}">${escaped(piece)}</a>`;
    })
    .join('');
  return `<code>${html}</code>`;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '{': '&#123;',
  '}': '&#125;',
  '|': '&#124;',
  '*': '&#42;',
  _: '&#95;',
  '`': '&#96;',
  '\\': '&#92;',
  '[': '&#91;',
  ']': '&#93;',
  '\n': ' ',
};

const escaped = (text: string): string => text.replaceAll(/[&<>"{}|*_`\\[\]\n]/gu, (each) => escapes[each] ?? each);

/** A doc comment as Markdown. */
function commentText(comment: Comment | undefined, placeOf: PlaceOf): string {
  if (comment === undefined) return '';
  const parts = [comment.summary, ...comment.blockTags.map(({ content }) => content)];
  return parts
    .map((part) => part.map((each) => partText(each, placeOf)).join(''))
    .join('\n\n')
    .trim();
}

function partText(part: CommentDisplayPart, placeOf: PlaceOf): string {
  if (part.kind !== 'inline-tag') return part.kind === 'text' ? part.text.replaceAll('<', '&lt;') : part.text;
  const place = part.target instanceof Reflection ? placeOf(part.target) : undefined;
  return place === undefined ? `\`${part.text}\`` : `<a href="${place}"><code>${escaped(part.text)}</code></a>`;
}
