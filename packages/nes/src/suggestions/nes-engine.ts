/**
 * The interface between `serveNes` and an engine, which makes suggestions.
 *
 * An engine receives all events in order. A request has the documents as they were when the client sent it.
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

/** The workspace as the client described it when the session started; every field may be absent. */
export type NesWorkspace = Readonly<Omit<StartNesRequest, '_meta'>>;

/** A diagnostic of the editor, in a mirrored document. */
export interface Diagnostic {
  /** The URI of the document. */
  readonly uri: string;
  /** Its range, in the text of the request. */
  readonly span: Span;
  /** Its severity, as in the protocol. */
  readonly severity: NesDiagnosticSeverity;
  /** The message of the editor. */
  readonly message: string;
}

/** A request for suggestions. */
export interface EngineRequest {
  /** The document in which the user works. */
  readonly document: MirroredDocument;
  /** The position of the cursor. */
  readonly position: TextPosition;
  /** The selection; absent if nothing is selected. */
  readonly selection?: Span;
  /** What caused the request: the user asked, typed, or has a new diagnostic at the cursor. */
  readonly trigger: NesTriggerKind;
  /** The kinds that the client supports. */
  readonly kinds: ReadonlySet<SuggestionKind>;
  /** The diagnostics of mirrored documents. */
  readonly diagnostics: readonly Diagnostic[];
  /** The context as it was received, for what the fields above do not have. */
  readonly context: NesSuggestContext;
  /** The open documents, most recently used first. */
  readonly documents: readonly MirroredDocument[];
  /** The values of the session options. */
  readonly options: Readonly<Record<string, string | boolean>>;
  /** Aborts when the client cancels the request, or the session ends. */
  readonly signal: AbortSignal;
}

/** An engine for one session. `close` ends everything that it started. */
export interface EngineSession {
  /** Called after a change; suggestions wait for the returned promise. */
  changed?(change: MirroredChange): void | Promise<void>;
  /** Called when a document is opened; suggestions wait for the returned promise. */
  opened?(document: MirroredDocument): void | Promise<void>;
  /** Called when a document is closed; suggestions wait for the returned promise. */
  closed?(uri: string): void | Promise<void>;
  /** Called when a document is saved; suggestions wait for the returned promise. */
  saved?(document: MirroredDocument): void | Promise<void>;
  /** Called when the user switches to a document; suggestions wait for the returned promise. */
  focused?(document: MirroredDocument): void | Promise<void>;
  /** Returns suggestions, best first; an empty list if there are none. An error fails the request of the client. */
  suggest(request: EngineRequest): readonly Suggestion[] | Promise<readonly Suggestion[]>;
  /** Called when the user accepts a suggestion. */
  accepted?(suggestion: Suggestion): void;
  /**
   * Called when a suggestion is rejected; `unspecified`, which counts like `rejected`, if the client sent no reason.
   */
  rejected?(suggestion: Suggestion, reason: NesRejectReason | 'unspecified'): void;
  /** The session has ended; nothing is called afterwards. */
  close?(): void;
}

/** Opens sessions. */
export interface NesEngine {
  /** The context that the engine requests, besides the documents. */
  readonly context?: NesContextCapabilities;
  /** Opens a session with what the client says about its workspace. */
  open(workspace: NesWorkspace): EngineSession;
}
