/**
 * A mirror of the documents of an editor, built from its events.
 *
 * A document is either correct or marked as stale: it becomes stale by a change that is out of order, outside the text
 * or inside a character, and by a change that is missing or was lost. It stays stale until it is opened again or sent
 * as a whole. No event makes the mirror throw. Events take effect at once, in the order of their arrival.
 */
import type {
  DidChangeDocumentNotification,
  DidCloseDocumentNotification,
  DidFocusDocumentNotification,
  DidOpenDocumentNotification,
  DidSaveDocumentNotification,
  PositionEncodingKind,
  TextDocumentContentChangeEvent,
} from '@acp-stack/schema/v2/unstable';

import { isEmptySpan, type TextPosition, type Replacement, type Span } from '../text/text-position.ts';
import { changedSpanOf, fromWirePosition, fromWireRange } from '../text/position-encoding.ts';
import { replacementBetween } from '../text/replacements.ts';
import { Text } from '../text/text.ts';

/** A document that is mirrored correctly. */
export interface MirroredDocument {
  /** Its URI, as the editor sends it. */
  readonly uri: string;
  /** The language id of the editor; empty if the document was never opened by an event. */
  readonly languageId: string;
  /** The version, as the editor counts changes. */
  readonly version: number;
  /** The text of this version. */
  readonly text: Text;
  /** The cursor and the visible range when the document last had the focus. */
  readonly focus?: { readonly position: TextPosition; readonly visible: Span };
}

/** A change of a document; `before` and `after` are equal if nothing changed. */
export interface MirroredChange {
  /** The URI of the document. */
  readonly uri: string;
  /** The language id of the editor; empty if the document was never opened by an event. */
  readonly languageId: string;
  /** The version after the change. */
  readonly version: number;
  /** The text before the replacements. */
  readonly before: Text;
  /** The text after all replacements. */
  readonly after: Text;
  /** Each refers to the result of the one before. */
  readonly replacements: readonly Replacement[];
}

/** A change that cannot be applied, or one that is missing because its version never arrived or could not be read. */
type StaleReason = 'out-of-order' | 'out-of-range' | 'missing-change' | 'unreadable-change';

/** Why a document is not mirrored, or an event had no effect. */
export type MirrorReport =
  | {
      readonly kind: 'stale-document';
      readonly uri: string;
      readonly reason: StaleReason | 'too-large' | 'too-many';
    }
  | { readonly kind: 'unknown-document'; readonly uri: string; readonly event: string };

/** The limits of a mirror: by default 500 documents and 64 Mi code units. */
export interface MirrorLimits {
  /** The maximum number of documents; beyond it the least recently used one is reported and dropped. */
  readonly documents: number;
  /** The maximum total length in UTF-16 code units. */
  readonly length: number;
}

const defaultLimits: MirrorLimits = { documents: 500, length: 64 * 1024 * 1024 };

/** Options of a mirror. */
export interface MirrorOptions {
  /** The negotiated position encoding. */
  readonly encoding: PositionEncodingKind;
  /** Limits that differ from the defaults. */
  readonly limits?: Partial<MirrorLimits>;
  /** Called for documents that become stale, and for events about unknown ones. */
  readonly report?: (report: MirrorReport) => void;
}

type Entry =
  | { readonly state: 'current'; readonly document: MirroredDocument }
  | { readonly state: 'stale'; readonly languageId: string };

const languageOf = (entry: Entry): string => (entry.state === 'stale' ? entry : entry.document).languageId;

/** Mirrors the documents of an editor from its events, for agents. */
export class DocumentMirror {
  /** The document that was used last is last. */
  readonly #entries = new Map<string, Entry>();
  readonly #encoding: PositionEncodingKind;
  readonly #limits: MirrorLimits;
  readonly #report: (report: MirrorReport) => void;
  #length = 0;

  constructor({ encoding, limits, report = () => undefined }: MirrorOptions) {
    this.#encoding = encoding;
    this.#limits = { ...defaultLimits, ...limits };
    this.#report = report;
  }

  /** The document, if it is open and not stale. */
  get(uri: string): MirroredDocument | undefined {
    const entry = this.#entries.get(uri);
    return entry?.state === 'current' ? entry.document : undefined;
  }

  /** Whether the document is open and stale. */
  isStale(uri: string): boolean {
    return this.#entries.get(uri)?.state === 'stale';
  }

