/**
 * A mistake of the program, such as an update that the protocol does not allow, or an answer of the other side that
 * means nothing.
 *
 * It is thrown where it is made, and also reported, because what a program sends need not be awaited.
 */
export class Mistake extends TypeError {
  static {
    this.prototype.name = 'TypeError';
  }
}

/** Frames of this package, and of the platform. */
const ownFrame = /[/\\]sdk[/\\](?:src|dist)[/\\](?!.*\.test\.)|node:|<anonymous>/u;

/** Where the program made the mistake, as `file:line:column`; undefined if its stack does not show it. */
export function placeOf({ stack = '' }: Error): string | undefined {
  const frame = stack.split('\n').find((line) => /^\s+at .*:\d+:\d+\)?$/u.test(line) && !ownFrame.test(line));
  return frame === undefined ? undefined : /(?:\(|at (?:async )?)([^\s()]+:\d+:\d+)\)?$/u.exec(frame)?.[1];
}
