/** Reports of sessions to the program that runs the agent, about problems that no response mentions. */
import { describeError } from '@acp-stack/rpc';
import type { MirrorReport } from '../documents/document-mirror.ts';
import type { Suggestion } from '../suggestions/suggestion.ts';

/** A problem that no response mentions. */
export type NesReport =
  | (MirrorReport & { readonly sessionId: string })
  /** A request about a document that is not mirrored, or about another version of it; the response was empty. */
  | { readonly kind: 'unknown-version'; readonly sessionId: string; readonly uri: string; readonly version: number }
  /** The engine suggested something that the client does not support, or that is not valid in the documents. */
  | { readonly kind: 'dropped-suggestion'; readonly sessionId: string; readonly suggestion: Suggestion }
  | { readonly kind: 'unknown-suggestion'; readonly sessionId: string; readonly suggestionId: string }
  | { readonly kind: 'engine-failed'; readonly sessionId: string; readonly error: unknown };

/**
 * Returns a report as a sentence for a log; undefined for reports that matter only to the author of an engine or a
 * client.
 */
export function reportWords(report: NesReport): string | undefined {
  if (report.kind === 'engine-failed') {
    const { error } = report;
    return `The engine for next edit suggestions failed: ${describeError(error)}`;
  }
  if (report.kind !== 'stale-document') return undefined;
  return `There are no next edit suggestions for ${report.uri} until it is opened again or sent as a whole: ${reasons[report.reason]}.`;
}

const reasons: Readonly<Record<(MirrorReport & { readonly kind: 'stale-document' })['reason'], string>> = {
  'out-of-order': 'a change came out of order',
  'out-of-range': 'a change was outside of its text',
  'missing-change': 'a change is missing',
  'unreadable-change': 'a change could not be read',
  'too-large': 'it is too large',
  'too-many': 'too many documents are open',
};
