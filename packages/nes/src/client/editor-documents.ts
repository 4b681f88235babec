/**
 * The documents of the editor, and the events about them that the agent has requested (NES-02).
 *
 * Versions are counted here, from 1. A change is sent before everything that follows it.
 */
import type {
  NesDocumentEventCapabilities,
  NesOpenFile,
  NesRecentFile,
  PositionEncodingKind,
  TextDocumentContentChangeEvent,
} from '@acp-stack/schema/v2/unstable';
import type { NotificationFrom, Params } from '@acp-stack/sdk';

import { comparePositions, type TextPosition, type Replacement, type Span } from '../text/text-position.ts';
import { toWirePosition, toWireRange } from '../text/position-encoding.ts';
import { replacementBetween, widenToWholeCharacters } from '../text/replacements.ts';
import { Text } from '../text/text.ts';

/** An open document. */
export interface EditorDocument {
  readonly uri: string;
  readonly languageId: string;
  readonly version: number;
  readonly text: Text;
  /** The visible range; absent if the document is hidden or never had the focus. */
  readonly visible?: Span;
  /** When it last had the focus, in milliseconds since 1970. */
  readonly focusedAt?: number;
}

/** A change: the document before and after, and the replacements between them, step by step. */
export interface EditorChange {
  readonly before: EditorDocument;
  readonly after: EditorDocument;
  readonly replacements: readonly Replacement[];
}

/** Sends a notification to the agent. */
export type Notify = <K extends NotificationFrom<'client'>>(method: K, params: Params<K>) => Promise<void>;

export interface EditorDocumentsInit {
  readonly notify: Notify;
  readonly sessionId: string;
  readonly events: NesDocumentEventCapabilities;
  readonly encoding: PositionEncodingKind;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export class EditorDocuments {
  readonly #init: EditorDocumentsInit;
  /** The document that was used last is last. */
  readonly #documents = new Map<string, EditorDocument>();

  constructor(init: EditorDocumentsInit) {
    this.#init = init;
  }

  get(uri: string): EditorDocument | undefined {
    return this.#documents.get(uri);
  }

  /** The current texts. */
  texts(): ReadonlyMap<string, Text> {
    return new Map([...this.#documents].map(([uri, { text }]) => [uri, text]));
  }

  open(uri: string, languageId: string, text: string): EditorDocument {
    const version = (this.get(uri)?.version ?? 0) + 1;
    const document: EditorDocument = { uri, languageId, version, text: Text.from(text) };
    this.#put(document);
    const { notify, sessionId, events } = this.#init;
    if (events.didOpen) void notify('document/didOpen', { sessionId, uri, languageId, version, text });
    return document;
  }

  /** Applies the whole new text, or replacements, each of which refers to the result of the one before. */
  change(uri: string, change: string | readonly Replacement[]): EditorChange | undefined {
    const before = this.#require(uri);
    const replacements = typeof change === 'string' ? difference(before.text, change) : change;
    const steps: Text[] = [before.text];
    for (const { span, text: inserted } of replacements) {
      const text = steps.at(-1) ?? before.text;
      if (!text.has(span.start) || !text.has(span.end)) throw new RangeError('The change is not in the document.');
      if (comparePositions(span.end, span.start) < 0) throw new RangeError('The change ends before it starts.');
      steps.push(text.replace(span, inserted));
    }
    if (replacements.length === 0) return undefined;
    const after = { ...before, version: before.version + 1, text: steps.at(-1) ?? before.text };
    this.#put(after);
    this.#notifyChange(after, replacements, steps);
    return { before, after, replacements };
  }

  close(uri: string): void {
    if (!this.#documents.delete(uri)) return;
    const { notify, sessionId, events } = this.#init;
    if (events.didClose) void notify('document/didClose', { sessionId, uri });
  }

  save(uri: string): void {
    this.#require(uri);
    const { notify, sessionId, events } = this.#init;
    if (events.didSave) void notify('document/didSave', { sessionId, uri });
  }

  /** The user switched to the document, also to one that was open before (NES-07). */
  focus(uri: string, cursor: TextPosition, visible: Span): void {
    const document = this.#require(uri);
    const { notify, sessionId, events, encoding, now } = this.#init;
    this.#put({ ...document, visible, focusedAt: now() });
    if (!events.didFocus) return;
    const { version, text } = document;
    const position = toWirePosition(text, cursor, encoding);
    const visibleRange = toWireRange(text, visible, encoding);
    void notify('document/didFocus', { sessionId, uri, version, position, visibleRange });
  }

  /** The recently used documents without `current`, the latest first. */
  recent(current: string, count: number): readonly NesRecentFile[] {
    return [...this.#documents.values()]
      .toReversed()
      .filter(({ uri }) => uri !== current)
      .slice(0, count)
      .map(({ uri, languageId, text }) => ({ uri, languageId, text: String(text) }));
  }

  /** All documents, with what is known of their visible ranges. */
  openFiles(): readonly NesOpenFile[] {
    return [...this.#documents.values()].toReversed().map(({ uri, languageId, text, visible, focusedAt }) => ({
      uri,
      languageId,
      ...(visible === undefined ? {} : { visibleRange: toWireRange(text, within(text, visible), this.#init.encoding) }),
      ...(focusedAt === undefined ? {} : { lastFocusedMs: focusedAt }),
    }));
  }

  #notifyChange(
    { uri, version, text }: EditorDocument,
    replacements: readonly Replacement[],
    steps: readonly Text[],
  ): void {
    const { notify, sessionId, events, encoding } = this.#init;
    if (!events.didChange) return;
    const contentChanges: TextDocumentContentChangeEvent[] =
      events.didChange.syncKind === 'full'
        ? [{ text: String(text) }]
        : replacements.map((replacement, index) => {
            const step = steps[index] ?? text;
            // A lone surrogate cannot be counted in every encoding, and agents round it differently.
            const { span, text: inserted } = widenToWholeCharacters(step, replacement);
            return { range: toWireRange(step, span, encoding), text: inserted };
          });
    void notify('document/didChange', { sessionId, uri, version, contentChanges });
  }

  #put(document: EditorDocument): void {
    this.#documents.delete(document.uri);
    this.#documents.set(document.uri, document);
  }

  #require(uri: string): EditorDocument {
    const document = this.get(uri);
    if (document === undefined) throw new Error(`${uri} is not open.`);
    return document;
  }
}

function difference(before: Text, after: string): readonly Replacement[] {
  const replacement = replacementBetween(before, Text.from(after));
  return replacement === undefined ? [] : [replacement];
}

/** The visible range, in a text that may have become shorter. */
function within(text: Text, { start, end }: Span): Span {
  const clamp = (position: TextPosition): TextPosition => (text.has(position) ? position : text.end);
  return { start: clamp(start), end: clamp(end) };
}
