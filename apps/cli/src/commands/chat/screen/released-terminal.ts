/** The terminal while something else has it: another program, the user's editor, or the shell after Ctrl+Z. */
import { suspend } from '../../../terminal/own-signals.ts';
import { runInTerminal } from '../../../terminal/run-in-terminal.ts';
import type { FrameClock } from '../../../tui/frame-clock.ts';
import type { RawTerminal } from '../../../tui/raw-terminal.ts';
import type { Screen } from '../../../tui/screen.ts';
import { editedMessage } from '../input/edited-message.ts';
import type { InputBox } from '../input/input-box.ts';
import type { ChatUi } from '../ui/chat-ui.ts';

export interface ReleasedTerminalParts {
  readonly screen: Screen;
  readonly keys: RawTerminal;
  readonly clock: FrameClock;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A question is not on the screen any more. */
  readonly hideQuestion: () => void;
  readonly redraw: () => void;
  /** Tells why the editor could not be used. */
  readonly failed: (error: unknown) => void;
}

export class ReleasedTerminal {
  readonly #parts: ReleasedTerminalParts;

  constructor(parts: ReleasedTerminalParts) {
    this.#parts = parts;
  }

  readonly run: ChatUi['runInTerminal'] = (command, { signal }) => this.#during(() => runInTerminal(command, signal));

  readonly suspend = (): Promise<void> => this.#during(() => suspend());

  /** Lets the user write the message in an editor. */
  async edit(box: InputBox): Promise<void> {
    const { env, redraw, failed } = this.#parts;
    const run = async (command: string, args: readonly string[]): Promise<number | null> =>
      (await this.#during(() => runInTerminal({ command, args: [...args] }))).exitCode ?? null;
    try {
      const text = await editedMessage(box.text, { env, run });
      if (text !== undefined) box.edit(text);
      redraw();
    } catch (error) {
      failed(error);
    }
  }

  async #during<T>(work: () => PromiseLike<T>): Promise<T> {
    const { clock, screen, keys, hideQuestion, redraw } = this.#parts;
    clock.stop();
    hideQuestion();
    await screen.close();
    await keys.close();
    try {
      return await work();
    } finally {
      screen.forget();
      keys.open();
      clock.start();
      redraw();
    }
  }
}
