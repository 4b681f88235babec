/**
 * Reads one file of the notation (see `../definitions/README.md`).
 *
 * Every error begins with its file and line. Nothing is guessed: a line that matches no rule is an error.
 */
import type {
  AcceptLine,
  Area,
  Body,
  Definition,
  Direction,
  ErrorLine,
  FieldLine,
  Gate,
  MethodKind,
  MethodLine,
  OpenLine,
  Presence,
  Stability,
  TagMode,
  TypeExpression,
  ValueLine,
  VariantLine,
  Version,
} from './model.ts';
import { parseType } from './parse-type.ts';

interface Line {
  readonly file: string;
  readonly number: number;
  readonly indent: number;
  /** Without marks and documentation. */
  readonly text: string;
  readonly doc: string;
  readonly presence: Presence | undefined;
  readonly tolerances: ReadonlySet<string>;
  readonly aliases: readonly string[];
  readonly mayBeAbsent: boolean;
}

interface Node extends Line {
  readonly children: readonly Node[];
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer E)[] ? E[] : T[K] };

const directions = new Set(['client>agent', 'agent>client', 'both', 'conductor>proxy', 'proxy']);

/** Parses the text of `file`. Throws an Error that says where and why. */
export function parseArea(file: string, text: string): Area {
  const area: Mutable<Area> = { file, title: '', doc: '', definitions: [], methods: [], errors: [] };
  for (const node of readTree(file, text)) readTopLevel(area, node);
  if (area.title === '') throw new Error(`${file}:1: the first line must be "area Title"`);
  return area;
}

/** The error of one line. */
const errorAt = (line: Pick<Line, 'file' | 'number'>, message: string, options?: ErrorOptions): Error =>
  new Error(`${line.file}:${line.number}: ${message}`, options);

/** Returns what `read` returns; an error that it throws becomes an error of `line`. */
function readAt<T>(line: Pick<Line, 'file' | 'number'>, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw errorAt(line, error instanceof Error ? error.message : String(error), { cause: error });
  }
}

const readType = (line: Line, text: string): TypeExpression => readAt(line, () => parseType(text));

// ---------------------------------------------------------------------------------------------- lines

function readTree(file: string, text: string): Node[] {
  const roots: Node[] = [];
  const stack: { indent: number; children: Node[] }[] = [{ indent: -1, children: roots }];
  for (const [index, raw] of text.split('\n').entries()) {
    if (raw.trim() === '' || raw.startsWith('#')) continue;
    const place = { file, number: index + 1 };
    const line = { ...place, ...readAt(place, () => readLine(raw)) };
    while ((stack.at(-1)?.indent ?? -1) >= line.indent) stack.pop();
    const children: Node[] = [];
    stack.at(-1)?.children.push({ ...line, children });
    stack.push({ indent: line.indent, children });
  }
  return roots;
}

function readLine(raw: string): Omit<Line, 'file' | 'number'> {
  const indent = raw.length - raw.trimStart().length;
  if (indent % 2 !== 0 || raw.includes('\t')) throw new Error('indent with two spaces');
  const split = / +# /u.exec(raw);
  const doc = split === null ? '' : readDoc(raw.slice(split.index + split[0].length));
  let text = (split === null ? raw : raw.slice(0, split.index)).trim();
  const marks: string[] = [];
  const tolerances = new Set<string>();
  const aliases: string[] = [];
  let mayBeAbsent = false;
  text = text
    .replaceAll(/ \(may be absent\)/gu, () => {
      mayBeAbsent = true;
      return '';
    })
    .replaceAll(/ \(or ([^)]+)\)/gu, (_, alias: string) => {
      aliases.push(...alias.split(',').map((each) => each.trim()));
      return '';
    })
    .replaceAll(/ +@(\S+)/gu, (_, mark: string) => {
      marks.push(mark);
      return '';
    })
    .replaceAll(/ +~(\w+)/gu, (_, mark: string) => {
      if (!['drop', 'skip', 'null'].includes(mark)) throw new Error(`unknown tolerance ~${mark}`);
      tolerances.add(mark);
      return '';
    });
  return {
    indent,
    text: text.trim(),
    doc,
    presence: readPresence(marks),
    tolerances,
    aliases,
    mayBeAbsent,
  };
}

/** Requirement ids are for readers of the definitions; hover texts and pages do not have them. */
function readDoc(text: string): string {
  return text
    .trim()
    .replaceAll(/ \((?:[A-Z0-9]+-\d+[a-z]?(?:, |; )?)+\)/gu, '')
    .replaceAll(/ +\.$/gu, '.');
}

