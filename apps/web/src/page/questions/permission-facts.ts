/**
 * What the user has to see before answering a permission request: everything that the request and its tool call say.
 *
 * What is shown as the command, as a path, in a change or as text is not repeated among the arguments.
 */
import { isInDiff, lookAlikesIn, readPermission, type KnownToolCall } from '@acp-stack/workspace/questions';
import type { ContentBlock, Diff, RequestPermissionRequest } from '@acp-stack/schema/v2/unstable';

import { hiddenCharactersIn } from './visible-characters.ts';

export interface PermissionFacts {
  /** The question, in the words of the agent. */
  readonly title: string;
  /** The title of the tool call; undefined if the question says the same. */
  readonly toolTitle: string | undefined;
  /** What else is said in words. */
  readonly texts: readonly string[];
  readonly command: string | undefined;
  readonly cwd: string | undefined;
  /** The addresses of web pages that are named in the arguments. */
  readonly addresses: readonly Address[];
  readonly diffs: readonly Diff[];
  /** Files that are in no change. */
  readonly paths: readonly string[];
  /** The arguments that are not shown otherwise. */
  readonly input: readonly InputField[];
  /** The code points of characters in all of it that are invisible or change the order of others. */
  readonly hiddenCharacters: readonly string[];
  /** Characters that look like others, with their code points, such as `с (U+0441) in “сurl”`. */
  readonly lookAlikes: readonly string[];
}

/** An address and its host. */
interface Address {
  readonly text: string;
  readonly host: string;
}

interface InputField {
  readonly name: string;
  readonly text: string;
}

/** Reads what to show; `known` is what the conversation knows of the tool call. */
export function permissionFacts(request: RequestPermissionRequest, known?: KnownToolCall): PermissionFacts {
  const question = readPermission(request, known);
  const { title, toolTitle, command, cwd, diffs, content = [], description } = question;
  const inDiffs = new Set(diffs.flatMap(({ changes }) => changes.flatMap(pathsOf)));
  const paths = question.paths.filter((path) => !inDiffs.has(path));
  const texts = unique([
    description,
    ...content.map((item) => (item.type === 'content' ? textOf(item.content) : undefined)),
  ]);
  const fields = fieldsOf(question.rawInput);
  const addresses = fields.flatMap(({ text }) => addressOf(text));
  const shown = new Set([
    title,
    toolTitle,
    command,
    cwd,
    ...question.paths,
    ...texts,
    ...addresses.map(({ text }) => text),
  ]);
  const patches = diffs.map(({ patch }) => patch?.text ?? '');
  const said = [title, toolTitle ?? '', command ?? '', cwd ?? '', ...question.paths, ...texts, ...patches];
  return {
    title,
    toolTitle: toolTitle === undefined || title.includes(toolTitle) || toolTitle === command ? undefined : toolTitle,
    texts,
    command,
    cwd,
    addresses,
    diffs,
    paths,
    input: fields.filter(
      ({ text }) => text !== '' && !shown.has(text) && !isPathOf(text, question.paths) && !isInDiff(text, diffs),
    ),
    hiddenCharacters: hiddenCharactersIn([...said, ...fields.map(({ text }) => text)]),
    lookAlikes: lookAlikes(
      [command, cwd, ...question.paths, ...fields.map(({ text }) => text)],
      [title, toolTitle, ...texts, ...patches],
    ),
  };
}

/** The number of look-alikes that are listed. */
const maxLookAlikes = 6;

/** Quotes and dashes count in commands, but are usual in prose. */
function lookAlikes(
  commands: readonly (string | undefined)[],
  prose: readonly (string | undefined)[],
): readonly string[] {
  const found = [
    ...lookAlikesIn(prose.join('\n'), { isCommand: false }),
    ...lookAlikesIn(commands.join('\n'), { isCommand: true }),
  ];
  const each = [...new Map(found.map((one) => [one.code, one])).values()];
  return each
    .slice(0, maxLookAlikes)
    .map(({ word, character, code }) => `${character} (${code})${word === character ? '' : ` in “${word}”`}`);
}

function fieldsOf(rawInput: unknown): readonly InputField[] {
  if (rawInput === undefined || rawInput === null) return [];
  const isPlain = typeof rawInput === 'object' && !Array.isArray(rawInput);
  const entries: readonly (readonly [string, unknown])[] = isPlain ? Object.entries(rawInput) : [['input', rawInput]];
  return entries.map(([name, value]) => ({ name, text: valueText(value) }));
}

/** A list of words is a command line, as it is shown. */
function valueText(value: unknown): string {
  if (typeof value === 'string') return value;
  const isWords = Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string');
  return isWords ? value.join(' ') : (JSON.stringify(value, undefined, 2) ?? '');
}

function addressOf(text: string): readonly Address[] {
  if (!/^https?:\/\/\S+$/iu.test(text) || !URL.canParse(text)) return [];
  return [{ text, host: new URL(text).host }];
}

const pathsOf = (change: object): readonly string[] => {
  const { path, oldPath } = change as { readonly path?: string; readonly oldPath?: string };
  return [path, oldPath].filter((each) => each !== undefined);
};

/** Whether a text is a shown path, relative to some folder. */
const isPathOf = (text: string, paths: readonly string[]): boolean => paths.some((path) => path.endsWith(`/${text}`));

function textOf(block: ContentBlock): string {
  const { text, uri, name, resource } = block as ContentBlock & {
    readonly text?: string;
    readonly uri?: string;
    readonly name?: string;
    readonly resource?: { readonly uri?: string; readonly text?: string };
  };
  if (block.type === 'text') return text ?? '';
  return (
    [name, uri, resource?.uri, resource?.text].filter((each) => each !== undefined).join('\n') || `[${block.type}]`
  );
}

const unique = (texts: readonly (string | undefined)[]): readonly string[] => [
  ...new Set(texts.filter((text): text is string => text !== undefined && text.trim() !== '')),
];
