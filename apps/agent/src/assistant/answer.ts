/**
 * Answers a question without a model: with the places in the workspace that have most of its words, quoted and linked.
 *
 * It says what it found and claims nothing more.
 */
import { RpcError } from '@acp-stack/rpc';
import { resourceLink, type ToolCall, type Turn } from '@acp-stack/sdk';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';

import { editorState, hasEditorState } from '../tools/editor-state.ts';
import { shownPath } from '../tools/shown-path.ts';
import type { Workbench } from '../tools/workbench.ts';
import { searchWords } from './words.ts';

const mostPlaces = 5;
const mostMatches = 400;
const linesAround = 2;
const longestLine = 200;
/** What it counts that the user has a file open: more than one more of the words. */
const openBonus = 15;

interface FoundFile {
  readonly path: string;
  /** The words that it has, and the line of each match. */
  readonly words: Map<string, number[]>;
  nameMatches: number;
}

export async function answerFromFiles(bench: Workbench, turn: Turn): Promise<void> {
  const words = searchWords(turn.text);
  if (words.length === 0) {
    await turn.message.append(
      'I look through the files of this workspace. Name something to look for, or type /help.\n',
    );
    return;
  }
  const call = turn.toolCall({ title: `Search for ${words.join(', ')}`, kind: 'search', status: 'in_progress' });
  const found = await collect(bench, words, turn, call).catch(async (error: unknown) => {
    if (!turn.signal.aborted) await call.fail();
    throw error;
  });
  const open = new Set(await openFiles(bench));
  const weight = (file: FoundFile): number => score(file) + (open.has(file.path) ? openBonus : 0);
  const best = found.toSorted((left, right) => weight(right) - weight(left)).slice(0, mostPlaces);
  await call.update({ locations: best.map((file) => ({ path: file.path, line: lineOf(file) })) });
  await call.complete({ rawOutput: { words, files: found.length } });
  if (best.length === 0) {
    await turn.message.append(`Nothing in this workspace mentions ${words.map((word) => `“${word}”`).join(', ')}.\n`);
    return;
  }
  const many = found.length === 1 ? 'One file mentions' : `${found.length} files mention`;
  await turn.message.append(`${many} ${words.map((word) => `“${word}”`).join(', ')}. The closest places:\n`);
  for (const file of best) await quote(bench, file, turn);
}

/** What the user looks at is mostly what the question is about; an editor that does not tell changes nothing. */
async function openFiles(bench: Workbench): Promise<readonly string[]> {
  if (!hasEditorState(bench.session)) return [];
  try {
    const { active, open, recent } = await editorState(bench);
    return open.length > 0 || active !== undefined ? [...open, ...(active === undefined ? [] : [active])] : recent;
  } catch (error) {
    if (error instanceof RpcError) return [];
    throw error;
  }
}

async function collect(
  { workspace }: Workbench,
  words: readonly string[],
  { signal }: Turn,
  call: ToolCall,
): Promise<readonly FoundFile[]> {
  const files = new Map<string, FoundFile>();
  const fileOf = (path: string): FoundFile => {
    const known = files.get(path) ?? { path, words: new Map<string, number[]>(), nameMatches: 0 };
    files.set(path, known);
    return known;
  };
  for (const word of words) {
    for await (const { path, line } of workspace.search.content(word, { limit: mostMatches, signal })) {
      const { words: seen } = fileOf(path);
      seen.set(word, [...(seen.get(word) ?? []), line]);
    }
    const { length } = [...files.values()].filter(({ words: seen }) => seen.has(word));
    await call.append(`${word}: ${length} ${length === 1 ? 'file' : 'files'}\n`);
  }
  for (const file of files.values()) {
    const name = basename(file.path).toLowerCase();
    file.nameMatches = words.filter((word) => name.includes(word.toLowerCase())).length;
  }
  return [...files.values()];
}

/** Many different words count most, then a name that says it, then how often. */
const score = ({ words, nameMatches }: FoundFile): number =>
  words.size * 10 +
  nameMatches * 8 +
  Math.min(5, [...words.values()].reduce((sum, lines) => sum + lines.length, 0) / 4);

/** The line around which most of the words stand. */
function lineOf({ words }: FoundFile): number {
  const lines = [...words.values()].flat();
  const near = (line: number): number =>
    [...words.values()].filter((places) => places.some((place) => Math.abs(place - line) <= 5)).length;
  return lines.toSorted((left, right) => near(right) - near(left) || left - right)[0] ?? 1;
}

async function quote({ files, session }: Workbench, file: FoundFile, turn: Turn): Promise<void> {
  const line = lineOf(file);
  const first = Math.max(1, line - linesAround);
  const { text } = await files.read(file.path, { line: first, limit: linesAround * 2 + 1, signal: turn.signal });
  const name = shownPath(session.cwd, file.path);
  const quoted = text
    .replace(/\r?\n$/u, '')
    .split(/\r?\n/u)
    .map((each, index) => `${String(first + index).padStart(5)}  ${each.slice(0, longestLine)}`)
    .join('\n');
  await turn.message.append(`\n**${name}:${line}** `);
  await turn.message.append(resourceLink(`${pathToFileURL(file.path).href}#L${line}`, `${name}:${line}`));
  await turn.message.append(`\n${fenced(quoted)}\n`);
}

/** A fence that the text cannot end. */
export function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/gu) ?? []).map((ticks) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}
