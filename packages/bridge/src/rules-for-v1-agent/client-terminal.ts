/** One terminal that the client runs for the agent, shown to the client in the way of version 2. */
import type * as v1 from '@acp-stack/schema/v1/unstable';

import { encodeBase64 } from '@acp-stack/schema/base64';
import type { TerminalsHost } from './terminals.ts';

export class ClientTerminal {
  readonly #host: TerminalsHost;
  readonly #id: string;
  readonly #limit: number;
  /** How many characters were shown, and the last of them: enough to see whether output was only appended. */
  #length = 0;
  #tail = '';
  #hasEnded = false;

  constructor(host: TerminalsHost, id: string, limit: number) {
    this.#host = host;
    this.#id = id;
    this.#limit = limit;
  }

  /** Shows what is new in `output`, or all of it if its beginning has changed. */
  show({ output, exitStatus }: v1.TerminalOutputResponse): void {
    const terminalId = this.#id;
    if (this.#isContinuedBy(output)) {
      const fresh = output.slice(this.#length);
      if (fresh !== '')
        this.#host.sendUpdate({ sessionUpdate: 'terminal_output_chunk', terminalId, data: encode(fresh) });
    } else {
      this.#host.sendUpdate({ sessionUpdate: 'terminal_update', terminalId, output: { data: encode(output) } });
    }
    this.#length = output.length;
    this.#tail = output.slice(Math.max(0, output.length - this.#limit));
    if (exitStatus !== undefined && exitStatus !== null) this.end(exitStatus);
  }

  /** Shows that the command has ended; unknown parts of its status are left out. */
  end({ exitCode, signal }: v1.TerminalExitStatus = {}): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const exitStatus = {
      ...(exitCode === undefined ? undefined : { exitCode }),
      ...(signal === undefined ? undefined : { signal }),
    };
    this.#host.sendUpdate({ sessionUpdate: 'terminal_update', terminalId: this.#id, exitStatus });
  }

  #isContinuedBy(output: string): boolean {
    return output.length >= this.#length && output.startsWith(this.#tail, this.#length - this.#tail.length);
  }
}

const encode = (text: string): string => encodeBase64(new TextEncoder().encode(text));
