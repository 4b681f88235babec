/** Documents and an engine without a connection, to measure the engine. */
import { applyAll, DocumentMirror, editEngine } from '@acp-stack/nes';

const kinds = new Set(['edit']);

export class NesEditor {
  #mirror = new DocumentMirror({ encoding: 'utf-16' });
  #session = editEngine().open({});
  #versions = new Map();

  open(uri, languageId, lines) {
    this.#versions.set(uri, 1);
    this.#mirror.open({ uri, languageId, version: 1, text: lines.join('\n') });
  }

  close(uri) {
    this.#mirror.close({ uri });
    void this.#session.closed(uri);
  }

  /** Replaces lines. */
  splice(uri, from, to, lines) {
    const { text } = this.#mirror.get(uri);
    const isLast = to >= text.lineCount;
    // At the end of the text, the line ending before the lines is added and removed with them.
    const start = isLast && from > 0 ? position(from - 1, text.line(from - 1).length) : position(from, 0);
    const end = isLast ? position(text.lineCount - 1, text.line(text.lineCount - 1).length) : position(to, 0);
    const written = lines.map((line) => (isLast && from > 0 ? `\n${line}` : `${line}\n`)).join('');
    this.change(uri, { range: { start, end }, text: isLast && from === 0 ? lines.join('\n') : written });
  }

  change(uri, contentChange) {
    const version = this.#versions.get(uri) + 1;
    this.#versions.set(uri, version);
    const change = this.#mirror.change({ uri, version, contentChanges: [contentChange] });
    if (change !== undefined) void this.#session.changed(change);
  }

  /** The suggested edit, as a line number and its new text; `after` is undefined if the line is removed. */
  suggest(uri, line, diagnostics = []) {
    const document = this.#mirror.get(uri);
    const [first] = this.#session.suggest({
      document,
      position: { line, column: 0 },
      trigger: 'automatic',
      kinds,
      diagnostics,
      context: {},
      documents: [document],
      options: {},
      signal: undefined,
    });
    if (first === undefined) return undefined;
    const at = first.edits[0].span.start.line;
    const after = applyAll(document.text, first.edits);
    const isGone = after.lineCount < document.text.lineCount;
    return { line: at, before: document.text.line(at), after: isGone ? undefined : after.line(at) };
  }

  line(uri, index) {
    return this.#mirror.get(uri).text.line(index);
  }
}

const position = (line, character) => ({ line, character });
