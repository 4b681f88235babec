/**
 * Answers a question without a model: from the description of the project, or with the places in the workspace that
 * contain most of the words of the question, quoted and linked.
 *
 * It reports what it found and claims nothing more.
 */
import { RpcError, type Clock } from '@acp-stack/rpc';
import { resourceLink, text, type Turn } from '@acp-stack/sdk';
import { WorkspaceError } from '@acp-stack/workspace';
import { pathToFileURL } from 'node:url';

import { fenced } from '../text/fenced-text.ts';
import { shownPath } from '../text/shown-path.ts';
import { editorState } from '../tools/editor-state.ts';
import type { SessionResources } from '../tools/session-resources.ts';
import { describeProject, projectQuestion } from './describe-project.ts';
import { findPlaces, searchTime, type FoundPlaces } from './find-places.ts';
import { rankFiles, type RankedFile, type Ranking } from './rank-files.ts';
import { searchTerms, searchWords } from './search-terms.ts';

const maxPlaces = 5;
const linesBefore = 1;
const linesAfter = 3;
const longestLine = 200;

export async function answerFromFiles(resources: SessionResources, turn: Turn, clock?: Clock): Promise<void> {
  const words = searchWords(turn.text);
  const question = projectQuestion(turn.text, words);
  if (question !== undefined && (await describeProject(resources, turn, question))) return;
  if (words.length === 0) {
    await turn.message.append('I search the files of this workspace. Name something to search for, or type /help.\n');
    return;
  }
  const { ranking, end } = await search(resources, words, turn, clock);
  await turn.message.append(`${summary(ranking, words)}\n`);
  for (const file of ranking.files.slice(0, maxPlaces)) await quote(resources, file, turn);
  if (end !== 'complete') await turn.message.append(`\n${endings[end]}\n`);
}

function summary({ files, isExact }: Ranking, words: readonly string[]): string {
  const mentioned = words.map((word) => `“${word}”`).join(', ');
  if (files.length === 0) return `Nothing in this workspace mentions ${mentioned}.`;
  if (!isExact) return `Nothing mentions ${mentioned} exactly. The closest places:`;
  const many = files.length === 1 ? 'One file mentions' : `${files.length} files mention`;
  return `${many} ${mentioned}. The closest places:`;
}

/** The note if the search was not complete. */
const endings = {
  'timed-out': `I stopped searching after ${searchTime / 1000} seconds, so there may be more; use rarer words or /search.`,
  limited: 'There were too many matches to examine all of them; use rarer words.',
};

async function search(
  resources: SessionResources,
  words: readonly string[],
  turn: Turn,
  clock: Clock | undefined,
): Promise<{ readonly ranking: Ranking; readonly end: FoundPlaces['end'] }> {
  const { signal } = turn;
  const call = turn.toolCall({ title: `Search for ${words.join(', ')}`, kind: 'search', status: 'in_progress' });
  try {
    const terms = searchTerms(words);
    const { files, searched, end } = await findPlaces(resources, terms, {
      signal,
      ...(clock === undefined ? {} : { clock }),
    });
    const open = new Set(await openFiles(resources));
    const ranking = rankFiles(files, terms, { searched, open });
    await call.update({ locations: ranking.files.slice(0, maxPlaces).map(({ path, line }) => ({ path, line })) });
    const shown = `${ranking.files.length} of ${searched} ${searched === 1 ? 'file' : 'files'}`;
    await call.complete({
      content: [{ type: 'content', content: text(shown) }],
      rawOutput: { words, searched, files: ranking.files.length },
    });
    return { ranking, end };
  } catch (error) {
    if (!signal.aborted) await call.fail();
    throw error;
  }
}

/** Open files are probably what the question is about; an editor that does not report them changes nothing. */
async function openFiles(resources: SessionResources): Promise<readonly string[]> {
  if (!resources.session.editor.isOffered) return [];
  try {
    const { active, open, recent } = await editorState(resources);
    return open.length > 0 || active !== undefined ? [...open, ...(active === undefined ? [] : [active])] : recent;
  } catch (error) {
    if (error instanceof RpcError) return [];
    throw error;
  }
}

async function quote({ files, session }: SessionResources, { path, line }: RankedFile, turn: Turn): Promise<void> {
  const first = Math.max(1, line - linesBefore);
  const lines = await readLines(files, path, { line: first, limit: linesBefore + 1 + linesAfter, signal: turn.signal });
  if (lines === undefined) return;
  const name = shownPath(session.cwd, path);
  const quoted = lines
    .map((each, index) => `${String(first + index).padStart(5)}  ${each.slice(0, longestLine)}`)
    .join('\n');
  await turn.message.append(`\n**${name}:${line}** `);
  await turn.message.append(resourceLink(`${pathToFileURL(path).href}#L${line}`, `${name}:${line}`));
  await turn.message.append(`\n${fenced(quoted)}\n`);
}

/** Some lines of a file; undefined if it is not text, or was deleted since. */
async function readLines(
  files: SessionResources['files'],
  path: string,
  range: Parameters<SessionResources['files']['read']>[1],
): Promise<readonly string[] | undefined> {
  try {
    const { text: found } = await files.read(path, range);
    return found.replace(/\r?\n$/u, '').split(/\r?\n/u);
  } catch (error) {
    if (error instanceof WorkspaceError) return undefined;
    throw error;
  }
}
