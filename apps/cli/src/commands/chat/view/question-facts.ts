/**
 * What the user must see before answering a permission request: everything that the request and its tool call carry.
 *
 * Each part is exact, and what is repeated is left out: a field of the raw input whose value is already shown as the
 * command, as a path or in the diff, or a title that only repeats the command.
 */
import type { ContentBlock, Diff, ToolCallContent } from '@acp-stack/schema/v2/unstable';
import type { PermissionQuestion } from '@acp-stack/workspace/client';
import { isInDiff, lookAlikesIn } from '@acp-stack/workspace/questions';

import { exactLine, exactLines } from '../../../text/exact-text.ts';
import { quoteWord } from '../../../text/shell-words.ts';
import { shortPath } from '../../../text/short-path.ts';
import { contentLabel } from './content-view.ts';

export interface QuestionFacts {
  /** The question, without the command if it only repeats that. */
  readonly title: readonly string[];
  /** The title of the tool call; undefined if the question says the same. */
  readonly toolTitle: string | undefined;
  /** What else the request says, in paragraphs of lines. */
  readonly texts: readonly (readonly string[])[];
  /** The lines of the command; none if there is no command. */
  readonly command: readonly string[];
  readonly cwd: string | undefined;
  /** The files that are neither in the title nor in a diff. */
  readonly paths: readonly string[];
  readonly diffs: readonly Diff[];
  /** The arguments of the tool that are not shown otherwise: a name, and the lines of the value. */
  readonly input: readonly InputField[];
  /** What could be taken for something else. */
  readonly warnings: readonly string[];
}

interface InputField {
  readonly name: string;
  readonly lines: readonly string[];
}

/** Reads what a question shows; paths are relative to `here`. */
export function questionFacts(question: PermissionQuestion, here: string): QuestionFacts {
  const { title, toolTitle, tool, description, cwd, paths, diffs, content = [] } = question;
  const command = exactCommand(question);
  const shownTitle = command === undefined ? title : withoutCommand(title, question.command ?? '');
  const inDiffs = new Set(diffs.flatMap(({ changes }) => changes.flatMap(pathsOfChange)));
  const otherPaths = paths.filter((path) => !inDiffs.has(path)).map((path) => shortPath(path, here));
  const isRepeated =
    toolTitle === undefined ||
    title.includes(toolTitle) ||
    withoutCommand(toolTitle, question.command ?? '') !== toolTitle;
  const texts = unrepeated([description, ...content.map(textOf)]);
  const shown = new Set([title, toolTitle, question.command, command, cwd, ...paths, ...otherPaths, ...texts]);
  const input = inputFields(question).filter(([, value]) => !isShown(value, shown, question));
  const isToolShown = tool === undefined || `${title} ${toolTitle}`.toLowerCase().includes(tool.toLowerCase());
  const fields = [...(isToolShown ? [] : [['tool', tool] as const]), ...input];
  return {
    title: exactLines(shownTitle.trim()),
    toolTitle: isRepeated ? undefined : exactLine(toolTitle),
    texts: texts.map((text) => exactLines(text.trimEnd())),
    command: command === undefined ? [] : exactLines(command),
    cwd: cwd === undefined ? undefined : exactLine(cwd),
    paths: otherPaths.filter((path) => !isNamed(path, title)).map(exactLine),
    diffs,
    input: fields.map(([name, value]) => ({ name: exactLine(name), lines: exactLines(valueText(value)) })),
    warnings: warningsAbout(
      [question.command, cwd, ...paths, ...fields.map(([, value]) => valueText(value))],
      [title, toolTitle, ...texts, ...diffs.map(({ patch }) => patch?.text)],
    ),
  };
}

const pathsOfChange = (change: object): readonly string[] => {
  const { path, oldPath } = change as { readonly path?: string; readonly oldPath?: string };
  return [path, oldPath].filter((each) => each !== undefined);
};