  /** All documents that are not stale, most recently used first. */
  *[Symbol.iterator](): Iterator<MirroredDocument> {
    for (const entry of [...this.#entries.values()].toReversed()) if (entry.state === 'current') yield entry.document;
  }

  /** Opens a document with its whole text; a stale one is correct again. */
  open({ uri, languageId, version, text }: Omit<DidOpenDocumentNotification, 'sessionId'>): void {
    this.#put({ uri, languageId, version, text: Text.from(text) });
  }

  /** Applies a change; returns what it did, or undefined if the document is stale or unknown. */
  change(params: Omit<DidChangeDocumentNotification, 'sessionId'>): MirroredChange | undefined {
    const { uri, version, contentChanges } = params;
    const entry = this.#entries.get(uri);
    const lastWholeText = contentChanges.findLastIndex(({ range }) => range === undefined || range === null);
    const known = entry?.state === 'current' ? entry.document : undefined;
    if (known === undefined && lastWholeText === -1) {
      if (entry === undefined) this.#report({ kind: 'unknown-document', uri, event: 'didChange' });
      return undefined;
    }
    if (known !== undefined && version <= known.version) return this.#markStale(uri, 'out-of-order');
    // Versions count changes (NES-06). After a whole text, earlier changes do not matter.
    if (known !== undefined && lastWholeText === -1 && version > known.version + 1)
      return this.#markStale(uri, 'missing-change');
    const languageId = entry === undefined ? '' : languageOf(entry);
    const old = known?.text ?? Text.from('');
    const applied = this.#apply(old, contentChanges, lastWholeText);
    if (applied === undefined) return this.#markStale(uri, 'out-of-range');
    this.#put({ ...known, uri, languageId, version, text: applied.text });
    return { uri, languageId, version, before: old, after: applied.text, replacements: applied.replacements };
  }

  /** A change of the document was lost; of an unknown document if `uri` is absent. */
  lose(uri?: string): void {
    for (const each of uri === undefined ? [...this.#entries.keys()] : [uri])
      this.#markStale(each, 'unreadable-change');
  }

  /** Drops a document. */
  close({ uri }: Omit<DidCloseDocumentNotification, 'sessionId'>): void {
    if (!this.#remove(uri)) this.#report({ kind: 'unknown-document', uri, event: 'didClose' });
  }

  /** Changes nothing; an unknown document is reported. */
  save({ uri }: Omit<DidSaveDocumentNotification, 'sessionId'>): void {
    if (!this.#entries.has(uri)) this.#report({ kind: 'unknown-document', uri, event: 'didSave' });
  }

  /** Records the cursor; the document becomes the most recently used one. */
  focus({ uri, version, position: wirePosition, visibleRange }: Omit<DidFocusDocumentNotification, 'sessionId'>): void {
    const entry = this.#entries.get(uri);
    if (entry === undefined) {
      this.#report({ kind: 'unknown-document', uri, event: 'didFocus' });
      return;
    }
    this.#entries.delete(uri);
    this.#entries.set(uri, entry);
    if (entry.state === 'stale' || entry.document.version !== version) return;
    const { document } = entry;
    const position = fromWirePosition(document.text, wirePosition, this.#encoding);
    const visible = this.#visible(document.text, visibleRange);
    if (position === undefined || visible === undefined) return;
    this.#entries.set(uri, { state: 'current', document: { ...document, focus: { position, visible } } });
  }

  /** Drops all documents. */
  clear(): void {
    this.#entries.clear();
    this.#length = 0;
  }

  #visible(text: Text, { start, end }: DidFocusDocumentNotification['visibleRange']): Span | undefined {
    // Editors count the line after the last one as visible.
    const last = Math.min(end.line, text.lineCount - 1);
    return fromWireRange(
      text,
      { start, end: { line: last, character: last === end.line ? end.character : 0 } },
      this.#encoding,
    );
  }

  /** Each change refers to the result of the one before; changes before a whole text do not matter. */
  #apply(
    before: Text,
    changes: readonly TextDocumentContentChangeEvent[],
    lastWholeText: number,
  ): { readonly text: Text; readonly replacements: readonly Replacement[] } | undefined {
    const replacements: Replacement[] = [];
    let text = before;
    if (lastWholeText !== -1) {
      text = Text.from(changes[lastWholeText]?.text ?? '');
      const all = replacementBetween(before, text);
      if (all !== undefined) replacements.push(all);
    }
    for (const { range, text: inserted } of changes.slice(lastWholeText + 1)) {
      const span = range ? changedSpanOf(text, range, this.#encoding) : undefined;
      if (span === undefined) return undefined;
      if (isEmptySpan(span) && inserted === '') continue;
      text = text.replace(span, inserted);
      replacements.push({ span, text: inserted });
    }
    return { text, replacements };
  }

  #put(document: MirroredDocument): void {
    const { uri, text } = document;
    this.#remove(uri);
    if (text.length > this.#limits.length) {
      this.#setStale(document, 'too-large');
      return;
    }
    this.#entries.set(uri, { state: 'current', document });
    this.#length += text.length;
    this.#evictExcept(uri);
  }

  /** Drops the least recently used documents, but not `kept`, until the limits are met. */
  #evictExcept(kept: string): void {
    for (const [uri, entry] of this.#entries) {
      const isFull = this.#length > this.#limits.length || this.#entries.size > this.#limits.documents;
      if (!isFull) return;
      if (uri === kept) continue;
      if (entry.state === 'current') this.#report({ kind: 'stale-document', uri, reason: 'too-many' });
      this.#remove(uri);
    }
  }

  #remove(uri: string): boolean {
    const entry = this.#entries.get(uri);
    if (entry?.state === 'current') this.#length -= entry.document.text.length;
    return this.#entries.delete(uri);
  }

  #markStale(uri: string, reason: StaleReason): undefined {
    const entry = this.#entries.get(uri);
    if (entry?.state !== 'current') return undefined;
    this.#remove(uri);
    this.#setStale(entry.document, reason);
    return undefined;
  }

  #setStale({ uri, languageId }: MirroredDocument, reason: StaleReason | 'too-large'): void {
    this.#entries.set(uri, { state: 'stale', languageId });
    this.#report({ kind: 'stale-document', uri, reason });
  }
}
