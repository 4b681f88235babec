/**
 * Answers questions about the whole project: its description, the beginning of its README and AGENTS.md, its commands,
 * and what is in its folder.
 *
 * Every sentence is quoted with its location; nothing is invented.
 */
import { resourceLink, type Turn } from '@acp-stack/sdk';
import { WorkspaceError } from '@acp-stack/workspace';
import { pathToFileURL } from 'node:url';

import { shownName, shownPath } from '../text/shown-path.ts';
import type { SessionResources } from '../tools/session-resources.ts';
import { beginningOf, manifestFacts, type Quote } from './project-description.ts';

/** Nouns that mean the whole project, and topics of questions about it. */
const projectWords = new Set(
  'project projects repo repository codebase workspace package app application library program software tool overview purpose summary about'.split(
    ' ',
  ),
);
const questionWords = new Set(['what', 'explain', 'describe']);
const actionWords = new Set(
  'start run build install test tests set setup launch compile deploy develop begin commands scripts'.split(' '),
);
const structureWords = new Set('structure structured organised organized architecture layout'.split(' '));
const contentsWords = new Set('folder folders directory directories files contents'.split(' '));

export interface ProjectQuestion {
  /** Whether the question is how to do something with the project. */
  readonly asksHow: boolean;
  /** Whether the question is what is in the folder. */
  readonly asksWhatIsIn: boolean;
}

/**
 * What a question about the whole project asks for; undefined if the question is about a part of it. `words` are the
 * search terms of `text`.
 */
export function projectQuestion(text: string, words: readonly string[]): ProjectQuestion | undefined {
  const all =
    text
      .slice(0, 1000)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  const contains = (set: ReadonlySet<string>): boolean => all.some((word) => set.has(word));
  const isAboutDetail = words.some(
    (word) => ![projectWords, actionWords, structureWords, contentsWords].some((set) => set.has(word.toLowerCase())),
  );
  // Without search terms, a question such as “What is this?” is about the project.
  const isAsked =
    contains(projectWords) ||
    contains(structureWords) ||
    contains(actionWords) ||
    contains(contentsWords) ||
    (words.length === 0 && contains(questionWords));
  if (isAboutDetail || !isAsked) return undefined;
  return { asksHow: contains(actionWords), asksWhatIsIn: contains(contentsWords) };
}

const manifests = ['package.json', 'pyproject.toml', 'Cargo.toml', 'composer.json', 'go.mod'];
const pages = /^(?:readme(?:\.(?:md|markdown|rst|txt))?|agents\.md)$/iu;
const maxFolders = 15;
const maxEntries = 40;

/** Writes the answer; resolves with false if the project has no such information. */
export async function describeProject(
  resources: SessionResources,
  turn: Turn,
  { asksHow, asksWhatIsIn }: ProjectQuestion,
): Promise<boolean> {
  const { entries, path: folder } = await resources.workspace.files.list('.', { signal: turn.signal });
  const names = entries.filter(({ kind }) => kind === 'file').map(({ name }) => name);
  const fileNames = [
    ...manifests.filter((name) => names.includes(name)),
    ...names.filter((name) => pages.test(name)).toSorted(readmeFirst),
  ];
  if (fileNames.length === 0) {
    if (asksWhatIsIn) await turn.message.append(contentsOf(entries));
    return asksWhatIsIn;
  }
  const locations = fileNames.map((name) => ({ path: `${folder}/${name}` }));
  const call = turn.toolCall({ title: `Read ${fileNames.join(', ')}`, kind: 'read', status: 'in_progress', locations });
  const texts = await readAll(resources, fileNames, turn.signal);
  await call.complete({ rawOutput: { files: [...texts.keys()] } });
  const hasPage = [...texts.keys()].some((name) => pages.test(name));
  let hasAnswer = false;
  for (const [name, text] of texts) {
    const beginning = beginningOf(text);
    const quotes = manifests.includes(name)
      ? manifestFacts(text, { name: !hasPage, commands: asksHow })
      : beginning === undefined
        ? []
        : [beginning];
    for (const quote of quotes) {
      await sayQuote(resources, turn, { name, path: `${folder}/${name}`, quote });
      hasAnswer = true;
    }
  }
  if (asksWhatIsIn) await turn.message.append(`\n${contentsOf(entries)}`);
  else if (hasAnswer) await turn.message.append(foldersOf(entries));
  return hasAnswer || asksWhatIsIn;
}

type Entries = Awaited<ReturnType<SessionResources['workspace']['files']['list']>>['entries'];

const isFolder = ({ kind }: Entries[number]): boolean => kind === 'directory';

function foldersOf(entries: Entries): string {
  const folders = entries.filter((each) => isFolder(each) && !/^\.|^node_modules$/u.test(each.name));
  return folders.length === 0 ? '' : `\nFolders: ${listed(folders, maxFolders)}\n`;
}

/** What is in the folder, folders first; hidden entries and `node_modules` are left out. */
function contentsOf(entries: Entries): string {
  const shown = entries.filter(({ name }) => !/^\.|^node_modules$/u.test(name));
  if (shown.length === 0)
    return entries.length === 0 ? 'This folder is empty.\n' : 'This folder has only hidden files.\n';
  const inOrder = [...shown.filter(isFolder), ...shown.filter((each) => !isFolder(each))];
  return `In this folder: ${listed(inOrder, maxEntries)}\n`;
}

function listed(entries: Entries, max: number): string {
  const names = entries.slice(0, max).map((each) => `\`${shownName(each.name)}${isFolder(each) ? '/' : ''}\``);
  return `${names.join(', ')}${entries.length > max ? `, and ${entries.length - max} more` : ''}`;
}

const readmeFirst = (left: string, right: string): number =>
  Number(/^agents/iu.test(left)) - Number(/^agents/iu.test(right));

/** The files that can be read. */
async function readAll(
  { files }: SessionResources,
  names: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const name of names) {
    try {
      texts.set(name, (await files.read(name, { limit: 400, signal })).text);
    } catch (error) {
      if (!(error instanceof WorkspaceError)) throw error;
    }
  }
  return texts;
}

async function sayQuote(
  { session }: SessionResources,
  turn: Turn,
  { name, path, quote }: { readonly name: string; readonly path: string; readonly quote: Quote },
): Promise<void> {
  const shown = shownPath(session.cwd, path);
  await turn.message.append(`\n**${shown}:${quote.line}** `);
  await turn.message.append(resourceLink(`${pathToFileURL(path).href}#L${quote.line}`, `${name}:${quote.line}`));
  await turn.message.append(`\n${quote.lines.map((line) => `> ${line}`).join('\n')}\n`);
}
