/** Brings a text to the disk, one at a time; what another program wrote there is overwritten only when the user wants that. */
import type { Text } from '@acp-stack/nes';

import type { EditedFile } from './edited-file.ts';
import type { Question } from './question.ts';

export interface FileSaverInit {
  readonly file: EditedFile;
  /** What is on the disk. */
  readonly text: Text;
  readonly ask: (question: Question) => void;
  readonly tell: (message: string) => void;
  /** The file was written. */
  readonly saved: () => void;
}

export class FileSaver {
  readonly #init: FileSaverInit;
  #saved: Text;
  #isSaving = false;

  constructor(init: FileSaverInit) {
    this.#init = init;
    this.#saved = init.text;
  }

  /** The text that is on the disk. */
  get saved(): Text {
    return this.#saved;
  }

  /** Whether the file is written then; the user may have to be asked first. */
  async save(text: Text): Promise<boolean> {
    const outcome = await this.#write(text, false);
    return outcome === 'changed' ? this.#overwrite(text) : outcome;
  }

  /** Writes the file if the user wants that. */
  #overwrite(text: Text): Promise<boolean> {
    return new Promise((resolve) => {
      this.#init.ask({
        words: () => 'another program has changed the file: o overwrites it, Esc leaves it as it is',
        answers: { o: () => void this.#write(text, true).then((outcome) => resolve(outcome === true)) },
        giveUp: () => resolve(false),
      });
    });
  }

  /** Whether the file is written; `changed` when another program has written it, unless `anyway`. */
  async #write(text: Text, anyway: boolean): Promise<boolean | 'changed'> {
    if (this.#isSaving) return false;
    const { file, tell, saved } = this.#init;
    this.#isSaving = true;
    try {
      if (!(await file.save(String(text), { anyway }))) return 'changed';
      this.#saved = text;
      saved();
      tell('saved');
      return true;
    } catch (error) {
      tell(error instanceof Error ? error.message : String(error));
      return false;
    } finally {
      this.#isSaving = false;
    }
  }
}
