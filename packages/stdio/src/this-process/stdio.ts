/** Standard input and output of this program as a channel to the client that started it. */
import { lineChannel, type Channel, type LineChannelOptions } from '@acp-stack/rpc';

import { takeStdout } from './guarded-stdout.ts';
import { byteSink, byteSource, finish } from '../node/node-streams.ts';
import { decodeUtf8 } from '../node/utf8.ts';

/** How an agent uses its standard input and output. */
export interface StdioOptions extends Omit<LineChannelOptions, 'decode'> {
  /**
   * Milliseconds that the program may go on once the channel has ended; then it is ended. `Infinity` leaves that to the
   * program.
   */
  readonly exitGrace?: number;
}

const defaultExitGrace = 1000;

/**
 * Makes the channel; from now on nothing else reaches standard output, and what the program prints goes to standard
 * error.
 *
 * The end of the input ends the program, after the responses that are due have been written.
 */
export function stdio({ exitGrace = defaultExitGrace, ...options }: StdioOptions = {}): Channel {
  const { stdin, stdout } = process;
  const output = takeStdout();
  // The end of the input reports a client that has gone; a failed write adds nothing.
  stdout.on('error', () => undefined);
  const leave = (): void => {
    if (exitGrace === Infinity) return;
    // Does not keep a program alive that has nothing more to do.
    setTimeout(() => {
      process.exit();
    }, exitGrace).unref();
  };
  const sink = byteSink(output, {
    end: async () => {
      await finish(output, stdout);
      if (stdin.readableEnded) leave();
      else stdin.once('close', leave);
    },
    destroy: () => {
      // Node.js never closes standard input; the rest is read and dropped, so that the client does not block.
      stdin.resume();
      (stdin as { unref?: () => void }).unref?.();
      output.end(() => undefined);
      leave();
    },
  });
  return lineChannel(byteSource(stdin), sink, { ...options, decode: decodeUtf8 });
}
