/** The connection to a program under test: texts out, texts in. It knows nothing of JSON-RPC. */

/** What a wire tells the suite. */
export interface WireReceiver {
  /**
   * One message: a line of stdout, a frame of a WebSocket, or an event of a stream. `isUtf8` is false if its bytes were
   * not UTF-8.
   */
  text(text: string, isUtf8?: boolean): void;
  /** Something that is not for messages, such as a line of stderr. */
  note(text: string): void;
  /** The program has ended the connection; the reason is a sentence for a report. */
  ended(reason: string): void;
}

/** An open connection. */
export interface Wire {
  /** Sends one message. Sending on a connection that has ended does nothing. */
  send(text: string): void;
  /** Sends bytes as they are, also half a message; only where the transport can. */
  sendBytes?(bytes: Uint8Array | string): void;
  /** Resolves when everything that was sent has left the suite; absent if that takes no time. */
  drained?(): Promise<void>;
  /** Closes the suite's side, and resolves when the program has ended or was ended. */
  close(): Promise<void>;
  /** The process, if there is one. */
  readonly process?: WireProcess;
}

/** A process under test. */
export interface WireProcess {
  readonly pid: number;
  /** Closes its standard input, and resolves with whether it ended by itself within `ms`. */
  endInput(ms: number): Promise<boolean>;
  /** Sends it SIGTERM, and resolves with whether it ended within `ms`. What it has started is left alone. */
  terminate(ms: number): Promise<boolean>;
  /** Whether, after its end, processes that it started still run; those that are ending get `ms` for that. */
  leftBehind(ms: number): Promise<boolean>;
  /** Stops reading its output; returns what reads on. */
  pause(): () => void;
  /** Closes its output, as if the suite had died. */
  dropOutput(): void;
}

/** Opens a connection to the program under test. */
export type Connect = (receiver: WireReceiver) => Promise<Wire>;
