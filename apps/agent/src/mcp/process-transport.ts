/** An MCP transport to a program that is started for it and ends with it, together with everything that it starts. */
import { problemResponse } from '@acp-stack/rpc';
import { AgentProcessError, spawnAgent, type AgentProcess } from '@acp-stack/stdio';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';

export interface McpProgram {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** The limit for one message, in bytes. */
  readonly messageBytes: number;
}

/** The variables that every program needs; others may contain secrets and are not passed on. */
const passEnv = `HOME LOGNAME PATH SHELL TERM USER LANG LC_ALL LC_CTYPE TZ TMPDIR TMP TEMP XDG_RUNTIME_DIR
   APPDATA HOMEDRIVE HOMEPATH LOCALAPPDATA PATHEXT PROCESSOR_ARCHITECTURE PROGRAMFILES SYSTEMDRIVE SYSTEMROOT
   USERNAME USERPROFILE`.split(/\s+/u);

/** Grace periods in milliseconds: until the server ends by itself, and until it obeys SIGTERM. */
const grace = { end: 1000, terminate: 1000 };

export class ProcessTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /**
   * The library recognizes a process by this field and gives it more time to start; the output itself is in
   * `lastWords`.
   */
  readonly stderr = null;
  readonly #process: AgentProcess;
  #failure: string | undefined;

  /** Starts the program; messages before `start` wait. */
  constructor({ command, args, env, cwd, messageBytes }: McpProgram) {
    this.#process = spawnAgent({ command, args, env, cwd }, { passEnv, grace, messageBytes });
  }

  /** Undefined if the program could not be started. */
  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** Why the program has ended, in one sentence; undefined while it runs. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** The last output of the program on stderr. */
  get lastWords(): string {
    return this.#process.stderr.tail(5).join('\n');
  }

  start(): Promise<void> {
    this.#process.open({
      receive: (message) => this.onmessage?.(message as JSONRPCMessage),
      reject: (problem) => {
        const { partial, message } = problem;
        // The call that waits for such a response fails at once, and a request of the server gets an error.
        if (partial?.isResponse === true) this.onmessage?.(problemResponse(problem) as JSONRPCMessage);
        else if (partial !== undefined) this.#process.send(problemResponse(problem));
        else this.onerror?.(new Error(message));
      },
      ended: (error) => {
        this.#failure = endWords(error);
        if (error !== undefined) this.onerror?.(error);
        this.onclose?.();
      },
    });
    return Promise.resolve();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (!this.#process.send(message)) await this.#process.drained();
  }

  async close(): Promise<void> {
    await this.#process[Symbol.asyncDispose]();
  }
}

function endWords(error: Error | undefined): string {
  if (!(error instanceof AgentProcessError)) return error?.message ?? 'It has ended.';
  const { code, message, exitCode, signal } = error;
  if (code === 'not-started') return message;
  if (code !== 'exited') return code === 'not-acp' ? 'Its output is not MCP.' : 'It does not respond.';
  return typeof signal === 'string' ? `It was ended by ${signal}.` : `It exited with code ${exitCode}.`;
}
