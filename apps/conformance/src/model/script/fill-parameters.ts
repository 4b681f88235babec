/** Fills in the parameters of a tool by its JSON Schema: what the prompt is about, and something valid for the rest. */
import { dirname } from 'node:path';

import { fieldsOf, isFields, type Fields } from '../../conversation/message.ts';
import type { OfferedTool } from './model-reply.ts';

/** What a prompt is about. */
interface Subject {
  readonly behaviour: string;
  readonly path: string;
  readonly command: string;
  readonly url: string;
}

/** The parameters for a call of `tool`. */
export function fillParameters({ parameters }: OfferedTool, behaviour: string, prompt: string): Fields {
  const subject: Subject = {
    behaviour,
    path: /the file (\S+?)\.?(?:\s|$)/u.exec(prompt)?.[1] ?? '/conformance.txt',
    command: /command(?: in the background)?: ([^\n]+)/u.exec(prompt)?.[1]?.trim() ?? 'echo conformance',
    url: /https?:\/\/\S+/u.exec(prompt)?.[0] ?? 'https://example.org/',
  };
  return filledObject(parameters, subject);
}

function filledObject(schema: Fields, subject: Subject): Fields {
  const required = Array.isArray(schema['required']) ? (schema['required'] as readonly unknown[]) : [];
  return Object.fromEntries(
    Object.entries(fieldsOf(schema['properties'])).flatMap(([name, each]) => {
      const known = knownValue(name, fieldsOf(each), subject);
      if (known !== undefined) return [[name, known]];
      return required.includes(name) ? [[name, anyValue(fieldsOf(each), subject, name)]] : [];
    }),
  );
}

/** The types that a schema allows, in lower case, as Gemini writes them in upper case. */
const typesOf = ({ type }: Fields): readonly string[] =>
  [type]
    .flat()
    .filter((each) => typeof each === 'string')
    .map((each) => each.toLowerCase());

const isList = (schema: Fields): boolean => typesOf(schema).includes('array');
const isText = (schema: Fields): boolean => schema['type'] === undefined || typesOf(schema).includes('string');

type Value = (subject: Subject, schema: Fields) => unknown;

/** Values of parameters by their names; undefined if the behaviour has nothing to say about one. */
const known: readonly (readonly [name: RegExp, value: Value])[] = [
  [
    /^(?:abs(?:olute)?_?)?(?:file_?)?path$|^(?:target_)?file(?:_?name)?$|^paths?$/iu,
    (subject, schema) => listOr(schema, subject.path),
  ],
  [
    /^(?:cmd|command|script|commands)$/iu,
    ({ command }, schema) => (isList(schema) ? ['bash', '-lc', command] : command),
  ],
  [
    /^(?:content|contents|text|file_text|new_?(?:string|text|str|content))$/iu,
    ({ behaviour }) => (behaviour === 'write-file' ? 'done\n' : undefined),
  ],
  [/^old_?(?:string|text|str)$/iu, ({ behaviour }) => (behaviour === 'write-file' ? '' : undefined)],
  [/^(?:patch|input|patchText)$/iu, ({ behaviour, path }) => (behaviour === 'write-file' ? addFile(path) : undefined)],
  [/background/iu, ({ behaviour }) => (behaviour === 'run-in-background' ? true : undefined)],
  [/^url$/iu, ({ behaviour, url }) => (behaviour === 'open-page' ? url : undefined)],
  [
    /^(?:entries|plan|todos?|steps|items|tasks)$/iu,
    (subject, schema) => (isList(schema) ? steps(schema, subject) : undefined),
  ],
];

const addFile = (path: string): string => `*** Begin Patch\n*** Add File: ${path}\n+done\n*** End Patch`;

const listOr = (schema: Fields, value: string): unknown => (isList(schema) ? [value] : value);

function knownValue(name: string, schema: Fields, subject: Subject): unknown {
  const value = known.find(([pattern]) => pattern.test(name))?.[1];
  return value !== undefined && (isText(schema) || isList(schema) || /background/iu.test(name))
    ? value(subject, schema)
    : undefined;
}

/** Two steps of a plan, in the shape that the tool has for them. */
function steps(schema: Fields, subject: Subject): readonly unknown[] {
  const items = fieldsOf(schema['items']);
  return ['Read the notes', 'Write the result'].map((words) => {
    const filled = anyValue(items, subject, 'step');
    if (!isFields(filled)) return words;
    const key = ['content', 'step', 'text', 'title', 'description', 'task', 'name'].find((each) => each in filled);
    return key === undefined ? filled : { ...filled, [key]: words };
  });
}

/** Something that fits a schema. */
function anyValue(schema: Fields, subject: Subject, name: string): unknown {
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return (schema['enum'] as readonly unknown[])[0];
  if ('default' in schema) return schema['default'];
  const [choice] = [schema['anyOf'], schema['oneOf']]
    .flat()
    .filter((each) => isFields(each) && each['type'] !== 'null');
  if (choice !== undefined) return anyValue(fieldsOf(choice), subject, name);
  const type = typesOf(schema).find((each) => each !== 'null') ?? 'string';
  return values[type]?.(subject, schema) ?? wordsFor(name, subject);
}

const values: Readonly<Record<string, Value>> = {
  number: (_, { minimum }) => (typeof minimum === 'number' ? minimum : 1),
  integer: (_, { minimum }) => (typeof minimum === 'number' ? minimum : 1),
  boolean: () => false,
  object: (subject, schema) => filledObject(schema, subject),
  array: (subject, { items, minItems }) =>
    Array.from({ length: Math.max(1, Number(minItems ?? 1)) }, () => anyValue(fieldsOf(items), subject, 'item')),
};

function wordsFor(name: string, { path, behaviour }: Subject): string {
  if (/dir|cwd|folder|root/iu.test(name)) return dirname(path);
  if (/id$/iu.test(name)) return '1';
  return behaviour === 'ask-user' ? 'Which is your favourite colour?' : 'conformance';
}
