/** The problems that the editor knows about, as an agent is told of them. */
import type { NesDiagnostic, NesDiagnosticSeverity, PositionEncodingKind } from '@acp-stack/schema/v2/unstable';

import type { Span } from '../text/text-position.ts';
import { toWireRange } from '../text/position-encoding.ts';
import type { Text } from '../text/text.ts';

/** A problem in a document, in its places. */
export interface EditorDiagnostic {
  /** Where it is, in the text as it is now. */
  readonly span: Span;
  /** How bad it is, in the words of the protocol. */
  readonly severity: NesDiagnosticSeverity;
  /** What the editor says about it. */
  readonly message: string;
}

/** More are not told. */
const mostDiagnostics = 200;

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

  /** Those that fit the documents as they are; those of the current one first. */
  known(current: string): readonly NesDiagnostic[] {
    const all = [...this.#byUri].toSorted(([left], [right]) => Number(right === current) - Number(left === current));
    return all.flatMap(([uri, diagnostics]) => this.#told(uri, diagnostics)).slice(0, mostDiagnostics);
  }

  #told(uri: string, diagnostics: readonly EditorDiagnostic[]): readonly NesDiagnostic[] {
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
