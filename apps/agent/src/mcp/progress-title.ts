/** How far a call of an MCP tool is, shown in its title for as long as it runs. */
import type { ToolCall } from '@acp-stack/sdk';

interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

const longestMessage = 100;

export class ProgressTitle {
  readonly #title: string;
  readonly #call: ToolCall;
  #shown: string;

  constructor(title: string, call: ToolCall) {
    this.#title = title;
    this.#call = call;
    this.#shown = title;
  }

  /** Shows what the server says; what says the same as before is not told again. */
  readonly show = ({ progress, total, message }: Progress): void => {
    const share = total === undefined || total <= 0 ? '' : `${Math.floor((100 * progress) / total)} %`;
    const words = [share, message?.slice(0, longestMessage) ?? ''].filter((each) => each !== '').join(', ');
    void this.#set(words === '' ? this.#title : `${this.#title}: ${words}`);
  };

  /** The call is done, and has its own title again. */
  end(): Promise<void> {
    return this.#set(this.#title);
  }

  async #set(title: string): Promise<void> {
    if (title === this.#shown || this.#call.isFinal) return;
    this.#shown = title;
    await this.#call.update({ title });
  }
}
