/**
 * The documents of an editor as its events describe them.
 *
 * The mirror is right or it says that it is not: a change that is out of order, outside the text or inside the bytes of a character, one that follows a
 * change which never came, and one that was lost on its way make the document stale, and it stays so until it is opened again or sent as a whole. Nothing
 * that an event holds makes it throw. Events take effect at once, in the order of their arrival.
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

/** A document that the mirror has right. */
export interface MirroredDocument {
  /** Its address, as the editor gives it. */
  readonly uri: string;
  /** The editor's name for the language; empty when the document was never opened by an event. */
  readonly languageId: string;
  /** Counts the changes, as the editor numbers them. */
  readonly version: number;
  /** As it is at that version. */
  readonly text: Text;
  /** Where the cursor and the visible lines were when the document last had the focus. */
  readonly focus?: { readonly position: TextPosition; readonly visible: Span };
}

/** What happened to a document; `before` and `after` are equal when nothing did. */
export interface MirroredChange {
  /** The document that was changed. */
  readonly uri: string;
  /** The editor's name for the language; empty when the document was never opened by an event. */
  readonly languageId: string;
  /** The number that the document has with this change. */
  readonly version: number;
  /** The text that the replacements begin with. */
  readonly before: Text;
  /** The text with all of them. */
  readonly after: Text;
  /** Each applies to the result of the one before. */
  readonly replacements: readonly Replacement[];
}

/** A change that cannot be applied, or one that is missing because its version never came or because it could not be read. */
type Spoiling = 'out-of-order' | 'out-of-range' | 'missing-change' | 'unreadable-change';

/** Why a document is not mirrored, or an event had no effect. */
export type MirrorReport =
  | {
      readonly kind: 'stale-document';
      readonly uri: string;
      readonly reason: Spoiling | 'too-large' | 'too-many';
    }
  | { readonly kind: 'unknown-document'; readonly uri: string; readonly event: string };

/** How much is mirrored: 500 documents and 64 Mi code units when nothing is said. */
export interface MirrorLimits {
  /** How many are held at once; beyond it the one that was not used for longest is reported and forgotten. */
  readonly documents: number;
  /** UTF-16 code units of all documents together. */
  readonly length: number;
}

const defaultLimits: MirrorLimits = { documents: 500, length: 64 * 1024 * 1024 };

/** How the events are to be read. */
export interface MirrorOptions {
  /** What the editor counts in a line, as it was agreed on when the connection began. */
  readonly encoding: PositionEncodingKind;
  /** Those that are to differ from the defaults. */
  readonly limits?: Partial<MirrorLimits>;
  /** Hears of documents that become stale, and of events about unknown ones. */
  readonly report?: (report: MirrorReport) => void;
}

type Entry =
  | { readonly state: 'current'; readonly document: MirroredDocument }
  | { readonly state: 'stale'; readonly languageId: string };

const languageOf = (entry: Entry): string => (entry.state === 'stale' ? entry : entry.document).languageId;

/** Follows the documents of an editor by its events, for agents. */
export class DocumentMirror {
  /** The one that was used last stands last. */
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

  /** The document, if it is open and the mirror has it right. */
  get(uri: string): MirroredDocument | undefined {
    const entry = this.#entries.get(uri);
    return entry?.state === 'current' ? entry.document : undefined;
  }

  /** Whether the document is open and the mirror does not have it right. */
  isStale(uri: string): boolean {
    return this.#entries.get(uri)?.state === 'stale';
  }

  /** All documents that the mirror has right, those used last first. */
  *[Symbol.iterator](): Iterator<MirroredDocument> {
    for (const entry of [...this.#entries.values()].toReversed()) if (entry.state === 'current') yield entry.document;
  }

  /** Takes a document with its whole text; one that was stale is right again. */
  open({ uri, languageId, version, text }: Omit<DidOpenDocumentNotification, 'sessionId'>): void {
    this.#put({ uri, languageId, version, text: Text.from(text) });
  }

  /** Applies a change; answers with what it did, undefined when the document is stale or unknown. */
  change(params: Omit<DidChangeDocumentNotification, 'sessionId'>): MirroredChange | undefined {
    const { uri, version, contentChanges } = params;
    const entry = this.#entries.get(uri);
    const whole = contentChanges.findLastIndex(({ range }) => range === undefined || range === null);
    const known = entry?.state === 'current' ? entry.document : undefined;
    if (known === undefined && whole === -1) {
      if (entry === undefined) this.#report({ kind: 'unknown-document', uri, event: 'didChange' });
      return undefined;
    }
    if (known !== undefined && version <= known.version) return this.#spoil(uri, 'out-of-order');
    // Versions count changes (NES-06). What a whole text follows does not matter.
    if (known !== undefined && whole === -1 && version > known.version + 1) return this.#spoil(uri, 'missing-change');
    const languageId = entry === undefined ? '' : languageOf(entry);
    const old = known?.text ?? Text.from('');
    const applied = this.#apply(old, contentChanges, whole);
    if (applied === undefined) return this.#spoil(uri, 'out-of-range');
    this.#put({ ...known, uri, languageId, version, text: applied.text });
    return { uri, languageId, version, before: old, after: applied.text, replacements: applied.replacements };
  }

  /** A change of the document did not arrive as it was sent; of some document, it is not known which, when absent. */
  lose(uri?: string): void {
    for (const each of uri === undefined ? [...this.#entries.keys()] : [uri]) this.#spoil(each, 'unreadable-change');
  }

  /** Forgets a document. */
  close({ uri }: Omit<DidCloseDocumentNotification, 'sessionId'>): void {
    if (!this.#remove(uri)) this.#report({ kind: 'unknown-document', uri, event: 'didClose' });
  }

  /** Changes nothing; a document that is not known is reported. */
  save({ uri }: Omit<DidSaveDocumentNotification, 'sessionId'>): void {
    if (!this.#entries.has(uri)) this.#report({ kind: 'unknown-document', uri, event: 'didSave' });
  }

  /** Notes where the cursor is; from now on the document counts as the one used last. */
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

  /** Forgets everything. */
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

  /** Each change applies to the result of the one before; what comes before a whole text does not matter. */
  #apply(
    before: Text,
    changes: readonly TextDocumentContentChangeEvent[],
    whole: number,
  ): { readonly text: Text; readonly replacements: readonly Replacement[] } | undefined {
    const replacements: Replacement[] = [];
    let text = before;
    if (whole !== -1) {
      text = Text.from(changes[whole]?.text ?? '');
      const all = replacementBetween(before, text);
      if (all !== undefined) replacements.push(all);
    }
    for (const { range, text: inserted } of changes.slice(whole + 1)) {
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
    this.#makeRoom(uri);
  }

  /** What was not used for longest goes first. */
  #makeRoom(kept: string): void {
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

  #spoil(uri: string, reason: Spoiling): undefined {
    const entry = this.#entries.get(uri);
    if (entry?.state !== 'current') return undefined;
    this.#remove(uri);
    this.#setStale(entry.document, reason);
    return undefined;
  }

  #setStale({ uri, languageId }: MirroredDocument, reason: Spoiling | 'too-large'): void {
    this.#entries.set(uri, { state: 'stale', languageId });
    this.#report({ kind: 'stale-document', uri, reason });
  }
}
