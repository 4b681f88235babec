/**
 * What is known of an agent, as rows for people.
 *
 * Manifests are written by others, so everything in them is shown with nothing hidden, and no line of it can be taken
 * for one of this program.
 */
import type { AgentCommand, InstalledAgent, InstallPreview, ListedAgent } from '@acp-stack/registry';

import type { Paint } from '../terminal/palette.ts';
import { exactLine } from '../text/exact-text.ts';
import { quoteWord } from '../text/shell-words.ts';
import { line, textOfLine, widthOf, wrap } from '../tui/styled-line.ts';

export interface Fact {
  readonly name: string;
  readonly text: string;
}

/** Which agent it is, and where it comes from. */
export function identityFacts({ manifest, source }: Pick<ListedAgent, 'manifest' | 'source'>): readonly Fact[] {
  const { id, name, version, license } = manifest;
  return [
    { name: 'name', text: `${exactLine(name)} (${id})` },
    { name: 'version', text: exactLine(version) },
    { name: 'source', text: sourceWords(source) },
    { name: 'license', text: license === undefined ? 'not stated' : exactLine(license) },
  ];
}

/** The name and the location of a source. */
const sourceWords = ({ name, location }: ListedAgent['source']): string => `${name} (${exactLine(location)})`;

/** What an install downloads, and what will run. */
export function previewFacts({ distribution, start, archive, sha256, notes }: InstallPreview): readonly Fact[] {
  return [
    ...(archive === undefined ? [] : [{ name: 'download', text: exactLine(archive) }]),
    ...(sha256 === undefined ? [] : [{ name: 'sha256', text: exactLine(sha256) }]),
    { name: 'runs', text: commandWords(start) },
    ...variableFacts(start),
    ...(distribution === 'binary' ? [] : [{ name: 'fetched by', text: `${distribution}, when it starts` }]),
    ...notes.map((note) => ({ name: 'note', text: exactLine(note) })),
  ];
}

/** The command as a line for a shell. */
export const commandWords = ({ command, args }: Pick<AgentCommand, 'command' | 'args'>): string =>
  exactLine([command, ...args].map((word) => quoteWord(word)).join(' '));

const variableFacts = ({ env }: AgentCommand): readonly Fact[] =>
  Object.entries(env).map(([name, value]) => ({ name: 'variable', text: exactLine(`${name}=${value}`) }));

/**
 * The facts as lines, with the text in a column of its own. Widths are those on a screen: a text of wide letters that
 * the terminal would wrap could go on at the beginning of a line, as if it were another fact.
 */
export function factLines(facts: readonly Fact[], { width, dim }: FactLayout): readonly string[] {
  const indent = ' '.repeat(2);
  const column = Math.max(0, ...facts.map(({ name }) => widthOf(name)));
  return facts.flatMap(({ name, text }) =>
    wrap(line(text), Math.max(narrowest, width - column - 2 * indent.length)).map((part, index) => {
      const padding = ' '.repeat(column - (index === 0 ? widthOf(name) : 0));
      return `${indent}${index === 0 ? dim(name) : ''}${padding}${indent}${textOfLine(part)}`;
    }),
  );
}

interface FactLayout {
  /** Columns of the terminal. */
  readonly width: number;
  readonly dim: Paint;
}

const narrowest = 16;

/** What was installed or updated, as lines: its command, and the checksum of its download. */
export function installedWords(
  what: 'installed' | 'updated',
  { manifest, start, sha256, notChecked = [] }: InstalledAgent,
): string {
  const { id, version } = manifest;
  return [
    `${what} ${id} ${what === 'updated' ? 'to ' : ''}${exactLine(version)}: ${commandWords(start)}`,
    ...(sha256 === undefined ? [] : [`sha256: ${sha256}`]),
    ...(notChecked.length === 0 ? [] : [`not checked: ${notChecked.map(exactLine).join(', ')}`]),
  ]
    .map((each) => `${each}\n`)
    .join('');
}
