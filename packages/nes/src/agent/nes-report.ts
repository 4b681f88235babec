/** What sessions notice that is nobody's answer, for those who run the agent. */
import type { MirrorReport } from '../documents/document-mirror.ts';
import type { Suggestion } from '../suggestions/suggestion.ts';

/** What a session noticed that is nobody's answer. */
export type NesReport =
  | (MirrorReport & { readonly sessionId: string })
  /** A request about a document that is not mirrored, or about another version of it; the answer was empty. */
  | { readonly kind: 'unknown-version'; readonly sessionId: string; readonly uri: string; readonly version: number }
  /** The engine suggested what the client cannot show, or what makes no sense in the documents. */
  | { readonly kind: 'dropped-suggestion'; readonly sessionId: string; readonly suggestion: Suggestion }
  | { readonly kind: 'unknown-suggestion'; readonly sessionId: string; readonly suggestionId: string }
  | { readonly kind: 'engine-failed'; readonly sessionId: string; readonly error: unknown };

/** What a report says, for a log; undefined for what only the author of an engine or of a client wants to know. */
export function reportWords(report: NesReport): string | undefined {
  if (report.kind === 'engine-failed') {
    const { error } = report;
    return `The engine for edit suggestions failed: ${error instanceof Error ? error.message : String(error)}`;
  }
  if (report.kind !== 'stale-document') return undefined;
  return `There are no edit suggestions for ${report.uri} until it is opened again or sent as a whole: ${reasons[report.reason]}.`;
}

const reasons: Readonly<Record<(MirrorReport & { readonly kind: 'stale-document' })['reason'], string>> = {
  'out-of-order': 'a change came out of order',
  'out-of-range': 'a change was outside of its text',
  'missing-change': 'a change is missing',
  'unreadable-change': 'a change could not be read',
  'too-large': 'it is too large',
  'too-many': 'too many documents are open',
};
