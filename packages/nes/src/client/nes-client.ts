/**
 * Next edit suggestions for an editor: tells the agent what it wants to know, asks at the right moments, and keeps what comes fitting.
 *
 * The editor says what happens (`open`, `change`, `moveCursor` and so on) and shows what `onSuggestions` hands it. Nothing is sent that the agent did not
 * ask for (NES-01 to NES-03).
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
import { EditorDocuments, type EditorDocument, type Tell } from './editor-documents.ts';
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

/** How a document came to change. Nothing is asked for after `undo` and `redo`. */
export type ChangeCause = 'typing' | 'paste' | 'undo' | 'redo';

/** What the editor shows and tells besides its documents; everything may be left out. */
export interface NesClientOptions {
  /** The workspace, as far as it is known. */
  readonly workspace?: Omit<StartNesRequest, '_meta'>;
  /** What the editor can show; as it was advertised with `nesClientCapabilities`. Edits when absent. */
  readonly kinds?: readonly SuggestionKind[];
  /** Hears what there is to show now, whenever that changes. */
  readonly onSuggestions?: (offered: readonly OfferedSuggestion[]) => void;
  /** Lets the user log in when the agent wants that; true when they did. */
  readonly onLogin?: (authMethods: readonly AuthMethod[]) => boolean | Promise<boolean>;
  /** Finds code that has to do with a place, for agents that want it. */
  readonly relatedSnippets?: (
    uri: string,
    position: TextPosition,
  ) => readonly NesRelatedSnippet[] | Promise<readonly NesRelatedSnippet[]>;
  /** Hears when a request is under way, and when none is any more. */
  readonly onAsking?: (isAsking: boolean) => void;
  /** Hears why a request failed. */
  readonly onError?: (error: unknown) => void;
  /** Hears of the session's options, when the agent changes them. */
  readonly onConfigOptions?: (configOptions: readonly SessionConfigOption[]) => void;
  /** In milliseconds: 75 of pause, 300 between requests and 5,000 of quiet when nothing is said. */
  readonly timing?: Partial<SuggestTiming>;
  /** Measures `timing`; that of the system when absent. */
  readonly clock?: Clock;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** Tells an agent what happens in an editor, and keeps what it suggests in step with the text. */
export class NesClient implements AsyncDisposable {
  /** The session at the agent that `nes/start` began. */
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

