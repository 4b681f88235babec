/** Everything a command may touch of the outside; tests bring their own. */
import type { Output } from './output.ts';

export interface Terminal {
  readonly stdin: AsyncIterable<Uint8Array> & {
    readonly isTTY?: boolean;
    readonly fd?: number;
  };
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds that only grow. */
  readonly now: () => number;
  /** How this program is started, to start it once more. */
  readonly program: readonly string[];
}
