/** The open files, one of which is visible: saves, closes and switches between them. */
import { inOneLine } from '../../text/strip-control-characters.ts';
import type { ReadFile } from './edited-file.ts';
import { OpenFile } from './open-file.ts';
import type { Question } from './question.ts';

export interface OpenFilesInit {
  /** The files; the first one is visible. */
  readonly files: readonly [ReadFile, ...ReadFile[]];
  readonly ask: (question: Question) => void;
  readonly showMessage: (message: string) => void;
  /** A file was saved. */
  readonly saved: (uri: string) => void;
  /** Another file is visible. */
  readonly shown: (file: OpenFile) => void;
  /** The user quits: everything is saved, or discarded. */
  readonly leave: () => void;
}

/** The number of files that a digit can choose from. */
const maxListed = 9;
const keysOf = (index: number): readonly string[] => [String(index + 1), ...(index === 0 ? ['enter'] : [])];

export class OpenFiles {
  readonly #init: OpenFilesInit;
  #front: OpenFile;
  /** The hidden files, the one that was visible last first. */
  #others: readonly OpenFile[];

  constructor(init: OpenFilesInit) {
    this.#init = init;
    const [first, ...others] = init.files;
    this.#front = this.wrap(first);
    this.#others = others.map((each) => this.wrap(each));
  }

  get front(): OpenFile {
    return this.#front;
  }

  get all(): readonly OpenFile[] {
    return [this.#front, ...this.#others];
  }

  /** The files with unsaved changes. */
  get changed(): readonly OpenFile[] {
    return this.all.filter(({ isChanged }) => isChanged);
  }

  find(uri: string): OpenFile | undefined {
    return this.all.find((each) => each.uri === uri);
  }

  /** Returns an `OpenFile` for a file that was read, without opening it: `show` does that. */
  wrap(read: ReadFile): OpenFile {
    const { ask, showMessage, saved } = this.#init;
    return new OpenFile(read, { ask, showMessage, saved: () => saved(read.file.uri) });
  }

  /** Shows a file, also one that was not open. */
  show(file: OpenFile): void {
    if (file === this.#front) return;
    this.#others = this.all.filter((each) => each !== file);
    this.#front = file;
    this.#init.shown(file);
  }

  /** Asks the user to choose another file. */
  list(): void {
    const files = this.#others.slice(0, maxListed);
    if (files.length === 0) {
      this.#init.showMessage('no other file is open; give several on the command line');
      return;
    }
    const names = files.map(
      ({ file, isChanged }, index) => `${index + 1} ${inOneLine(file.name)}${isChanged ? ' •' : ''}`,
    );
    this.#init.ask({
      words: () => `press a number: ${names.join(' · ')} · Esc cancels`,
      // Enter returns to the previous file.
      answers: Object.fromEntries(
        files.flatMap((file, index) => keysOf(index).map((key) => [key, () => this.show(file)])),
      ),
    });
  }

  /** Quits, if nothing is lost or the user agrees. */
  quit(): void {
    const { ask, leave } = this.#init;
    const { changed } = this;
    if (changed.length === 0) {
      leave();
      return;
    }
    const isOnlyVisible = changed.length === 1 && changed[0] === this.#front;
    // The names come last, because a narrow screen must show the keys.
    const names = isOnlyVisible ? '' : ` · ${changed.map(({ file }) => inOneLine(file.name)).join(', ')}`;
    ask({
      words: () => `not saved: s saves and quits, d discards it, Esc cancels${names}`,
      answers: { s: () => void this.#saveAndLeave(), d: leave },
    });
  }

  async #saveAndLeave(): Promise<void> {
    for (const file of this.changed) {
      // Shows the file before asking about it.
      this.show(file);
      if (!(await file.save())) return;
    }
    this.#init.leave();
  }
}
