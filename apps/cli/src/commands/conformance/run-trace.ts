/** `--trace` of a run: what the suite and the program under test say to each other, each connection with a number. */
import type { ClientDriver, Connect, Wire } from '@acp-stack/conformance';

import { openLog, type Log } from '../../log/log.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { openTrace } from '../../trace/open-trace.ts';
import type { TraceWriter } from '../../trace/trace-writer.ts';
import type { ConformanceFlags } from './conformance-flags.ts';

export class RunTrace {
  readonly #trace: TraceWriter | undefined;
  readonly #log: Log;

  private constructor(trace: TraceWriter | undefined, log: Log) {
    this.#trace = trace;
    this.#log = log;
  }

  /** Opens the file, if there is to be one; `program` is its name in the trace. */
  static async open(flags: ConformanceFlags, program: string, terminal: Terminal): Promise<RunTrace> {
    const log = openLog(flags, terminal);
    return new RunTrace(await openTrace(flags.trace, { agent: program, now: terminal.now }), log);
  }

  /** Connects like `connect`, and records every message. */
  ofConnect(connect: Connect, here: 'Client' | 'Agent' = 'Client'): Connect {
    const trace = this.#trace;
    if (trace === undefined) return connect;
    return async (receiver) => {
      const recording = trace.connect({ here, log: this.#log });
      const { observer } = recording;
      const sent = (text: string): void => void observer.frame?.({ direction: 'sent', text, message: undefined });
      let isClosing = false;
      const wire = await connect({
        text: (text, isUtf8) => {
          if (isJson(text)) void observer.frame?.({ direction: 'received', text, message: undefined });
          else void observer.problem?.({ kind: 'unparsable', message: 'not JSON', text });
          receiver.text(text, isUtf8);
        },
        note: (text) => {
          recording.line(text);
          receiver.note(text);
        },
        ended: (reason) => {
          void observer.ended?.(isClosing ? undefined : new Error(reason));
          receiver.ended(reason);
        },
      });
      return {
        ...processOf(wire, sent),
        send: (text) => {
          sent(text);
          wire.send(text);
        },
        drained: async () => wire.drained?.(),
        close: async () => {
          isClosing = true;
          await wire.close();
          recording[Symbol.dispose]();
        },
      };
    };
  }

  /** Starts clients like `driver`, and records what they say to the agent that the suite plays. */
  ofDriver(driver: ClientDriver): ClientDriver {
    return async (task) => {
      const run = await driver(task);
      return { ...run, stop: () => run.stop(), connect: this.ofConnect(run.connect, 'Agent') };
    };
  }

  /** Closes the file. */
  close(): void {
    this.#trace?.[Symbol.dispose]();
  }
}

/** What only the connection to a process has. */
function processOf(wire: Wire, sent: (text: string) => void): Partial<Wire> {
  const { process } = wire;
  return {
    ...(process === undefined ? {} : { process }),
    ...(wire.sendBytes === undefined
      ? {}
      : {
          sendBytes: (bytes) => {
            sent(typeof bytes === 'string' ? bytes : new TextDecoder().decode(bytes));
            wire.sendBytes?.(bytes);
          },
        }),
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
