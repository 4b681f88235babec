/**
 * Reads the text of a table entry.
 *
 * The first character tells the kind; parts are separated by semicolons. A part is a name, its marks, its other names after commas,
 * and its type after a colon:
 *
 *     =string(1)                                  a scalar
 *     |full|incremental                           an enum
 *     +bool;string[]     ^Left;Right              a choice; one of which exactly one fits
 *     {sessionId;content?-/:ContentBlock[]~       an object
 *     <type;.name;text:TextContent;*              a union by `type`, with a shared field, open
 *
 * A field without a type is a string. Types end in `[]` (or `[1]`: at least one) for a list, `{}` for a map, `~` when they may be null.
 */
import type {
  AcceptedForm,
  SimpleType,
  TableEntry,
  TableField,
  TableObject,
  TableType,
  TableUnion,
  TableVariant,
} from './table.ts';

/** Marks of a field. */
const optional = '?';
const drop = '-';
const skip = '/';
const nullIsAbsent = '^';
/** Marks of a variant: the tag may be missing, or is put there when it is. */
const tagOptional = '?';
const tagFilled = '!';
/** The beginnings of parts that are neither fields nor variants. */
const choice = '&';
const accept = '@';
const empty = '!';
const shared = '.';
const open = '*';
const refused = '-';

/** Reads the text of an entry. */
export function readEntry(text: string): TableEntry {
  const rest = text.slice(1);
  switch (text.charAt(0)) {
    case '=':
      return { kind: 'scalar', type: readType(rest) };
    case '|':
      return { kind: 'enum', values: rest.split('|') };
    case '<':
      return readUnion(rest.split(';'));
    case '{':
      return readObject(rest === '' ? [] : rest.split(';'));
    default:
      return { kind: 'choice', exactlyOne: text.startsWith('^'), of: rest.split(';').map(readType) };
  }
}

/** The parts that begin with `mark`, without it. */
const marked = (parts: readonly string[], mark: string): string[] =>
  parts.flatMap((part) => (part.startsWith(mark) ? [part.slice(1)] : []));

function readObject(parts: readonly string[]): TableObject {
  return {
    kind: 'object',
    fields: parts.filter((part) => /^\w/u.test(part)).map(readField),
    choices: marked(parts, choice),
    accepts: marked(parts, accept).map(readAccepted),
    emptyWhenMissing: parts.includes(empty),
  };
}

function readAccepted(part: string): AcceptedForm {
  const [rule = '', ...when] = part.split(',');
  return { rule, when };
}

function readUnion([head = '', ...parts]: readonly string[]): TableUnion {
  const { name, marks } = readPart(head);
  const [others] = marked(parts, open);
  return {
    kind: 'union',
    key: name,
    keyOptional: marks === optional,
    shared: marked(parts, shared).map(readField),
    variants: parts.filter((part) => /^[\w:]/u.test(part)).map(readVariant),
    open: others === undefined ? undefined : { type: others === '' ? undefined : others.slice(1) },
    refused: marked(parts, refused).map((part) => {
      const [tag = ''] = part.split(' ', 1);
      return [tag, part.slice(tag.length + 1)];
    }),
    accepts: marked(parts, accept).map(readAccepted),
  };
}

interface Part {
  readonly name: string;
  readonly marks: string;
  readonly aliases: readonly string[];
  readonly type: string | undefined;
}

function readPart(part: string): Part {
  const [, name = '', marks = '', aliases = '', type] = /^(\w*)([^\w,:]*)((?:,\w+)*)(?::(.+))?$/u.exec(part) ?? [];
  return { name, marks, aliases: aliases.split(',').slice(1), type };
}

function readField(part: string): TableField {
  const { name, marks, aliases, type } = readPart(part);
  return {
    name,
    type: type === undefined ? 'string' : readType(type),
    optional: marks.includes(optional),
    drop: marks.includes(drop),
    skip: marks.includes(skip),
    nullIsAbsent: marks.includes(nullIsAbsent),
    aliases,
  };
}

function readVariant(part: string): TableVariant {
  const { name, marks, aliases, type } = readPart(part);
  const mode = marks === tagOptional ? 'optional' : marks === tagFilled ? 'filled' : 'required';
  return { tag: name, type, mode: name === '' ? 'none' : mode, aliases };
}

function readType(text: string): TableType {
  if (text.endsWith('~')) return { orNull: readType(text.slice(0, -1)) };
  if (text.endsWith('{}')) return { map: readType(text.slice(0, -2)) };
  if (text.startsWith('/')) return { text: { pattern: text.slice(1, -1) } };
  if (text.startsWith('"')) return { is: text.slice(1, -1) };
  const [, list, least] = /^(.+)\[(\d*)\]$/u.exec(text) ?? [];
  if (list !== undefined) return { list: readType(list), min: Number(least) };
  const [, name = text, min, max] = /^(\w+)\((-?[\d.]+)(?:,(-?[\d.]+))?\)$/u.exec(text) ?? [];
  if (min !== undefined && max !== undefined) return { f64: [Number(min), Number(max)] };
  if (min !== undefined && name === 'string') return { text: { min: Number(min) } };
  if (min !== undefined) return { int: name as SimpleType, min: Number(min) };
  return /^[A-Z]/u.test(name) ? { ref: name } : (name as SimpleType);
}
