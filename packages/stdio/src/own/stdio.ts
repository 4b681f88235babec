/** Our own standard input and output as a channel: how an agent meets the client that started it. */
import { lineChannel, type Channel, type LineChannelOptions } from '@acp-stack/rpc';

import { takeStdout } from './guarded-stdout.ts';
import { byteSink, byteSource, finish } from '../node/node-streams.ts';
import { decodeUtf8 } from '../node/utf8.ts';

/** How an agent uses its standard input and output. */
export interface StdioOptions extends Omit<LineChannelOptions, 'decode'> {
  /**
   * Milliseconds that the program may go on once the channel is over; then it is ended. `Infinity` leaves that to the
   * program.
   */
  readonly exitGrace?: number;
}

const defaultExitGrace = 1000;

/**
 * Makes the channel; from now on nothing else reaches standard output, and what the program prints goes to standard
 * error.
 *
 * The end of the input ends the program, after what it still had to answer has been written.
 */
export function stdio({ exitGrace = defaultExitGrace, ...options }: StdioOptions = {}): Channel {
  const { stdin, stdout } = process;
  const output = takeStdout();
  // A client that has gone says so at the input too; a write to it is not worth a stack trace.
  stdout.on('error', () => undefined);
  const leave = (): void => {
    if (exitGrace === Infinity) return;
    // Without holding up a program that is done by itself.
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
      // Node never closes its standard input; what still comes is read and dropped, so that the client does not wait for room.
      stdin.resume();
      (stdin as { unref?: () => void }).unref?.();
      output.end(() => undefined);
      leave();
    },
  });
  return lineChannel(byteSource(stdin), sink, { ...options, decode: decodeUtf8 });
}
