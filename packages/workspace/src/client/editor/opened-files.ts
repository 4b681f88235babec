/**
 * The documents of a program without an editor: the files that it was started with, and those opened since.
 *
 * The last one is active. The number of files is limited.
 */
import { resolve } from 'node:path';

import type { EditorDocument, EditorState } from './editor-state.ts';

const maxOpen = 1000;
const maxRecent = 100;

/** The documents of a program without an editor; at most 1,000 open and 100 recent files. */
export class OpenedFiles implements EditorState {
  readonly #cwd: string;
  /** By path, in the order in which they were opened. */
  readonly #open = new Map<string, EditorDocument>();
  /** The newest is last. */
  readonly #recent = new Map<string, EditorDocument>();
  #active: EditorDocument | undefined;

  /** Relative paths start at `cwd`. */
  constructor(paths: readonly string[] = [], { cwd = process.cwd() }: { readonly cwd?: string } = {}) {
    this.#cwd = cwd;
    for (const path of paths) this.focus(path);
  }

  /** The open files, in the order in which they were opened. */
  open(): readonly EditorDocument[] {
    return [...this.#open.values()];
  }

  /** The recently focused files, newest first. */
  recent(): readonly EditorDocument[] {
    return [...this.#recent.values()].toReversed();
  }

  /** The file that was focused last; undefined after it was closed, or after `blur`. */
  active(): EditorDocument | undefined {
    return this.#active;
  }

  /** Makes a file active, and opens it if it is not open. */
  focus(path: string): void {
    const document = this.#open.get(this.#absolute(path)) ?? { path: this.#absolute(path) };
    this.#active = document;
    this.#open.set(document.path, document);
    this.#recent.delete(document.path);
    this.#recent.set(document.path, document);
    trim(this.#open, maxOpen);
    trim(this.#recent, maxRecent);
  }

  /** Closes a file. It stays among the recent ones. */
  close(path: string): void {
    const closed = this.#absolute(path);
    this.#open.delete(closed);
    if (this.#active?.path === closed) this.#active = undefined;
  }

  /** Makes no file active. */
  blur(): void {
    this.#active = undefined;
  }

  #absolute(path: string): string {
    return resolve(this.#cwd, path);
  }
}

function trim(entries: Map<string, unknown>, limit: number): void {
  for (const key of entries.keys()) {
    if (entries.size <= limit) return;
    entries.delete(key);
  }
}
