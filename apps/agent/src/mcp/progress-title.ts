/** Shows the progress of an MCP tool call in its title while it runs. */
import type { Clock } from '@acp-stack/rpc';
import type { ToolCall } from '@acp-stack/sdk';

interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

const maxMessageLength = 100;
/** Milliseconds between two titles: some servers report more often than can be read. */
const interval = 100;

export class ProgressTitle {
  readonly #title: string;
  readonly #call: ToolCall;
  readonly #clock: Clock;
  #wanted: string;
  #shown: string;
  #isPausing = false;

  constructor(title: string, call: ToolCall, clock: Clock) {
    this.#title = title;
    this.#call = call;
    this.#clock = clock;
    this.#wanted = title;
    this.#shown = title;
  }

  /** Shows the newest progress, at most once per interval; a title that is already shown is not sent again. */
  readonly show = ({ progress, total, message }: Progress): void => {
    const share = total === undefined || total <= 0 ? '' : `${Math.floor((100 * progress) / total)} %`;
    const words = [share, message?.slice(0, maxMessageLength) ?? ''].filter((each) => each !== '').join(', ');
    this.#wanted = words === '' ? this.#title : `${this.#title}: ${words}`;
    if (!this.#isPausing) this.#showWanted();
  };

  /** The call has ended, in whichever way, and gets its own title back. */
  end(): Promise<void> {
    this.#wanted = this.#title;
    return this.#set(this.#title);
  }

  #showWanted(): void {
    const isNew = this.#wanted !== this.#shown && !this.#call.isFinal;
    this.#isPausing = isNew;
    if (!isNew) return;
    void this.#set(this.#wanted);
    this.#clock.schedule(interval, () => {
      this.#showWanted();
    });
  }

  async #set(title: string): Promise<void> {
    if (title === this.#shown || this.#call.isFinal) return;
    this.#shown = title;
    await this.#call.update({ title });
  }
}
