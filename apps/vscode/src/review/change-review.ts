/**
 * What agents have changed in files and the user has not decided about yet.
 *
 * Of each file the text before the first change is kept. Accepting a hunk makes it part of that text; rejecting it
 * takes it back in the file. A file is reviewed when both are the same. Paths are without links.
 */
import { sep } from 'node:path';

import { hunkAt, hunksBetween, plainText, withEditsOutside, withHunk, withoutHunk, type Hunk } from './hunks.ts';

/** The files of the editor, as far as a review needs them. */
export interface ReviewedFiles {
  /**
   * The text of a file as the editor has it, with unsaved changes; undefined if there is no such file. Rejects if it is
   * no text.
   */
  readonly read: (path: string) => Promise<string | undefined>;
  /** Replaces the text of a file through the editor, and saves it. */
  readonly write: (path: string, text: string) => Promise<void>;
  /** Deletes a file through the editor. */
  readonly remove: (path: string) => Promise<void>;
}

/** Files under review at once; of further ones, the changes stay without a review. */
const maxFiles = 500;

export class ChangeReview {
  readonly #files: ReviewedFiles;
  /** The text before the changes; undefined if there was no file. */
  readonly #before = new Map<string, string | undefined>();
  readonly #listeners = new Set<() => void>();

  constructor(files: ReviewedFiles) {
    this.#files = files;
  }

  /** The files with changes that were not decided about. */
  get paths(): readonly string[] {
    return [...this.#before.keys()];
  }

  has(path: string): boolean {
    return this.#before.has(path);
  }

  /** The text before the changes; empty for a new file. */
  before(path: string): string {
    return this.#before.get(path) ?? '';
  }

  /**
   * Takes over an edit by the user, which changed the text from `was` to `now`. Outside of the changes by the agent it
   * becomes part of the text before, so that it is not reviewed.
   */
  edited(path: string, was: string, now: string): void {
    if (!this.#before.has(path)) return;
    const before = this.before(path);
    this.#before.set(path, withEditsOutside(before, plainText(was), plainText(now)));
    this.#settle(path, plainText(now));
  }

  /** A file or folder has another path now. */
  renamed(from: string, to: string): void {
    for (const [path, before] of this.#before) {
      if (path !== from && !path.startsWith(`${from}${sep}`)) continue;
      this.#before.delete(path);
      this.#before.set(`${to}${path.slice(from.length)}`, before);
    }
    this.#tell();
  }

  /** Calls `listener` when a file was added or removed, or a hunk was decided about; returns how to stop. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** An agent has changed a file that had the text `before`. Only the first change since the last decision counts. */
  changed(path: string, before: string | undefined): void {
    if (this.#before.has(path) || this.#before.size >= maxFiles) return;
    this.#before.set(path, before === undefined ? undefined : plainText(before));
    this.#tell();
  }

  /** The hunks of a file whose text is `now`. */
  hunks(path: string, now: string): readonly Hunk[] {
    return this.#before.has(path) ? hunksBetween(this.before(path), plainText(now)) : [];
  }

  /** Accepts the hunk at a line, or the nearest one; false if there is none. */
  async accept(path: string, line: number): Promise<boolean> {
    const now = await this.#now(path);
    if (now === undefined) return false;
    const hunk = hunkAt(this.hunks(path, now), line);
    if (hunk === undefined) return false;
    this.#before.set(path, withHunk(this.before(path), hunk));
    this.#settle(path, now);
    return true;
  }

  /** Takes the hunk at a line back, or the nearest one; false if there is none. */
  async reject(path: string, line: number): Promise<boolean> {
    const now = await this.#now(path);
    if (now === undefined) return false;
    const hunk = hunkAt(this.hunks(path, now), line);
    if (hunk === undefined) return false;
    const rest = withoutHunk(now, hunk);
    if (rest === this.before(path)) await this.#restore(path);
    else await this.#files.write(path, rest);
    this.#settle(path, rest);
    return true;
  }

  /** Accepts all that was changed in a file. */
  acceptAll(path: string): void {
    if (this.#before.delete(path)) this.#tell();
  }

  /** Takes back all that was changed in a file; a new one is deleted. */
  async rejectAll(path: string): Promise<void> {
    if (!this.#before.has(path)) return;
    await this.#restore(path);
    this.acceptAll(path);
  }

  /**
   * Forgets a file that was deleted, or whose text is what it was before, also because the user has undone the change.
   */
  async refresh(path: string): Promise<void> {
    if (!this.#before.has(path)) return;
    const now = await this.#now(path);
    if (now !== undefined) this.#settle(path, now);
  }

  async #restore(path: string): Promise<void> {
    const before = this.#before.get(path);
    if (before === undefined) await this.#files.remove(path);
    else await this.#files.write(path, before);
  }

  /** The text of a file; one that was deleted is forgotten. */
  async #now(path: string): Promise<string | undefined> {
    const text = await this.#files.read(path);
    if (text !== undefined) return plainText(text);
    this.acceptAll(path);
    return undefined;
  }

  #settle(path: string, now: string): void {
    if (this.#before.has(path) && this.before(path) === now) this.#before.delete(path);
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
