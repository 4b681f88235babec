/** The files that are open, of which one is in front of the user: they are saved, left and changed for one another here. */
import { inOneLine } from '../../text/strip-control-characters.ts';
import type { ReadFile } from './edited-file.ts';
import { OpenFile } from './open-file.ts';
import type { Question } from './question.ts';

export interface OpenFilesInit {
  /** The first one is in front. */
  readonly files: readonly [ReadFile, ...ReadFile[]];
  readonly ask: (question: Question) => void;
  readonly tell: (message: string) => void;
  /** A file was written. */
  readonly saved: (uri: string) => void;
  /** Another file is in front. */
  readonly shown: (file: OpenFile) => void;
  /** Everything is saved, or is not to be. */
  readonly leave: () => void;
}

/** Files that one key can choose from. */
const mostListed = 9;
const keysOf = (index: number): readonly string[] => [String(index + 1), ...(index === 0 ? ['enter'] : [])];

export class OpenFiles {
  readonly #init: OpenFilesInit;
  #front: OpenFile;
  /** The one that was in front last stands first. */
  #others: readonly OpenFile[];

  constructor(init: OpenFilesInit) {
    this.#init = init;
    const [first, ...others] = init.files;
    this.#front = this.take(first);
    this.#others = others.map((each) => this.take(each));
  }

  get front(): OpenFile {
    return this.#front;
  }

  get all(): readonly OpenFile[] {
    return [this.#front, ...this.#others];
  }

  /** Those whose text is not on the disk. */
  get changed(): readonly OpenFile[] {
    return this.all.filter(({ isChanged }) => isChanged);
  }

  find(uri: string): OpenFile | undefined {
    return this.all.find((each) => each.uri === uri);
  }

  /** Makes a file ready to be shown. */
  take(read: ReadFile): OpenFile {
    const { ask, tell, saved } = this.#init;
    return new OpenFile(read, { ask, tell, saved: () => saved(read.file.uri) });
  }

  /** Puts a file in front, also one that was not open. */
  show(file: OpenFile): void {
    if (file === this.#front) return;
    this.#others = this.all.filter((each) => each !== file);
    this.#front = file;
    this.#init.shown(file);
  }

  /** Has the user choose another file. */
  list(): void {
    const files = this.#others.slice(0, mostListed);
    if (files.length === 0) {
      this.#init.tell('no other file is open; name several on the command line');
      return;
    }
    const names = files.map(
      ({ file, isChanged }, index) => `${index + 1} ${inOneLine(file.name)}${isChanged ? ' •' : ''}`,
    );
    this.#init.ask({
      words: () => `press a number: ${names.join(' · ')} · Esc stays`,
      // Enter goes back to the one that was in front before.
      answers: Object.fromEntries(
        files.flatMap((file, index) => keysOf(index).map((key) => [key, () => this.show(file)])),
      ),
    });
  }

  /** Leaves, if nothing is lost by that or the user wants it. */
  quit(): void {
    const { ask, leave } = this.#init;
    const { changed } = this;
    if (changed.length === 0) {
      leave();
      return;
    }
    const isPlain = changed.length === 1 && changed[0] === this.#front;
    // The names come last: a narrow screen has to show the keys.
    const names = isPlain ? '' : ` · ${changed.map(({ file }) => inOneLine(file.name)).join(', ')}`;
    ask({
      words: () => `not saved: s saves and leaves, d drops the changes, Esc stays${names}`,
      answers: { s: () => void this.#saveAndLeave(), d: leave },
    });
  }

  async #saveAndLeave(): Promise<void> {
    for (const file of this.changed) {
      // Whoever is asked about a file sees it.
      this.show(file);
      if (!(await file.save())) return;
    }
    this.#init.leave();
  }
}
