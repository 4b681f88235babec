/** Code in other open files that has to do with the code at the cursor: where its names are declared or used. */
import type { TextPosition } from '@acp-stack/nes';
import type { NesRelatedSnippet } from '@acp-stack/schema/v2/unstable';

/** An open document. */
interface Source {
  readonly uri: string;
  readonly text: string;
}

/** Lines around the cursor whose names count, and around each place that is found. */
const linesAtCursor = 2;
const linesAround = 3;
const maxNames = 20;
const maxExcerpts = 3;
/** Code units of a document that are searched. */
const maxText = 500_000;

const names = /[\p{L}_$][\p{L}\p{N}_$]{2,}/gu;
const declaration =
  /\b(?:function|class|interface|type|enum|const|let|var|def|fn|func|struct|trait|impl|module|namespace)\s+$/u;

/** The places in the other documents, declarations first. */
export function relatedSnippets(
  documents: readonly Source[],
  uri: string,
  { line }: TextPosition,
): readonly NesRelatedSnippet[] {
  const current = documents.find((document) => document.uri === uri);
  const near = current?.text.split('\n').slice(Math.max(0, line - linesAtCursor), line + linesAtCursor + 1) ?? [];
  const wanted = [...new Set(near.join('\n').match(names))].slice(0, maxNames);
  if (wanted.length === 0) return [];
  return documents
    .filter((document) => document.uri !== uri && document.text.length <= maxText)
    .flatMap((document) => {
      const lines = document.text.split('\n');
      const places = placesOf(lines, new Set(wanted));
      return places.length === 0 ? [] : [{ uri: document.uri, excerpts: places.map((at) => excerptAt(lines, at)) }];
    });
}

/** The lines with one of the names, declarations first, none within another excerpt. */
function placesOf(lines: readonly string[], wanted: ReadonlySet<string>): readonly number[] {
  const found = lines.flatMap((line, index) => {
    const matches = [...line.matchAll(names)].filter(([name]) => wanted.has(name));
    const isDeclared = matches.some(({ index: at }) => declaration.test(line.slice(0, at)));
    return matches.length === 0 ? [] : [{ index, isDeclared }];
  });
  const chosen: number[] = [];
  for (const { index } of found.toSorted((left, right) => Number(right.isDeclared) - Number(left.isDeclared))) {
    if (chosen.length >= maxExcerpts) break;
    if (chosen.every((other) => Math.abs(other - index) > 2 * linesAround)) chosen.push(index);
  }
  return chosen.toSorted((left, right) => left - right);
}

function excerptAt(lines: readonly string[], at: number): NesRelatedSnippet['excerpts'][number] {
  const [startLine, endLine] = [Math.max(0, at - linesAround), Math.min(lines.length - 1, at + linesAround)];
  const text = lines.slice(startLine, endLine + 1).join('\n');
  return { startLine, endLine, text: endLine < lines.length - 1 ? `${text}\n` : text };
}
