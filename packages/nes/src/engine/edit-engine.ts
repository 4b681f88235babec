/**
 * An engine without a model: it suggests edits that the user repeats, follows renamed symbols and changed signatures,
 * and fixes diagnostics whose message says how.
 *
 * The same events lead to the same suggestions. Each request gets suggestions for at most one position, and none if the
 * engine is not confident. A rejected suggestion is not made again in the session.
 */
import type { MirroredDocument } from '../documents/document-mirror.ts';
import type { EngineRequest, EngineSession, NesEngine } from '../suggestions/nes-engine.ts';
import type { Suggestion } from '../suggestions/suggestion.ts';
import { readDiff } from '../text/unified-diff.ts';
import { proposeSignature } from './changed-signature.ts';
import { proposeFix } from './diagnostic-fixes.ts';
import { EditTracker, type LineEdit } from './edit-tracker.ts';
import { learn, type Habit } from './habits.ts';
import { IgnoredProposals } from './ignored-proposals.ts';
import { manyPlaces, replaced, trimmed, type Proposal } from './proposal.ts';
import { proposeRename } from './renamed-symbol.ts';
import { proposeRepeated, type RepeatedOptions } from './repeated-edits.ts';
import { CandidateLines, type CandidateLinesOptions } from './candidate-lines.ts';

/** Lines from the cursor beyond which a position is far away. */
const far = 20;
/** The minimum number of equal edits; one more after two rejections. */
const minimumSupport = 2;
/** The minimum confidence for automatic suggestions, and for those that the user asks for. */
const minimumConfidence = 0.75;
const minConfidenceWhenAsked = -1;
const maxRejected = 200;
/** Open documents that are searched. */
const maxDocuments = 10;

/** Returns an engine that needs no model and no network. */
export function editEngine(): NesEngine {
  return { context: { diagnostics: {}, editHistory: { maxCount: 6 } }, open: () => new EditSession() };
}

class EditSession implements EngineSession {
  readonly #tracker = new EditTracker();
  readonly #rejected = new Set<string>();
  readonly #keys = new WeakMap<Suggestion, string>();
  readonly #ignored = new IgnoredProposals();
  #rejections = 0;

  changed(change: Parameters<EditTracker['note']>[0]): void {
    this.#tracker.note(change);
    this.#ignored.noteChange();
  }

  opened({ uri }: MirroredDocument): void {
    this.#tracker.forget(uri);
  }

  closed(uri: string): void {
    this.#tracker.forget(uri);
  }

  suggest(request: EngineRequest): readonly Suggestion[] {
    const { selection, trigger } = request;
    if (selection !== undefined && trigger !== 'manual') return [];
    this.#addHistory(request);
    const proposal = this.#propose(request);
    if (proposal === undefined) return [];
    const document = request.documents.find(({ uri }) => uri === proposal.uri) ?? request.document;
    const suggestions = suggestionsFor(proposal, document, request);
    for (const suggestion of suggestions) this.#keys.set(suggestion, proposal.key);
    return suggestions;
  }

