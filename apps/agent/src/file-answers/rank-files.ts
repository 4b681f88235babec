/**
 * Ranks the files that mention the terms of a question.
 *
 * A rare term counts more than a common one, a file named after a term more than one that mentions it, a definition
 * more than a use. Tests and generated files come last. The order is deterministic.
 */
import { basename } from 'node:path';

import { hasTerm, type Term } from './search-terms.ts';

/** A line that mentions some of the terms. */
export interface FoundLine {
  readonly line: number;
  readonly text: string;
}

export interface FoundFile {
  /** Absolute. */
  readonly path: string;
  /** Relative to its root. */
  readonly name: string;
  readonly lines: readonly FoundLine[];
}

/** A file and its best line. */
export interface RankedFile {
  readonly path: string;
  readonly name: string;
  /** The best line. */
  readonly line: number;
  readonly score: number;
}

/** Words before a name that is defined, in many languages; headings define too. */
const definition =
  /^\s*(?:export |default |public |private |protected |static |abstract |async |pub |final |open |declare )*(?:function\*?|class|interface|type|enum|struct|trait|impl|def|fn|func|fun|const|let|var|val|module|namespace|package|object|record|macro_rules!|#define)\s+\W{0,2}([\p{L}\p{N}_$]+)|^#{1,6} (.*)$|^\s*"?([\p{L}\p{N}_$-]+)"?\s*:\s*\{$/u;

const tests =
  /(?:^|\/)(?:tests?|__tests__|spec|fixtures?|__snapshots__|golden|testdata)\/|[._-](?:test|spec)s?[.-]|(?:^|\/)test_|\.snap$/iu;
const generated =
  /(?:^|\/)(?:dist|build|out|target|vendor|third_party|coverage)\/|\.(?:min|gen|generated|lock|map)\b|(?:^|[-/])lock\.(?:json|ya?ml)$|(?:^|\/)changelog/iu;

const factors = { name: 2, folder: 0.6, definition: 2.5, test: 0.2, generated: 0.15, open: 3 };
/** Lines that count as adjacent. */
const adjacentLines = 3;

export interface RankOptions {
  /** How many files were searched. */
  readonly searched: number;
  /** Files that the user has open. */
  readonly open: ReadonlySet<string>;
}

export interface Ranking {
  /** The best first. */
  readonly files: readonly RankedFile[];
  /** Whether they contain whole words of the question, not only parts of a name in it. */
  readonly isExact: boolean;
}

export function rankFiles(
  files: readonly FoundFile[],
  terms: readonly Term[],
  { searched, open }: RankOptions,
): Ranking {
  const allMentions = files.map((file) => mentionsOf(file, terms)).filter(({ counts }) => counts.size > 0);
  // Parts of names count only if no file contains the whole words.
  const exact = allMentions.filter(({ counts }) => [...counts.keys()].some(({ weight }) => weight === 1));
  const mentions = exact.length > 0 ? exact : allMentions;
  const rarity = new Map(
    terms.map((term) => {
      const count = mentions.filter(({ counts }) => counts.has(term)).length;
      return [term, term.weight * Math.log2(2 + Math.max(searched, files.length) / (1 + count))] as const;
    }),
  );
  const all = sum([...rarity.values()]);
  const asksForTests = terms.some(({ stem }) => stem === 'test' || stem === 'spec');
  const ranked = mentions.map((mention): RankedFile => {
    const { path, name } = mention.file;
    const best = bestLine(mention, rarity);
    const worths = [...mention.counts].map(([term, count]) => worth(term, count, { mention, rarity, best }));
    // Many different terms count more than many mentions of one.
    const coverage = sum([...mention.counts.keys()].map((term) => rarity.get(term) ?? 0)) / all;
    const factor =
      (!asksForTests && tests.test(name) ? factors.test : 1) *
      (generated.test(name) ? factors.generated : 1) *
      (open.has(path) ? factors.open : 1);
    return { path, name, line: best.line, score: sum(worths) * coverage * factor };
  });
  const sorted = ranked.toSorted((left, right) => right.score - left.score || (left.path < right.path ? -1 : 1));
  return { files: sorted, isExact: exact.length > 0 };
}

interface Mention {
  readonly file: FoundFile;
  /** How many lines contain each term; zero if only the file name does. */
  readonly counts: ReadonlyMap<Term, number>;
  readonly lines: readonly {
    readonly line: number;
    readonly terms: readonly Term[];
    readonly defines: readonly Term[];
  }[];
}

function mentionsOf(file: FoundFile, terms: readonly Term[]): Mention {
  const counts = new Map<Term, number>();
  const lines = file.lines.map(({ line, text }) => {
    const lower = text.toLowerCase();
    const found = terms.filter((term) => hasTerm(text, term, lower));
    for (const term of found) counts.set(term, (counts.get(term) ?? 0) + 1);
    const defined = definedIn(text);
    return { line, terms: found, defines: defined === '' ? [] : found.filter((term) => hasTerm(defined, term)) };
  });
  const name = basename(file.name);
  for (const term of terms) if (!counts.has(term) && hasTerm(name, term)) counts.set(term, 0);
  return { file, counts, lines };
}

function definedIn(text: string): string {
  const [, name, heading, key] = definition.exec(text.slice(0, 300)) ?? [];
  return name ?? heading ?? key ?? '';
}

type Rarity = ReadonlyMap<Term, number>;

interface BestLine {
  readonly line: number;
  readonly defines: readonly Term[];
}

/** The line with the most points, to which lines near it add; the first if several are equal. */
function bestLine({ lines }: Mention, rarity: Rarity): BestLine {
  const value = (terms: Iterable<Term>): number => sum([...new Set(terms)].map((term) => rarity.get(term) ?? 0));
  let best: BestLine = { line: 1, defines: [] };
  let bestPoints = -1;
  for (const [index, { line, terms, defines }] of lines.entries()) {
    const near = lines
      .slice(Math.max(0, index - adjacentLines), index + adjacentLines + 1)
      .filter((each) => Math.abs(each.line - line) <= adjacentLines);
    const points = value(terms) + value(defines) * factors.definition + value(near.flatMap((each) => each.terms)) / 3;
    if (points > bestPoints) {
      bestPoints = points;
      best = { line, defines };
    }
  }
  return best;
}

function worth(
  term: Term,
  count: number,
  { mention, rarity, best }: { readonly mention: Mention; readonly rarity: Rarity; readonly best: BestLine },
): number {
  const { name } = mention.file;
  const file = basename(name);
  const places =
    (count === 0 ? 0 : 1 + Math.min(1, Math.log10(count))) +
    (hasTerm(file, term) ? factors.name : 0) +
    (hasTerm(name.slice(0, -file.length), term) ? factors.folder : 0) +
    (best.defines.includes(term) ? factors.definition : 0);
  return places * (rarity.get(term) ?? 0);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((left, right) => left + right, 0);
