/** Saves a file, one write at a time; asks before overwriting changes of another program. */
import { describeError } from '@acp-stack/rpc';
import type { Text } from '@acp-stack/nes';

import type { EditedFile } from './edited-file.ts';
import type { Question } from './question.ts';

export interface FileSaverInit {
  readonly file: EditedFile;
  /** The saved text. */
  readonly text: Text;
  readonly ask: (question: Question) => void;
  readonly showMessage: (message: string) => void;
  /** The file was saved. */
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

  /** The saved text. */
  get saved(): Text {
    return this.#saved;
  }

  /** Saves the file; resolves with whether that succeeded. The user may be asked first. */
  async save(text: Text): Promise<boolean> {
    const outcome = await this.#write(text, false);
    return outcome === 'changed' ? this.#overwrite(text) : outcome;
  }

  /** Overwrites the file if the user agrees. */
  #overwrite(text: Text): Promise<boolean> {
    return new Promise((resolve) => {
      this.#init.ask({
        words: () => 'another program has changed the file: o overwrites it, Esc cancels',
        answers: { o: () => void this.#write(text, true).then((outcome) => resolve(outcome === true)) },
        giveUp: () => resolve(false),
      });
    });
  }

  /** Writes the file; resolves with `changed` if another program has written it, unless `anyway`. */
  async #write(text: Text, anyway: boolean): Promise<boolean | 'changed'> {
    if (this.#isSaving) return false;
    const { file, showMessage, saved } = this.#init;
    this.#isSaving = true;
    try {
      if (!(await file.save(String(text), { anyway }))) return 'changed';
      this.#saved = text;
      saved();
      showMessage('saved');
      return true;
    } catch (error) {
      showMessage(describeError(error));
      return false;
    } finally {
      this.#isSaving = false;
    }
  }
}