/** The words of a command that is a list are quoted as in a shell, so that it is clear where each ends. */
function exactCommand({ command, rawInput }: PermissionQuestion): string | undefined {
  const words: unknown = Object(rawInput).command;
  if (command === undefined || !Array.isArray(words) || words.join(' ') !== command) return command;
  return words.map((word) => quoteWord(String(word))).join(' ');
}

/** The title without the command, if the command and at most one word are all that it says. */
function withoutCommand(title: string, command: string): string {
  const [, verb = '', rest = ''] = /^(?:(\p{L}+):?\s+)?(.*?)\s*\??$/su.exec(title.trim()) ?? [];
  for (const [before, said] of [
    [verb, rest],
    ['', `${verb} ${rest}`.trim()],
  ] as const) {
    const bare = /^(?:([`'"])(?<word>.*)\1|“(?<quote>.*)”)$/su.exec(said)?.groups;
    if ((bare?.['word'] ?? bare?.['quote'] ?? said) === command.trim() && command.trim() !== '')
      return before === '' ? 'Run' : before;
  }
  return title;
}

/** Whether the title names the path, and not only contains its letters. */
function isNamed(path: string, title: string): boolean {
  for (let at = title.indexOf(path); at !== -1; at = title.indexOf(path, at + 1)) {
    const [before, after] = [title.charAt(at - 1), title.charAt(at + path.length)];
    const endsHere = /^(?:[\s`'"?,:;)]|\.(?!\S))?$/u.test(
      after === '.' ? title.slice(at + path.length, at + path.length + 2) : after,
    );
    if (/^[\s`'"(]?$/u.test(before) && endsHere) return true;
  }
  return false;
}

/** Everything readable of a part of the content. */
function textOf(item: ToolCallContent): string {
  // The output of a terminal stays visible above the question.
  if (item.type !== 'content') return item.type === 'terminal' ? '' : `[${item.type}]`;
  const block = item.content as ContentBlock & Partial<Record<'text' | 'uri' | 'name', string>>;
  const { resource } = block as { readonly resource?: { readonly uri?: string; readonly text?: string } };
  if (block.type === 'text') return block.text ?? '';
  if (block.type === 'resource_link') return `[${block.name ?? ''} ${block.uri ?? ''}]`;
  return [contentLabel(block), ...(resource?.text === undefined ? [] : [resource.text])].join('\n');
}

const unrepeated = (texts: readonly (string | undefined)[]): readonly string[] =>
  [...new Set(texts.filter((text) => text !== undefined && text.trim() !== ''))] as readonly string[];

// -------------------------------------------------------------------------------------------- the raw input

function inputFields({ rawInput }: PermissionQuestion): readonly (readonly [string, unknown])[] {
  if (rawInput === undefined || rawInput === null) return [];
  const isList = typeof rawInput !== 'object' || Array.isArray(rawInput);
  return isList ? [['input', rawInput]] : Object.entries(rawInput);
}

const valueText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

function isShown(value: unknown, shown: ReadonlySet<string | undefined>, question: PermissionQuestion): boolean {
  if (Array.isArray(value) && value.length > 0 && value.join(' ') === question.command) return true;
  if (typeof value !== 'string') return false;
  return value.trim() === '' || shown.has(value) || isInDiff(value, question.diffs);
}

// -------------------------------------------------------------------------------------------- warnings

/** The number of look-alikes that are listed. */
const maxLookAlikes = 6;

function warningsAbout(
  commands: readonly (string | undefined)[],
  prose: readonly (string | null | undefined)[],
): readonly string[] {
  const found = new Map(
    [
      ...lookAlikesIn(prose.join('\n'), { isCommand: false }),
      ...lookAlikesIn(commands.join('\n'), { isCommand: true }),
    ].map((each) => [each.code, each]),
  );
  if (found.size === 0) return [];
  const listed = [...found.values()]
    .slice(0, maxLookAlikes)
    .map(({ word, character, code }) =>
      word === character ? `${character} (${code})` : `${character} (${code}) in “${word}”`,
    );
  const more = found.size > listed.length ? [`${found.size - listed.length} more`] : [];
  return [`Characters that look like others: ${exactLine([...listed, ...more].join(', '))}`];
}
