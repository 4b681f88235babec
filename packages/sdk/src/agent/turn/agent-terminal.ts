/** A terminal that the agent owns and the client shows. */
import type { SessionUpdate, TerminalExitStatus, TerminalSize, ToolCallContent } from '@acp-stack/schema/v2/unstable';

import { encodeBase64 } from '@acp-stack/schema/base64';
import { requireAbsolutePathsInUpdate } from '../../connection/outgoing-paths.ts';
import { bindMethods } from '../../shared/bound-methods.ts';

/** How a terminal of the agent begins. */
export interface AgentTerminalInit {
  /** The command, as it is shown to the user. */
  readonly command?: string;
  /** The absolute working directory. */
  readonly cwd?: string;
  /** In characters; chosen by the client when absent. */
  readonly size?: TerminalSize;
  /** Lets the client cancel the command; called when it does. */
  readonly onCancel?: () => void;
}

type Send = (update: SessionUpdate) => Promise<void>;

/** A terminal that the agent owns, shown to the user. */
export class AgentTerminal {
  static {
    bindMethods(this);
  }

  /** The id of the terminal, to show it in a tool call. */
  readonly terminalId: string;
  readonly #send: Send;
  readonly #encoder = new TextEncoder();
  readonly #onCancel: (() => void) | undefined;
  #hasExited = false;

  constructor(terminalId: string, { command, cwd, size, onCancel }: AgentTerminalInit, send: Send) {
    this.terminalId = terminalId;
    this.#send = send;
    this.#onCancel = onCancel;
    const update: SessionUpdate = {
      sessionUpdate: 'terminal_update',
      terminalId,
      ...(command === undefined ? {} : { command }),
      ...(cwd === undefined ? {} : { cwd }),
      ...(size === undefined ? {} : { size }),
      ...(onCancel === undefined ? {} : { capabilities: { cancel: {} } }),
    };
    // Checked here too: the promise of `send` is not awaited in a constructor.
    requireAbsolutePathsInUpdate(update);
    void send(update);
  }

  /** The content that shows this terminal in a tool call. */
  get content(): ToolCallContent {
    return { type: 'terminal', terminalId: this.terminalId };
  }

  /** Whether the command has ended. */
  get isFinal(): boolean {
    return this.#hasExited;
  }

  /** Whether the client may cancel the command. */
  get isCancellable(): boolean {
    return this.#onCancel !== undefined && !this.#hasExited;
  }

  /** Appends output; bytes may be split anywhere, also inside a character. */
  write(output: string | Uint8Array): Promise<void> {
    const data = this.#encode(output);
    return this.#send({ sessionUpdate: 'terminal_output_chunk', terminalId: this.terminalId, data });
  }

  /** Replaces the output so far. */
  replace(output: string | Uint8Array): Promise<void> {
    const data = this.#encode(output);
    return this.#send({ sessionUpdate: 'terminal_update', terminalId: this.terminalId, output: { data } });
  }

  /** Reports a new size. */
  resize(size: TerminalSize): Promise<void> {
    return this.#send({ sessionUpdate: 'terminal_update', terminalId: this.terminalId, size });
  }

  /** Reports that the command has ended. */
  exit(exitStatus: TerminalExitStatus): Promise<void> {
    this.#hasExited = true;
    return this.#send({ sessionUpdate: 'terminal_update', terminalId: this.terminalId, exitStatus });
  }

  /** The client asked to cancel it. */
  requestCancel(): void {
    this.#onCancel?.();
  }

  #encode(output: string | Uint8Array): string {
    return encodeBase64(typeof output === 'string' ? this.#encoder.encode(output) : output);
  }
}
