/** The streams and the environment of a command; tests pass their own. */
import type { Output } from './output.ts';

export interface Terminal {
  readonly stdin: AsyncIterable<Uint8Array> & {
    readonly isTTY?: boolean;
    readonly fd?: number;
  };
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
  /** The command that starts this program again. */
  readonly program: readonly string[];
  /** Ends the process after these seconds, whatever it still waits for; absent where the process is not our own. */
  readonly exitAfter?: (seconds: number, exitCode: number) => void;
}