function readPresence(marks: readonly string[]): Presence | undefined {
  if (marks.length === 0) return undefined;
  const presence: Partial<Record<Version, Stability | 'accepted'>> = {};
  for (const mark of marks) {
    const match = /^(?:v([12]))?:?(unstable|draft|accepted)?$/u.exec(mark);
    if (match === null || mark === '') throw new Error(`unknown mark @${mark}`);
    const stability = (match[2] ?? 'stable') as Stability | 'accepted';
    const versions: Version[] = match[1] === undefined ? [1, 2] : [Number(match[1]) as Version];
    for (const version of versions) presence[version] = stability;
  }
  return presence;
}

// ---------------------------------------------------------------------------------------------- definitions

function readTopLevel(area: Mutable<Area>, node: Node): void {
  const [word = '', ...rest] = node.text.split(/\s+/u);
  const stated = { doc: node.doc, presence: node.presence, line: node.number };
  switch (word) {
    case 'area':
      area.title = rest.join(' ');
      area.doc = node.doc;
      return;
    case 'scalar':
    case 'enum':
    case 'object':
    case 'union':
    case 'choice':
      area.definitions.push(readDefinition(area.file, word, node));
      return;
    case 'request':
    case 'notification':
    case 'message':
      readMethod(area, word, node);
      return;
    case 'error': {
      const match = /^error (-?\d+) (\w+) "([^"]+)"$/u.exec(node.text);
      if (match === null) throw errorAt(node, 'expected: error code name "Title"');
      const [, code, name = '', title = ''] = match;
      area.errors.push({ ...stated, code: Number(code), name, title } satisfies ErrorLine);
      return;
    }
    default:
      throw errorAt(node, `"${word}" begins no definition`);
  }
}

function readDefinition(area: string, word: 'scalar' | 'enum' | 'object' | 'union' | 'choice', node: Node): Definition {
  const match = /^\w+ ([A-Z][A-Za-z0-9]*)(.*)$/u.exec(node.text);
  if (match === null) throw errorAt(node, `"${node.text}" names nothing`);
  const [, name = '', tail = ''] = match;
  const named = { name, area, doc: node.doc, presence: node.presence, line: node.number };
  switch (word) {
    case 'scalar':
      return { ...named, kind: 'scalar', type: readType(node, tail.replace(/^ *= */u, '')) };
    case 'enum':
      return { ...named, kind: 'enum', ...readValues(node.children) };
    case 'object':
      return { ...named, kind: 'object', body: readBody(node.children, false), implicit: false };
    case 'union':
      return { ...named, kind: 'union', ...readKey(node, tail), body: readBody(node.children, true) };
    case 'choice':
      return {
        ...named,
        kind: 'choice',
        exactlyOne: tail.trim() === 'exactly-one',
        alternatives: node.children.map((child) => ({
          type: readType(child, child.text),
          doc: child.doc,
          presence: child.presence,
          line: child.number,
        })),
      };
    default:
      throw errorAt(node, `"${String(word satisfies never)}" begins no definition`);
  }
}

function readKey(node: Node, tail: string): { key: string; keyOptional: boolean } {
  const match = /^ by (\w+)(\??)$/u.exec(tail);
  if (match?.[1] === undefined) throw errorAt(node, 'expected "by key"');
  return { key: match[1], keyOptional: match[2] === '?' };
}

function readValues(nodes: readonly Node[]): { values: ValueLine[]; open: OpenLine[] } {
  const values: ValueLine[] = [];
  const open: OpenLine[] = [];
  for (const node of nodes) {
    const stated = { doc: node.doc, presence: node.presence, line: node.number };
    if (node.text === '*') open.push({ ...stated, type: undefined });
    else if (/^[\w-]+$/u.test(node.text)) values.push({ ...stated, value: node.text });
    else throw errorAt(node, `"${node.text}" is not a value`);
  }
  return { values, open };
}

function readBody(nodes: readonly Node[], isUnion: boolean): Body {
  const body: Mutable<Body> = {
    fields: [],
    includes: [],
    shared: [],
    variants: [],
    open: [],
    refused: [],
    accepts: [],
    needs: [],
  };
  for (const node of nodes) {
    const stated = { doc: node.doc, presence: node.presence, line: node.number };
    const accept = /^accept ([\w-]+)(?: when (.+))?$/u.exec(node.text);
    const open = /^\*(?:: (\w+))?$/u.exec(node.text);
    if (accept?.[1] !== undefined) {
      const when = accept[2]?.split(',').map((key) => key.trim()) ?? [];
      body.accepts.push({ ...stated, rule: accept[1], when } satisfies AcceptLine);
    } else if (node.text.startsWith('needs ')) body.needs.push({ ...stated, names: node.text.slice(6).split(' or ') });
    else if (node.text.startsWith('& ')) body.includes.push({ ...stated, name: node.text.slice(2).trim() });
    else if (node.text.startsWith('+ ')) body.shared.push(readField(node, node.text.slice(2)));
    else if (!isUnion) body.fields.push(readField(node, node.text));
    else if (open !== null) body.open.push({ ...stated, type: open[1] });
    else if (node.text.startsWith('!')) body.refused.push({ ...stated, value: node.text.slice(1) });
    else body.variants.push(readVariant(node));
  }
  return body;
}

