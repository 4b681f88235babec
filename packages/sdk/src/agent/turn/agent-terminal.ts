/** A terminal that the agent owns and the client shows: bytes go out as they come, and the end is said once. */
import type { SessionUpdate, TerminalExitStatus, TerminalSize, ToolCallContent } from '@acp-stack/schema/v2/unstable';

import { encodeBase64 } from '@acp-stack/schema/base64';
import { bindMethods } from '../../shared/bound-methods.ts';
import { requireAbsolutePathsInUpdate } from '../../connection/outgoing-paths.ts';

/** What a terminal of the agent begins with. */
export interface AgentTerminalInit {
  /** What runs in it, as the user reads it. */
  readonly command?: string;
  /** Where that runs, absolute. */
  readonly cwd?: string;
  /** In characters; the client chooses when absent. */
  readonly size?: TerminalSize;
  /** Lets the client cancel what runs in it; called when it does. */
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
    // Nobody awaits what a constructor sends.
    requireAbsolutePathsInUpdate(update);
    void send(update);
  }

  /** What shows this terminal inside a tool call. */
  get content(): ToolCallContent {
    return { type: 'terminal', terminalId: this.terminalId };
  }

  /** Whether its program has ended. */
  get isFinal(): boolean {
    return this.#hasExited;
  }

  /** Whether the client may cancel what runs in it. */
  get isCancellable(): boolean {
    return this.#onCancel !== undefined && !this.#hasExited;
  }

  /** Adds output; bytes may be cut anywhere, also inside a character (TOOL-16). */
  write(output: string | Uint8Array): Promise<void> {
    const data = this.#encode(output);
    return this.#send({ sessionUpdate: 'terminal_output_chunk', terminalId: this.terminalId, data });
  }

  /** Replaces everything written so far (TOOL-16). */
  replace(output: string | Uint8Array): Promise<void> {
    const data = this.#encode(output);
    return this.#send({ sessionUpdate: 'terminal_update', terminalId: this.terminalId, output: { data } });
  }

  /** Says that the terminal has another size. */
  resize(size: TerminalSize): Promise<void> {
    return this.#send({ sessionUpdate: 'terminal_update', terminalId: this.terminalId, size });
  }

  /** Says that the program has ended (TOOL-17). */
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
