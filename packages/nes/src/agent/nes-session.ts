/**
 * One session of next edit suggestions: its documents, its engine, and its suggestions.
 *
 * Events change the documents at once, so a request sees every event before it and none after it. An engine may take
 * longer to handle an event; suggestions wait for that. Closing cancels pending requests; closing again does nothing.
 */
import { abortError, joinSignals } from '@acp-stack/rpc';
import type {
  DidChangeDocumentNotification,
  DidCloseDocumentNotification,
  DidFocusDocumentNotification,
  DidOpenDocumentNotification,
  DidSaveDocumentNotification,
  NesDiagnostic,
  NesRejectReason,
  NesSuggestion,
  PositionEncodingKind,
  SessionConfigOption,
  SuggestNesRequest,
} from '@acp-stack/schema/v2/unstable';

import { DocumentMirror, type MirroredDocument, type MirrorLimits } from '../documents/document-mirror.ts';
import type { Diagnostic, EngineRequest, EngineSession, NesEngine, NesWorkspace } from '../suggestions/nes-engine.ts';
import type { Suggestion, SuggestionKind } from '../suggestions/suggestion.ts';
import { isEmptySpan } from '../text/text-position.ts';
import { fromWirePosition, fromWireRange } from '../text/position-encoding.ts';
import type { NesReport } from './nes-report.ts';
import { writeSuggestion } from './wire-suggestion.ts';

export interface NesSessionInit {
  readonly id: string;
  readonly workspace: NesWorkspace;
  readonly engine: NesEngine;
  readonly encoding: PositionEncodingKind;
  readonly kinds: ReadonlySet<SuggestionKind>;
  readonly configOptions: readonly SessionConfigOption[];
  readonly limits: Partial<MirrorLimits>;
  readonly report: (report: NesReport) => void;
}

type WithoutSessionId<T> = Omit<T, 'sessionId'>;

/** The maximum number of suggestions that are remembered until the client accepts or rejects them. */
const maxSuggestions = 200;

export class NesSession {
  readonly id: string;
  /** What the client said about the workspace when the session started. */
  readonly workspace: NesWorkspace;
  readonly #init: NesSessionInit;
  readonly #documents: DocumentMirror;
  readonly #engine: EngineSession;
  /** One for each pending request. */
  readonly #running = new Set<AbortController>();
  readonly #suggested = new Map<string, Suggestion>();
  #configOptions: readonly SessionConfigOption[];
  /** The pending work of the engine on events; undefined if there is none. */
  #busy: Promise<void> | undefined;
  #suggestionCount = 0;
  #isClosed = false;

