/**
 * Regular expressions that an agent wrote, against what a person typed.
 *
 * An expression can take for ever, so each has a moment only. One that cannot be used is no reason to refuse an answer: the agent looks at
 * it again (ELIC-04).
 */
import { Script } from 'node:vm';

/** Milliseconds for one look. */
const moment = 100;

const look = new Script('new RegExp(pattern, "u").test(text)');

/** Whether `text` fits; as in JSON Schema, a part of it is enough. */
export function fitsPattern(pattern: string, text: string): boolean {
  try {
    return look.runInNewContext({ pattern, text }, { timeout: moment }) !== false;
  } catch {
    return true;
  }
}