function readField(node: Node, text: string): FieldLine {
  const match = /^([\w$-]+)(\?)?: (.+?)(?: = (.+))?$/u.exec(text);
  if (match === null) throw errorAt(node, `cannot read the field "${text}"`);
  const [, name = '', question, type = '', fallback] = match;
  return {
    doc: node.doc,
    presence: node.presence,
    line: node.number,
    name,
    type: readType(node, type),
    optional: question !== undefined,
    mayBeAbsent: node.mayBeAbsent,
    default: fallback === undefined ? undefined : readDefault(node, fallback),
    drop: node.tolerances.has('drop'),
    skip: node.tolerances.has('skip'),
    nullIsAbsent: node.tolerances.has('null'),
    aliases: node.aliases,
  };
}

/** The default of a field, which is written as JSON. */
function readDefault(node: Node, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw errorAt(node, `the default "${text}" is not JSON`, { cause: error });
  }
}

const tagModes: Readonly<Record<string, TagMode>> = { '': 'required', '?': 'optional', '!': 'filled' };

function readVariant(node: Node): VariantLine {
  const match = /^([\w-]+?)([?!]?)(?:: (\w+))?$/u.exec(node.text);
  if (match === null) throw errorAt(node, `cannot read the variant "${node.text}"`);
  const [, tag = '', suffix = '', type] = match;
  const mode = tag === '-' ? 'none' : (tagModes[suffix] ?? 'required');
  return {
    doc: node.doc,
    presence: node.presence,
    line: node.number,
    tag: tag === '-' ? '' : tag,
    mode,
    aliases: node.aliases,
    type,
  };
}

// ---------------------------------------------------------------------------------------------- methods

function readMethod(area: Mutable<Area>, kind: MethodKind, node: Node): void {
  const match = /^\w+ (\S+) (\S+)$/u.exec(node.text);
  const [, name = '', direction = ''] = match ?? [];
  if (!directions.has(direction)) throw errorAt(node, `"${direction}" is not a direction`);
  const method: Mutable<MethodLine> = {
    doc: node.doc,
    presence: node.presence,
    line: node.number,
    name,
    area: area.file,
    kind,
    direction: direction as Direction,
    also: [],
    gates: [],
    errors: [],
    params: undefined,
    result: undefined,
  };
  for (const child of node.children) {
    const [word, ...rest] = child.text.split(/\s+/u);
    if (word === 'also') method.also.push(...rest);
    else if (word === 'errors') method.errors.push(...rest.map((code) => readCode(child, code)));
    else if (word === 'gate') {
      method.gates.push({
        gate: readGate(child, rest.join(' ')),
        doc: child.doc,
        presence: child.presence,
        line: child.number,
      });
    } else if (word === 'params') method.params = readPayload(area, node, child);
    else if (word === 'result') method.result = readPayload(area, node, child);
    else throw errorAt(child, `"${child.text}" is not part of a method`);
  }
  area.methods.push(method);
}

/** The params or result of a method; defines the named object, or uses the one defined elsewhere. */
function readPayload(area: Mutable<Area>, method: Node, node: Node): string | undefined {
  const match = /^\w+ (\w+)( by \w+\??)?$/u.exec(node.text);
  if (match?.[1] === undefined) throw errorAt(node, `cannot read "${node.text}"`);
  const [, name, key] = match;
  if (name === 'none') return undefined;
  const presence = node.presence ?? method.presence;
  const named = { name, area: area.file, doc: node.doc, presence, line: node.number };
  if (key !== undefined) {
    area.definitions.push({ ...named, kind: 'union', ...readKey(node, key), body: readBody(node.children, true) });
  } else {
    const implicit = node.children.length === 0;
    area.definitions.push({ ...named, kind: 'object', body: readBody(node.children, false), implicit });
  }
  return name;
}

function readCode(node: Node, text: string): number {
  if (!/^-?\d+$/u.test(text)) throw errorAt(node, `"${text}" is not an error code`);
  return Number(text);
}

function readGate(node: Node, text: string): Gate {
  const [word, ...rest] = text.split(' ');
  const tail = rest.join(' ');
  if (word === 'agent' || word === 'client') return { kind: 'capability', side: word, paths: tail.split(' or ') };
  if (word === 'list' || word === 'session' || word === 'entity') return { kind: word, field: tail };
  throw errorAt(node, `cannot read the gate "${text}"`);
}