  constructor(init: NesSessionInit) {
    const { id, workspace, engine, encoding, limits, report } = init;
    this.id = id;
    this.workspace = workspace;
    this.#init = init;
    this.#configOptions = init.configOptions;
    this.#documents = new DocumentMirror({
      encoding,
      limits,
      report: (noticed) => {
        report({ ...noticed, sessionId: id });
      },
    });
    this.#engine = engine.open(workspace);
  }

  get configOptions(): readonly SessionConfigOption[] {
    return this.#configOptions;
  }

  setConfigOptions(configOptions: readonly SessionConfigOption[]): void {
    this.#configOptions = configOptions;
  }

  // -------------------------------------------------------------------------------------------- events

  didOpen(params: WithoutSessionId<DidOpenDocumentNotification>): void {
    this.#documents.open(params);
    this.#notifyOf(params.uri, (document) => this.#engine.opened?.(document));
  }

  didChange(params: WithoutSessionId<DidChangeDocumentNotification>): void {
    const isKnown = this.#documents.get(params.uri) !== undefined;
    const change = this.#documents.change(params);
    if (change === undefined) return;
    // After a stale document the difference is not what the user has just typed, so the engine gets it as opened.
    if (isKnown) this.#notify(() => this.#engine.changed?.(change));
    else this.#notifyOf(params.uri, (document) => this.#engine.opened?.(document));
  }

  didClose(params: WithoutSessionId<DidCloseDocumentNotification>): void {
    this.#documents.close(params);
    this.#notify(() => this.#engine.closed?.(params.uri));
  }

  /** An event about a document was lost; about an unknown one if `uri` is undefined. */
  lose(uri: string | undefined): void {
    this.#documents.lose(uri);
  }

  didSave(params: WithoutSessionId<DidSaveDocumentNotification>): void {
    this.#documents.save(params);
    this.#notifyOf(params.uri, (document) => this.#engine.saved?.(document));
  }

  didFocus(params: WithoutSessionId<DidFocusDocumentNotification>): void {
    this.#documents.focus(params);
    this.#notifyOf(params.uri, (document) => this.#engine.focused?.(document));
  }

  #notifyOf(uri: string, notify: (document: MirroredDocument) => void | Promise<void>): void {
    const document = this.#documents.get(uri);
    if (document !== undefined) this.#notify(() => notify(document));
  }

  /** Passes events to the engine one after another. */
  #notify(notify: () => void | Promise<void>): void {
    const before = this.#busy;
    const pending = before === undefined ? this.#attempt(notify) : before.then(() => this.#attempt(notify));
    if (pending === undefined) return;
    const busy = pending.then(() => {
      if (this.#busy === busy) this.#busy = undefined;
    });
    this.#busy = busy;
  }

  #attempt(notify: () => void | Promise<void>): Promise<void> | undefined {
    try {
      return notify()?.catch((error: unknown) => {
        this.#reportFailure(error);
      });
    } catch (error) {
      this.#reportFailure(error);
      return undefined;
    }
  }

  #reportFailure(error: unknown): void {
    this.#init.report({ kind: 'engine-failed', sessionId: this.id, error });
  }

  // -------------------------------------------------------------------------------------------- suggestions

  /** Returns the suggestions of the engine; none for a document that is stale, unknown or of another version. */
  async suggest(params: WithoutSessionId<SuggestNesRequest>, signal: AbortSignal): Promise<readonly NesSuggestion[]> {
    const running = new AbortController();
    const either = joinSignals(signal, running.signal);
    this.#running.add(running);
    try {
      return await this.#askEngine(params, either.signal);
    } finally {
      this.#running.delete(running);
      either.release();
    }
  }

  async #askEngine(
    params: WithoutSessionId<SuggestNesRequest>,
    signal: AbortSignal,
  ): Promise<readonly NesSuggestion[]> {
    const request = this.#engineRequest(params, signal);
    if (request === undefined) {
      const { uri, version } = params;
      this.#init.report({ kind: 'unknown-version', sessionId: this.id, uri, version });
      return [];
    }
    await unlessAborted(this.#busy, signal);
    const suggestions = await unlessAborted(this.#engine.suggest(request), signal);
    return suggestions.flatMap((suggestion) => this.#prepare(suggestion, request) ?? []);
  }

  accept(suggestionId: string): void {
    const suggestion = this.#takeSuggestion(suggestionId);
    if (suggestion !== undefined) this.#engine.accepted?.(suggestion);
  }

  reject(suggestionId: string, reason: NesRejectReason | null | undefined): void {
    const suggestion = this.#takeSuggestion(suggestionId);
    if (suggestion !== undefined) this.#engine.rejected?.(suggestion, reason ?? 'unspecified');
  }

  /** The request with the current documents; undefined if its position is not in a mirrored document. */
  #engineRequest(params: WithoutSessionId<SuggestNesRequest>, signal: AbortSignal): EngineRequest | undefined {
    const { encoding, kinds } = this.#init;
    const { uri, version, position: wirePosition, selection, triggerKind, context } = params;
    const document = this.#documents.get(uri);
    if (document?.version !== version) return undefined;
    const position = fromWirePosition(document.text, wirePosition, encoding);
    const selected = selection ? fromWireRange(document.text, selection, encoding) : undefined;
    if (position === undefined) return undefined;
    return {
      document,
      position,
      ...(selected === undefined || isEmptySpan(selected) ? {} : { selection: selected }),
      trigger: triggerKind,
      kinds,
      diagnostics: (context?.diagnostics ?? []).flatMap((diagnostic) => this.#diagnostic(diagnostic) ?? []),
      context: context ?? {},
      documents: [...this.#documents],
      options: Object.fromEntries(
        this.#configOptions.flatMap((option) =>
          'currentValue' in option ? [[option.configId, option.currentValue as string | boolean]] : [],
        ),
      ),
      signal,
    };
  }

  #diagnostic({ uri, range, severity, message }: NesDiagnostic): Diagnostic | undefined {
    const text = this.#documents.get(uri)?.text;
    const span = text && fromWireRange(text, range, this.#init.encoding);
    return span && { uri, span, severity, message };
  }

  /** Gives a suggestion an id and its form on the wire; undefined if the client cannot receive it. */
  #prepare(suggestion: Suggestion, { document }: EngineRequest): NesSuggestion | undefined {
    const { kinds, encoding, report } = this.#init;
    this.#suggestionCount += 1;
    const id = `${this.id}/${this.#suggestionCount}`;
    const textOf = (uri: string) => (uri === document.uri ? document : this.#documents.get(uri))?.text;
    // The text of a stale document is not known.
    const isShowable = kinds.has(suggestion.kind) && !this.#documents.isStale(suggestion.uri);
    const written = isShowable ? writeSuggestion(id, suggestion, { textOf, encoding }) : undefined;
    if (written === undefined) {
      report({ kind: 'dropped-suggestion', sessionId: this.id, suggestion });
      return undefined;
    }
    this.#suggested.set(id, suggestion);
    const [oldest] = this.#suggested.keys();
    if (this.#suggested.size > maxSuggestions && oldest !== undefined) this.#suggested.delete(oldest);
    return written;
  }

  /** Returns a suggestion that was sent, and forgets it. */
  #takeSuggestion(suggestionId: string): Suggestion | undefined {
    const suggestion = this.#suggested.get(suggestionId);
    if (suggestion === undefined) this.#init.report({ kind: 'unknown-suggestion', sessionId: this.id, suggestionId });
    this.#suggested.delete(suggestionId);
    return suggestion;
  }

  // -------------------------------------------------------------------------------------------- lifecycle

  /** Cancels pending requests and frees resources (NES-05). */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const running of this.#running) running.abort(abortError('The session was closed.', undefined));
    this.#documents.clear();
    this.#suggested.clear();
    void this.#attempt(() => this.#engine.close?.());
  }
}

/** Awaits `work`, but rejects as soon as `signal` aborts. */
async function unlessAborted<T>(work: T | Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  if (!(work instanceof Promise)) return work;
  const settled = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    const stop = (): void => {
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', stop, { once: true, signal: settled.signal });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    settled.abort();
  }
}
