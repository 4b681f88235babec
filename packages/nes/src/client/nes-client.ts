/**
 * Next edit suggestions for an editor: sends the agent what it requested, asks for suggestions at the right moments,
 * and keeps them valid while the text changes.
 *
 * The editor reports events (`open`, `change`, `moveCursor` and so on) and shows what `onSuggestions` receives. Nothing
 * is sent that the agent did not request (NES-01 to NES-03).
 */
import { abortError, systemClock, type Clock } from '@acp-stack/rpc';
import {
  isSessionUpdate,
  type AuthMethod,
  type NesRelatedSnippet,
  type NesSuggestion,
  type PositionEncodingKind,
  type SessionConfigOption,
  type StartNesRequest,
  type StartNesResponse,
} from '@acp-stack/schema/v2/unstable';
import type { ClientConnection } from '@acp-stack/sdk';

import type { Suggestion, SuggestionKind } from '../suggestions/suggestion.ts';
import type { TextPosition, Replacement, Span } from '../text/text-position.ts';
import { defaultEncoding, toWirePosition, toWireRange } from '../text/position-encoding.ts';
import type { Text } from '../text/text.ts';
import { EditHistory } from '../text/edit-history.ts';
import { EditorDiagnostics, type EditorDiagnostic } from './editor-diagnostics.ts';
import { EditorDocuments, type EditorDocument, type Notify } from './editor-documents.ts';
import { readSuggestion } from './read-suggestion.ts';
import { collectContext } from './suggest-context.ts';
import {
  defaultTiming,
  SuggestController,
  type OfferedSuggestion,
  type ReceivedSuggestion,
  type SuggestTiming,
  type Trigger,
} from './suggest-controller.ts';
import { UserActions, type UserActionName } from './user-actions.ts';

/** The cause of a change. No suggestion is requested after `undo` and `redo`. */
export type ChangeCause = 'typing' | 'paste' | 'undo' | 'redo';

/** Options of a `NesClient`; all are optional. */
export interface NesClientOptions {
  /** The workspace, if it is known. */
  readonly workspace?: Omit<StartNesRequest, '_meta'>;
  /** The kinds that the editor supports, as advertised with `nesClientCapabilities`. Only edits by default. */
  readonly kinds?: readonly SuggestionKind[];
  /** Called with the current suggestions whenever they change. */
  readonly onSuggestions?: (offered: readonly OfferedSuggestion[]) => void;
  /** Lets the user log in if the agent requires it; returns whether the user did. */
  readonly onLogin?: (authMethods: readonly AuthMethod[]) => boolean | Promise<boolean>;
  /** Finds code that is related to a position, for agents that request it. */
  readonly relatedSnippets?: (
    uri: string,
    position: TextPosition,
  ) => readonly NesRelatedSnippet[] | Promise<readonly NesRelatedSnippet[]>;
  /** Called when a request starts, and when no request is pending any more. */
  readonly onAsking?: (isAsking: boolean) => void;
  /** Called with the error of a failed request. */
  readonly onError?: (error: unknown) => void;
  /** Called when the agent changes the options of the session. */
  readonly onConfigOptions?: (configOptions: readonly SessionConfigOption[]) => void;
  /** In milliseconds; by default a pause of 75, 300 between requests, and 5,000 after a dismissal. */
  readonly timing?: Partial<SuggestTiming>;
  /** Measures `timing`; the system clock by default. */
  readonly clock?: Clock;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** Reports the events of an editor to an agent, and keeps its suggestions up to date with the text. */
export class NesClient implements AsyncDisposable {
  /** The id of the session that `nes/start` created. */
  readonly sessionId: string;
  readonly #connection: ClientConnection;
  readonly #options: NesClientOptions;
  readonly #encoding: PositionEncodingKind;
  readonly #documents: EditorDocuments;
  readonly #history = new EditHistory();
  readonly #actions = new UserActions();
  readonly #diagnostics: EditorDiagnostics;
  readonly #controller: SuggestController;
  readonly #updates: Disposable;
  readonly #clock: Clock;
  readonly #now: () => number;
  #configOptions: readonly SessionConfigOption[];
  #isClosed = false;

