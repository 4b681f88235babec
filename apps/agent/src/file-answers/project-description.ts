/** Extracts the description of a project from a README, an AGENTS.md or a manifest, with its line. */

export interface Quote {
  /** The first line, from 1. */
  readonly line: number;
  readonly lines: readonly string[];
}

const maxLines = 8;
const longestLine = 400;

/** Lines that are not sentences: badges, images, HTML tags, rules, and the underlines of headings. */
const ornament = /^\s*(?:\[!\[|!\[|<|[-=*_~]{3,}\s*$|\[[^\]]*\]:)/u;

/** The title of a page and its first paragraph; undefined if the page has no text. */
export function beginningOf(text: string): Quote | undefined {
  let title: string | undefined;
  let first: number | undefined;
  const paragraph: string[] = [];
  let fence: string | undefined;
  for (const [index, line] of text.split(/\r?\n/u).entries()) {
    const mark = /^\s*(```+|~~~+)/u.exec(line)?.[1];
    if (mark !== undefined || fence !== undefined) {
      // A code block ends a paragraph.
      if (fence === undefined) fence = mark;
      else if (mark?.startsWith(fence) === true) fence = undefined;
      if (paragraph.length > 0) break;
      continue;
    }
    const isHeading = /^#{1,6} /u.test(line);
    if (line.trim() === '' || ornament.test(line) || isHeading) {
      if (paragraph.length > 0) break;
      if (isHeading && title === undefined) {
        title = line.trim();
        first = index + 1;
      }
      continue;
    }
    first ??= index + 1;
    paragraph.push(line.trim().slice(0, longestLine));
    if (paragraph.length === maxLines) break;
  }
  const lines = [...(title === undefined ? [] : [title]), ...paragraph];
  return first === undefined ? undefined : { line: first, lines };
}

const maxScripts = 12;

export interface ManifestWishes {
  /** The name, if there is no description. */
  readonly name: boolean;
  /** The commands that it defines. */
  readonly commands: boolean;
}

/** The description of a manifest, and its commands if they are needed. */
export function manifestFacts(text: string, wishes: ManifestWishes): readonly Quote[] {
  const fields = jsonFields(text);
  const fact = (field: string, pattern: RegExp): Quote | undefined =>
    fields === undefined ? lineWith(text, pattern) : fieldOf(text, fields, field);
  const name = wishes.name ? fact('name', /^\s*(?:"?name"?\s*[:=]|module\s)/u) : undefined;
  const described = fact('description', /^\s*"?description"?\s*[:=]/u) ?? name;
  const scripts = wishes.commands && fields !== undefined ? scriptsOf(text, fields) : undefined;
  return [described, scripts].filter((quote) => quote !== undefined);
}

type Fields = Readonly<Record<string, unknown>>;

/** Undefined for another format, and for a file that was read only in part. */
function jsonFields(text: string): Fields | undefined {
  try {
    return Object(JSON.parse(text)) as Fields;
  } catch {
    return undefined;
  }
}

/** A string of a JSON manifest, however its lines are broken. */
function fieldOf(text: string, fields: Fields, field: string): Quote | undefined {
  const value = fields[field];
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const lines = text.split(/\r?\n/u);
  const named = lines.findIndex((line) => line.includes(`"${field}"`) && line.includes(JSON.stringify(value)));
  return { line: Math.max(named, 0) + 1, lines: [`"${field}": ${JSON.stringify(value)}`.slice(0, longestLine)] };
}

function lineWith(text: string, pattern: RegExp): Quote | undefined {
  const lines = text.split(/\r?\n/u);
  const index = lines.findIndex((line) => pattern.test(line));
  const found = lines[index];
  return found === undefined
    ? undefined
    : { line: index + 1, lines: [found.trim().replace(/,$/u, '').slice(0, longestLine)] };
}

function scriptsOf(text: string, { scripts }: Fields): Quote | undefined {
  const entries = Object.entries(Object(scripts) as object).filter(([, command]) => typeof command === 'string');
  const line = lineWith(text, /"scripts"\s*:/u)?.line;
  if (entries.length === 0 || line === undefined) return undefined;
  const lines = entries
    .slice(0, maxScripts)
    .map(([script, command]) => `\`npm run ${script}\`: ${String(command).slice(0, 100)}`);
  return { line, lines: lines.flatMap((each, index) => (index === 0 ? [each] : ['', each])) };
}
