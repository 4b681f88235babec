/** The diagnostics of the editor, in the form in which they are sent to the agent. */
import type { NesDiagnostic, NesDiagnosticSeverity, PositionEncodingKind } from '@acp-stack/schema/v2/unstable';

import type { Span } from '../text/text-position.ts';
import { toWireRange } from '../text/position-encoding.ts';
import type { Text } from '../text/text.ts';

/** A diagnostic of a document. */
export interface EditorDiagnostic {
  /** Its range in the current text. */
  readonly span: Span;
  /** Its severity, as in the protocol. */
  readonly severity: NesDiagnosticSeverity;
  /** The message of the editor. */
  readonly message: string;
}

/** The maximum number that is sent. */
const maxDiagnostics = 200;

export class EditorDiagnostics {
  readonly #byUri = new Map<string, readonly EditorDiagnostic[]>();
  readonly #textOf: (uri: string) => Text | undefined;
  readonly #encoding: PositionEncodingKind;

  constructor(textOf: (uri: string) => Text | undefined, encoding: PositionEncodingKind) {
    this.#textOf = textOf;
    this.#encoding = encoding;
  }

  set(uri: string, diagnostics: readonly EditorDiagnostic[]): void {
    this.#byUri.set(uri, diagnostics);
  }

  delete(uri: string): void {
    this.#byUri.delete(uri);
  }

  /** The diagnostics that are valid in the current documents; those of the current document first. */
  known(current: string): readonly NesDiagnostic[] {
    const all = [...this.#byUri].toSorted(([left], [right]) => Number(right === current) - Number(left === current));
    return all.flatMap(([uri, diagnostics]) => this.#toWire(uri, diagnostics)).slice(0, maxDiagnostics);
  }

  #toWire(uri: string, diagnostics: readonly EditorDiagnostic[]): readonly NesDiagnostic[] {
    const text = this.#textOf(uri);
    if (text === undefined) return [];
    return diagnostics
      .filter(({ span }) => text.has(span.start) && text.has(span.end))
      .map(({ span, severity, message }) => ({
        uri,
        range: toWireRange(text, span, this.#encoding),
        severity,
        message,
      }));
  }
}
