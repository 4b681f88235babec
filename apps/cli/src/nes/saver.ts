/** Brings a text to the disk, one at a time; what another program wrote there is overwritten only when the user wants that. */
import type { Text } from '@acp-stack/nes';

import type { EditedFile } from './edited-file.ts';
import type { Question } from './question.ts';

export interface SaverInit {
  readonly file: EditedFile;
  /** What is on the disk. */
  readonly text: Text;
  readonly ask: (question: Question) => void;
  readonly tell: (message: string) => void;
  /** The file was written. */
  readonly saved: () => void;
}

export class Saver {
  readonly #init: SaverInit;
  #saved: Text;
  #isSaving = false;

  constructor(init: SaverInit) {
    this.#init = init;
    this.#saved = init.text;
  }

  /** The text that is on the disk. */
  get saved(): Text {
    return this.#saved;
  }

  /** Whether the file is written now. */
  async save(text: Text, anyway = false): Promise<boolean> {
    if (this.#isSaving) return false;
    const { file, ask, tell, saved } = this.#init;
    this.#isSaving = true;
    try {
      if (!(await file.save(String(text), { anyway }))) {
        ask({
          words: () => 'another program has changed the file: o overwrites it, Esc leaves it as it is',
          answers: { o: () => void this.save(text, true) },
        });
        return false;
      }
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
