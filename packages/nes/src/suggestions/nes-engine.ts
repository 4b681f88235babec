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

import type { MirroredChange, MirroredDocument } from '../documents/document-mirror.ts';
import type { Suggestion, SuggestionKind } from './suggestion.ts';
import type { TextPosition, Span } from '../text/text-position.ts';

/** The workspace as the client described it when the session began; everything may be missing (NES-15). */
export type NesWorkspace = Readonly<Omit<StartNesRequest, '_meta'>>;

/** A problem that the editor knows about, in a document that is mirrored. */
export interface Diagnostic {
  /** The document that it is in. */
  readonly uri: string;
  /** Where it is, in the text of the request. */
  readonly span: Span;
  /** How bad it is, in the words of the protocol. */
  readonly severity: NesDiagnosticSeverity;
  /** What the editor says about it. */
  readonly message: string;
}

/** One request for suggestions. */
export interface EngineRequest {
  /** The one that the user works in. */
  readonly document: MirroredDocument;
  /** Where the cursor is. */
  readonly position: TextPosition;
  /** The selected text; absent when nothing is selected. */
  readonly selection?: Span;
  /** Whether the user asked, typed, or has a new problem at the cursor. */
  readonly trigger: NesTriggerKind;
  /** What the client can show. */
  readonly kinds: ReadonlySet<SuggestionKind>;
  /** What the editor knows to be wrong, in documents that are mirrored. */
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
  /** Hears of a document with its text; suggestions wait for what it returns. */
  opened?(document: MirroredDocument): void | Promise<void>;
  /** Hears that a document is not open any more; suggestions wait for what it returns. */
  closed?(uri: string): void | Promise<void>;
  /** Hears that a document was written to its file; suggestions wait for what it returns. */
  saved?(document: MirroredDocument): void | Promise<void>;
  /** Hears that the user has switched to a document; suggestions wait for what it returns. */
  focused?(document: MirroredDocument): void | Promise<void>;
  /** Thinks up what may come next, best first; nothing when there is nothing to say. Throwing fails the request of the client. */
  suggest(request: EngineRequest): readonly Suggestion[] | Promise<readonly Suggestion[]>;
  /** Hears that the user took a suggestion over. */
  accepted?(suggestion: Suggestion): void;
  /** `unspecified` when the client gave no reason; it counts like `rejected`. */
  rejected?(suggestion: Suggestion, reason: NesRejectReason | 'unspecified'): void;
  /** The session has ended; nothing is told or asked afterwards. */
  close?(): void;
}

/** Begins sessions. */
export interface NesEngine {
  /** What the engine wants with each request, besides the documents. */
  readonly context?: NesContextCapabilities;
  /** Begins a session with what the client tells of its workspace. */
  open(workspace: NesWorkspace): EngineSession;
}