  /** Made by `startNes`. */
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
      tell: this.#tell,
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
      ask: (...question) => this.#ask(...question),
      accept: (suggestionId) => void this.#tell('nes/accept', { sessionId, suggestionId }),
      reject: (suggestionId, reason) => void this.#tell('nes/reject', { sessionId, suggestionId, reason }),
      onChange: (offered) => onSuggestions?.(offered),
      onAsking: (isAsking) => onAsking?.(isAsking),
      onError: (error) => onError?.(error),
    });
    this.#updates = connection.onUpdate((update, { sessionId: told }) => {
      if (told === sessionId && isSessionUpdate.config_option_update(update)) this.#takeOptions(update.configOptions);
    });
  }

  // -------------------------------------------------------------------------------------------- what happens in the editor

  /** Also when it was open already, with a text that came from elsewhere. */
  open(uri: string, languageId: string, text: string): void {
    this.#controller.forget(uri);
    this.#documents.open(uri, languageId, text);
  }

  /** Takes the whole text after a change, or replacements of which each applies to the result of the one before; and where the cursor is now. */
  change(
    uri: string,
    change: string | readonly Replacement[],
    { cause = 'typing', position }: { readonly cause?: ChangeCause; readonly position?: TextPosition } = {},
  ): void {
    const made = this.#documents.change(uri, change);
    if (made === undefined) return;
    const { before, after, replacements } = made;
    this.#history.note(uri, before.text, after.text, this.#clock.now());
    const at = position ?? endOfChange(replacements, after);
    this.#act(actionOf(cause, replacements), after, at);
    const isTypedAlong = this.#controller.changed(uri, replacements);
    if (cause === 'undo' || cause === 'redo' || isTypedAlong) this.#controller.cancel();
    else this.#controller.trigger({ uri, position: at, kind: 'automatic' });
  }

  /** The editor does not have the document any more; what was suggested in it is gone. */
  close(uri: string): void {
    this.#controller.forget(uri);
    this.#documents.close(uri);
    this.#diagnostics.delete(uri);
  }

  /** The document was written to its file. */
  save(uri: string): void {
    this.#documents.save(uri);
    const document = this.#documents.get(uri);
    if (document !== undefined) this.#act('save', document, { line: 0, column: 0 });
  }

  /** The user switched to a document. */
  focus(uri: string, position: TextPosition, visible: Span): void {
    this.#history.split();
    this.#documents.focus(uri, position, visible);
  }

  /** The cursor moved without a change. With a selection nothing is asked for. */
  moveCursor(uri: string, position: TextPosition, selection?: Span): void {
    const document = this.#documents.get(uri);
    if (document === undefined) return;
    this.#act('cursorMovement', document, position);
    if (selection === undefined) this.#controller.trigger({ uri, position, kind: 'automatic' });
  }

  /** Replaces the problems that are known in a document; `place` is that of the cursor, when new ones are close to it. */
  setDiagnostics(uri: string, diagnostics: readonly EditorDiagnostic[], position?: TextPosition): void {
    this.#diagnostics.set(uri, diagnostics);
    if (position !== undefined) this.#controller.trigger({ uri, position, kind: 'diagnostic' });
  }

  // -------------------------------------------------------------------------------------------- suggestions

  /** What there is to show. */
  get offered(): readonly OfferedSuggestion[] {
    return this.#controller.offered;
  }

  /** Asks now, because the user wants it. */
  suggest(uri: string, position: TextPosition, selection?: Span): void {
    this.#controller.trigger({ uri, position, kind: 'manual', ...(selection === undefined ? {} : { selection }) });
  }

  /** The user takes a suggestion over. The answer is what the editor has to do; it reports the change like any other. */
  accept(id: string): Suggestion | undefined {
    return this.#controller.accept(id);
  }

  /** The user wants none of what is shown. */
  dismiss(): void {
    this.#controller.dismiss();
  }

  // -------------------------------------------------------------------------------------------- options

  /** The options of the session as they stand now. */
  get configOptions(): readonly SessionConfigOption[] {
    return this.#configOptions;
  }

  /** Sets an option of the session; rejects when the agent refuses it. */
  async setConfigOption(configId: string, value: string | boolean): Promise<void> {
    const { sessionId } = this;
    const answer = await this.#connection.request(
      'session/set_config_option',
      typeof value === 'boolean'
        ? { sessionId, configId, type: 'boolean', value }
        : { sessionId, configId, type: 'id', value },
    );
    this.#takeOptions(answer.configOptions);
  }

  #takeOptions(configOptions: readonly SessionConfigOption[]): void {
    this.#configOptions = configOptions;
    this.#options.onConfigOptions?.(configOptions);
  }

  // -------------------------------------------------------------------------------------------- life

  /** Ends the session; what is shown counts as ignored. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#controller.close();
    this.#updates[Symbol.dispose]();
    const { sessionId } = this;
    // A connection that has ended took the session with it.
    await this.#connection.request('nes/close', { sessionId }).catch(() => undefined);
  }

  // -------------------------------------------------------------------------------------------- inside

  /** What cannot be told because the connection has ended needs no telling. */
  readonly #tell: Tell = (method, params) => this.#connection.notify(method, params).catch(() => undefined);

  async #ask(
    { uri, position, selection, kind }: Trigger,
    signal: AbortSignal,
    sent: () => void,
  ): Promise<readonly ReceivedSuggestion[]> {
    const document = this.#documents.get(uri);
    const context = document && (await this.#context(document, position));
    // While the context was collected the user may have gone on.
    if (signal.aborted || document === undefined || this.#documents.get(uri)?.version !== document.version)
      throw abortError('The document changed before the request was sent.', undefined);
    const { version, text } = document;
    const { sessionId } = this;
    const texts = this.#documents.texts();
    const asked = this.#connection.request(
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
      { signal },
    );
    sent();
    const { suggestions } = await asked;
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

  #act(action: UserActionName, { uri, text }: EditorDocument, position: TextPosition): void {
    this.#actions.note(action, { uri, position: toWirePosition(text, position, this.#encoding) }, this.#now());
  }
}

function actionOf(cause: ChangeCause, replacements: readonly Replacement[]): UserActionName {
  if (cause !== 'typing') return cause;
  return replacements.every(({ text }) => text === '') ? 'deleteChar' : 'insertChar';
}

/** Where the cursor probably is after a change. */
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
