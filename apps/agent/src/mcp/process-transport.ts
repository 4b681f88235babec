/** An MCP transport to a program that is started for it and ends with it, together with everything that it starts. */
import { problemResponse } from '@acp-stack/rpc';
import { AgentProcessError, spawnAgent, type AgentProcess } from '@acp-stack/stdio';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';

export interface McpProgram {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** What every program needs; the rest of our environment may hold secrets and is not theirs. */
const passEnv = `HOME LOGNAME PATH SHELL TERM USER LANG LC_ALL LC_CTYPE TZ TMPDIR TMP TEMP XDG_RUNTIME_DIR
   APPDATA HOMEDRIVE HOMEPATH LOCALAPPDATA PATHEXT PROCESSOR_ARCHITECTURE PROGRAMFILES SYSTEMDRIVE SYSTEMROOT
   USERNAME USERPROFILE`.split(/\s+/u);

/** Milliseconds that a server has to end by itself, and then to obey. */
const grace = { end: 1000, terminate: 1000 };

export class ProcessTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** What the program prints there is in `lastWords`; a transport with this field is known to be a process, which may take its time to start. */
  readonly stderr = null;
  readonly #process: AgentProcess;
  #failure: string | undefined;

  /** Starts the program; what it says before `start` waits. */
  constructor({ command, args, env, cwd }: McpProgram) {
    this.#process = spawnAgent({ command, args, env, cwd }, { passEnv, grace });
  }

  /** Undefined when the program could not be started. */
  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** Why the program is no more, in a sentence; undefined while it runs. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** What the program printed last. */
  get lastWords(): string {
    return this.#process.stderr.tail(5).join('\n');
  }

  start(): Promise<void> {
    this.#process.open({
      receive: (message) => this.onmessage?.(message as JSONRPCMessage),
      reject: (problem) => {
        const { partial, message } = problem;
        // The call that waits for such an answer fails at once, and a server that asks is told.
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
  if (code !== 'exited') return code === 'not-acp' ? 'What it prints is not MCP.' : 'It does not answer.';
  return typeof signal === 'string' ? `It was ended by ${signal}.` : `It exited with code ${exitCode}.`;
}
