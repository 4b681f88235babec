/**
 * What thinks up suggestions, as `serveNes` uses it.
 *
 * It is told everything in the order in which it happened, and is asked with documents as they were when the client asked.
 */
import type {
  NesContextCapabilities,
  NesDiagnosticSeverity,
  NesRejectReason,
  NesSuggestContext,
  NesTriggerKind,
  StartNesRequest,
} from '@acp-stack/schema/v2/unstable';

import type { MirroredChange, MirroredDocument } from './documents/document-mirror.ts';
import type { Suggestion, SuggestionKind } from './suggestion.ts';
import type { Place, Span } from './text/place.ts';

/** The workspace as the client described it when the session began; everything may be missing (NES-15). */
export type NesWorkspace = Readonly<Omit<StartNesRequest, '_meta'>>;

/** A problem that the editor knows about, in a document that is mirrored. */
export interface Diagnostic {
  readonly uri: string;
  readonly span: Span;
  readonly severity: NesDiagnosticSeverity;
  readonly message: string;
}

/** One request for suggestions. */
export interface EngineRequest {
  readonly document: MirroredDocument;
  readonly place: Place;
  /** The selected text; absent when nothing is selected. */
  readonly selection?: Span;
  readonly trigger: NesTriggerKind;
  /** What the client can show. */
  readonly kinds: ReadonlySet<SuggestionKind>;
  readonly diagnostics: readonly Diagnostic[];
  /** The context as it came, for what is not in the fields above. */
  readonly context: NesSuggestContext;
  /** The open documents, those used last first. */
  readonly documents: readonly MirroredDocument[];
  /** What the options of the session are set to. */
  readonly options: Readonly<Record<string, string | boolean>>;
  /** Aborts when the client gives up, or the session ends. */
  readonly signal: AbortSignal;
}

/** An engine at work for one session. What it starts, `close` ends. */
export interface EngineSession {
  /** Hears of a change, after it happened; suggestions wait for what it returns. */
  changed?(change: MirroredChange): void | Promise<void>;
  opened?(document: MirroredDocument): void | Promise<void>;
  closed?(uri: string): void | Promise<void>;
  saved?(document: MirroredDocument): void | Promise<void>;
  focused?(document: MirroredDocument): void | Promise<void>;
  suggest(request: EngineRequest): readonly Suggestion[] | Promise<readonly Suggestion[]>;
  accepted?(suggestion: Suggestion): void;
  /** `unspecified` when the client gave no reason; it counts like `rejected`. */
  rejected?(suggestion: Suggestion, reason: NesRejectReason | 'unspecified'): void;
  close?(): void;
}

/** Begins sessions. */
export interface NesEngine {
  /** What the engine wants with each request, besides the documents. */
  readonly context?: NesContextCapabilities;
  open(workspace: NesWorkspace): EngineSession;
}
