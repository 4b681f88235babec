/** Numbers of options. Loaded at every start, so it imports only commander. */
import { InvalidArgumentError } from 'commander';

/** A port. */
export function toPort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new InvalidArgumentError('It must be a number from 0 to 65535.');
}

/** Seconds of something that needs some time. */
export function toSomeSeconds(text: string): number {
  const seconds = toSeconds(text);
  if (seconds > 0) return seconds;
  throw new InvalidArgumentError('It must be more than 0 seconds.');
}

/** Seconds, 0 or more. */
export function toSeconds(text: string): number {
  const seconds = Number(text);
  if (Number.isFinite(seconds) && seconds >= 0) return seconds;
  throw new InvalidArgumentError('It must be a number of seconds.');
}
