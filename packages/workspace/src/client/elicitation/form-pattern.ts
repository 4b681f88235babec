/**
 * Matches text that a user typed with a regular expression of an agent.
 *
 * A regular expression can take exponential time, so it has a time limit. One that cannot be used does not refuse a
 * value, because the agent validates it again (ELIC-04).
 */
import { Script } from 'node:vm';

/** Time limit in milliseconds. */
const moment = 500;

const look = new Script('new RegExp(pattern, "u").test(text)');

/** Whether `text` matches; as in JSON Schema, a part of it is enough. */
export function fitsPattern(pattern: string, text: string): boolean {
  try {
    return look.runInNewContext({ pattern, text }, { timeout: moment }) !== false;
  } catch {
    return true;
  }
}