  /** Called by `startNes`. */
  constructor(connection: ClientConnection, started: StartNesResponse, options: NesClientOptions) {
    const { clock = systemClock, now = Date.now, timing, onSuggestions, onAsking, onError } = options;
    const { sessionId } = started;
    this.sessionId = sessionId;
    this.#connection = connection;
    this.#options = options;
    this.#clock = clock;
    this.#now = now;
    this.#encoding = connection.capabilities.positionEncoding ?? defaultEncoding;
    this.#configOptions = started.configOptions ?? [];
    const { nes } = connection.capabilities;
    const events = nes?.events?.document ?? {};
    this.#documents = new EditorDocuments({
      notify: this.#notify,
      sessionId,
      events,
      encoding: this.#encoding,
      now,
    });
    this.#diagnostics = new EditorDiagnostics((uri) => this.#documents.get(uri)?.text, this.#encoding);
    this.#controller = new SuggestController({
      clock,
      timing: { ...defaultTiming, ...timing },
      textOf: (uri) => this.#documents.get(uri)?.text,
      ask: (...args) => this.#ask(...args),
      accept: (suggestionId) => void this.#notify('nes/accept', { sessionId, suggestionId }),
      reject: (suggestionId, reason) => void this.#notify('nes/reject', { sessionId, suggestionId, reason }),
      onChange: (offered) => onSuggestions?.(offered),
      onAsking: (isAsking) => onAsking?.(isAsking),
      onError: (error) => onError?.(error),
    });
    this.#updates = connection.onUpdate((update, { sessionId: updatedSessionId }) => {
      if (updatedSessionId === sessionId && isSessionUpdate.config_option_update(update))
        this.#setOptions(update.configOptions);
    });
  }

  // ------------------------------------------------------------------------------------ events of the editor

  /** Opens a document. If it is open already, replaces its text, for instance after a change on disk. */
  open(uri: string, languageId: string, text: string): void {
    this.#controller.forget(uri);
    this.#documents.open(uri, languageId, text);
  }

  /**
   * Applies the whole new text, or replacements, each of which refers to the result of the one before. `position` is
   * the new position of the cursor.
   */
  change(
    uri: string,
    change: string | readonly Replacement[],
    { cause = 'typing', position }: { readonly cause?: ChangeCause; readonly position?: TextPosition } = {},
  ): void {
    const made = this.#documents.change(uri, change);
    if (made === undefined) return;
    const { before, after, replacements } = made;
    this.#history.note(uri, before.text, after.text, this.#clock.now());
    const cursor = position ?? endOfChange(replacements, after);
    this.#noteAction(actionOf(cause, replacements), after, cursor);
    const isTypedAlong = this.#controller.changed(uri, replacements);
    if (cause === 'undo' || cause === 'redo' || isTypedAlong) this.#controller.cancel();
    else this.#controller.trigger({ uri, position: cursor, kind: 'automatic' });
  }

  /** Closes a document and drops its suggestions. */
  close(uri: string): void {
    this.#controller.forget(uri);
    this.#documents.close(uri);
    this.#diagnostics.delete(uri);
  }

  /** The document was saved. */
  save(uri: string): void {
    this.#documents.save(uri);
    const document = this.#documents.get(uri);
    if (document !== undefined) this.#noteAction('save', document, { line: 0, column: 0 });
  }

  /** The user switched to a document. */
  focus(uri: string, position: TextPosition, visible: Span): void {
    this.#history.split();
    this.#documents.focus(uri, position, visible);
  }

  /** The cursor moved without a change. With a selection no suggestion is requested. */
  moveCursor(uri: string, position: TextPosition, selection?: Span): void {
    const document = this.#documents.get(uri);
    if (document === undefined) return;
    this.#noteAction('cursorMovement', document, position);
    if (selection === undefined) this.#controller.trigger({ uri, position, kind: 'automatic' });
  }

  /** Replaces the diagnostics of a document; `position` is that of the cursor, if new diagnostics are close to it. */
  setDiagnostics(uri: string, diagnostics: readonly EditorDiagnostic[], position?: TextPosition): void {
    this.#diagnostics.set(uri, diagnostics);
    if (position !== undefined) this.#controller.trigger({ uri, position, kind: 'diagnostic' });
  }

  // -------------------------------------------------------------------------------------------- suggestions

  /** The current suggestions. */
  get offered(): readonly OfferedSuggestion[] {
    return this.#controller.offered;
  }

  /** Requests suggestions now, because the user asked for them. */
  suggest(uri: string, position: TextPosition, selection?: Span): void {
    this.#controller.trigger({ uri, position, kind: 'manual', ...(selection === undefined ? {} : { selection }) });
  }

  /** Accepts a suggestion. The editor has to carry out the result, and reports the change like any other. */
  accept(id: string): Suggestion | undefined {
    return this.#controller.accept(id);
  }

  /** Dismisses all current suggestions. */
  dismiss(): void {
    this.#controller.dismiss();
  }

  // -------------------------------------------------------------------------------------------- options

  /** The current options of the session. */
  get configOptions(): readonly SessionConfigOption[] {
    return this.#configOptions;
  }

  /** Sets an option of the session; rejects if the agent refuses it. */
  async setConfigOption(configId: string, value: string | boolean): Promise<void> {
    const { sessionId } = this;
    const answer = await this.#connection.request(
      'session/set_config_option',
      typeof value === 'boolean'
        ? { sessionId, configId, type: 'boolean', value }
        : { sessionId, configId, type: 'id', value },
    );
    this.#setOptions(answer.configOptions);
  }

  #setOptions(configOptions: readonly SessionConfigOption[]): void {
    this.#configOptions = configOptions;
    this.#options.onConfigOptions?.(configOptions);
  }

  // -------------------------------------------------------------------------------------------- lifecycle

  /** Ends the session; the current suggestions count as ignored. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#controller.close();
    this.#updates[Symbol.dispose]();
    const { sessionId } = this;
    // If the connection has ended, so has the session.
    await this.#connection.request('nes/close', { sessionId }).catch(() => undefined);
  }

  // -------------------------------------------------------------------------------------------- internals

  /** A notification that fails because the connection has ended is ignored. */
  readonly #notify: Notify = (method, params) => this.#connection.notify(method, params).catch(() => undefined);

  async #ask(
    { uri, position, selection, kind }: Trigger,
    signal: AbortSignal,
    sent: () => void,
  ): Promise<readonly ReceivedSuggestion[]> {
    const document = this.#documents.get(uri);
    const context = document && (await this.#context(document, position));
    // The document may have changed while the context was collected.
    if (signal.aborted || document === undefined || this.#documents.get(uri)?.version !== document.version)
      throw abortError('The document changed before the request was sent.', undefined);
    const { version, text } = document;
    const { sessionId } = this;
    const texts = this.#documents.texts();
    const response = this.#connection.request(
      'nes/suggest',
      {
        sessionId,
        uri,
        version,
        position: toWirePosition(text, position, this.#encoding),
        ...(selection === undefined ? {} : { selection: toWireRange(text, selection, this.#encoding) }),
        triggerKind: kind,
        ...(context === undefined ? {} : { context }),
      },
      // A suggestion that arrives all the same is rejected by its id (NES-14).
      { signal, abandon: false },
    );
    sent();
    const { suggestions } = await response;
    return suggestions.map((received) => ({ id: received.suggestionId, suggestion: this.#read(received, texts) }));
  }

  #context(document: EditorDocument, position: TextPosition): ReturnType<typeof collectContext> {
    const { relatedSnippets = () => [] } = this.#options;
    return collectContext(this.#connection.capabilities.nes?.context, document.uri, {
      documents: this.#documents,
      history: this.#history,
      actions: this.#actions,
      diagnostics: (current) => this.#diagnostics.known(current),
      relatedSnippets: () => relatedSnippets(document.uri, position),
    });
  }

  #read(received: NesSuggestion, texts: ReadonlyMap<string, Text>): Suggestion | undefined {
    return readSuggestion(received, {
      textOf: (uri) => texts.get(uri),
      encoding: this.#encoding,
      kinds: new Set<SuggestionKind>(['edit', ...(this.#options.kinds ?? [])]),
    });
  }

  #noteAction(action: UserActionName, { uri, text }: EditorDocument, position: TextPosition): void {
    this.#actions.note(action, { uri, position: toWirePosition(text, position, this.#encoding) }, this.#now());
  }
}

function actionOf(cause: ChangeCause, replacements: readonly Replacement[]): UserActionName {
  if (cause !== 'typing') return cause;
  return replacements.every(({ text }) => text === '') ? 'deleteChar' : 'insertChar';
}

/** The probable position of the cursor after a change. */
function endOfChange(replacements: readonly Replacement[], { text }: EditorDocument): TextPosition {
  const last = replacements.at(-1);
  if (last === undefined) return { line: 0, column: 0 };
  const lines = last.text.split(/\r\n|\r|\n/u);
  const { line, column } = last.span.start;
  const position = {
    line: line + lines.length - 1,
    column: (lines.length === 1 ? column : 0) + (lines.at(-1)?.length ?? 0),
  };
  return text.has(position) ? position : text.end;
}