  rejected(suggestion: Suggestion, reason: string): void {
    const key = this.#keys.get(suggestion);
    if (key === undefined || (reason !== 'rejected' && reason !== 'unspecified')) return;
    this.#rejections += 1;
    if (this.#rejected.size < maxRejected) this.#rejected.add(key);
  }

  accepted(): void {
    this.#rejections = 0;
  }

  /** A client that has just started to report changes may send earlier ones as history. */
  #addHistory({ context, document }: EngineRequest): void {
    if (!this.#tracker.isEmpty) return;
    for (const { uri, diff } of context.editHistory ?? []) {
      for (const { line, removed, added } of readDiff(diff)) {
        if (removed.length !== added.length || uri !== document.uri) continue;
        for (const [index, before] of removed.entries()) {
          const after = added[index] ?? '';
          const { languageId } = document;
          if (before !== after) this.#tracker.add({ uri, languageId, line: line + index, before, after });
        }
      }
    }
  }

  #propose(request: EngineRequest): Proposal | undefined {
    const { document, documents, diagnostics, position, kinds, trigger } = request;
    const { edits } = this.#tracker;
    const support = minimumSupport + (this.#rejections >= 2 ? 1 : 0);
    const habits = learn(edits, support).filter(({ key }) => !this.#rejected.has(key));
    const wrapsAround = trigger === 'manual';
    const candidates = this.#candidates(document, edits, { from: position.line, wrapsAround });
    const options = { edits, minimumConfidence: wrapsAround ? minConfidenceWhenAsked : minimumConfidence };
    const rules: (() => Proposal | undefined)[] = [
      () => proposeFix(document, diagnostics, position.line),
      () => proposeRepeated(habits, candidates, options),
      () => proposeSignature(edits, candidates, kinds.has('jump')),
      () => proposeRename(edits, candidates),
      () => this.#proposeElsewhere(habits, options, request),
    ];
    for (const rule of rules) {
      const proposal = rule();
      if (proposal === undefined || this.#rejected.has(proposal.key)) continue;
      const { key, uri, line, support: proposedSupport } = proposal;
      // A position that was ignored from a distance may be wanted when the user is next to it.
      const isNext = uri === document.uri && line === candidates.from + 1;
      if (!isNext && !this.#ignored.allows(key, proposedSupport)) continue;
      const text = documents.find((each) => each.uri === uri)?.text.line(line) ?? '';
      this.#ignored.propose(key, `${text} ${uri}`, proposedSupport);
      return proposal;
    }
    return undefined;
  }

  /** Searches other open documents if the current one has no more candidates. */
  #proposeElsewhere(
    habits: readonly Habit[],
    options: RepeatedOptions,
    { document, documents }: EngineRequest,
  ): Proposal | undefined {
    if (habits.length === 0) return undefined;
    for (const other of documents.slice(0, maxDocuments)) {
      if (other.uri === document.uri) continue;
      const candidates = this.#candidates(other, options.edits, { from: -1, isElsewhere: true });
      const proposal = proposeRepeated(habits, candidates, options);
      if (proposal !== undefined) return proposal;
    }
    return undefined;
  }

  /**
   * The candidate lines of a document after its latest edit; earlier ones count as passed over, unless the user asks.
   */
  #candidates(
    document: MirroredDocument,
    edits: readonly LineEdit[],
    { from, ...options }: Omit<CandidateLinesOptions, 'edited'> & { readonly from: number },
  ): CandidateLines {
    const last = this.#tracker.latest(document.uri) ?? edits.findLast(({ uri }) => uri === document.uri)?.line;
    const latest = options.isElsewhere === true ? from : (last ?? from);
    return new CandidateLines(document, latest, { ...options, edited: this.#tracker.touched(document.uri) });
  }
}

/** The edit; if it is far away, also a jump; and a rename of the symbol, if the client supports it. */
function suggestionsFor(proposal: Proposal, document: MirroredDocument, request: EngineRequest): readonly Suggestion[] {
  const { uri, line, replacements, rename } = proposal;
  const { kinds, position, trigger } = request;
  const text = document.text.line(line);
  const column = replacements[0]?.start ?? text.length - text.trimStart().length;
  const jump: Suggestion = { kind: 'jump', uri, position: { line, column } };
  const edit = editFor(proposal, document, text);
  if (edit === undefined) return kinds.has('jump') ? [jump] : [];
  const suggestions: Suggestion[] = [edit];
  const { visible } = document.focus ?? {};
  const isHidden = visible !== undefined && (line < visible.start.line || line > visible.end.line);
  const isFar = uri !== request.document.uri || isHidden || Math.abs(line - position.line) > far;
  if (isFar && kinds.has('jump')) suggestions.push(jump);
  if (rename === undefined) return suggestions;
  const { from, to, remaining } = rename;
  const isSymbol = proposal.key.startsWith('rename ');
  if (isSymbol && kinds.has('rename'))
    suggestions.push({ kind: 'rename', uri, position: { line, column }, newName: to });
  const isMany = remaining >= manyPlaces || (trigger === 'manual' && remaining >= 2);
  if (!isSymbol && isMany && kinds.has('searchAndReplace'))
    suggestions.push({ kind: 'searchAndReplace', uri, search: wholeWord(from), replace: to, isRegex: true });
  return suggestions;
}

function editFor(
  { uri, line, replacements, removesLine }: Proposal,
  document: MirroredDocument,
  text: string,
): Suggestion | undefined {
  const { text: documentText } = document;
  if (removesLine === true) {
    const isLast = line === documentText.lineCount - 1;
    const end = isLast ? { line, column: text.length } : { line: line + 1, column: 0 };
    return { kind: 'edit', uri, edits: [{ span: { start: { line, column: 0 }, end }, text: '' }] };
  }
  if (replacements.length === 0 || replaced(text, replacements) === text) return undefined;
  const edits = replacements
    .map((replacement) => trimmed(text, replacement))
    .map(({ start, end, text: now }) => ({
      span: { start: { line, column: start }, end: { line, column: end } },
      text: now,
    }));
  const last = replacements.at(-1);
  const shift = replacements.slice(0, -1).reduce((sum, each) => sum + each.text.length - (each.end - each.start), 0);
  const cursor = { line, column: (last?.start ?? 0) + shift + (last?.text.length ?? 0) };
  return { kind: 'edit', uri, edits, cursor };
}

const wholeWord = (word: string): string => `\\b${word.replaceAll('$', String.raw`\$`)}\\b`;
