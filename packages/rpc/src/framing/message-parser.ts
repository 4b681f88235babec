/**
 * Parses messages that come one after the other, most of them alike.
 *
 * What streams is the same message again and again with few texts in it that differ. Once two such messages have come, the next one is
 * compared with them around those texts: where all the rest is the same characters, only the texts are parsed, and the rest is copied
 * from what its characters meant before. That takes half the time, and gives exactly what `JSON.parse` gives.
 */
import { MessagePattern, ownCopy } from './message-pattern.ts';

/** Messages that are parsed whole before two of them are compared: a connection that says little keeps nothing. */
const firstTry = 8;
/** The most that are parsed whole between two tries, when nothing repeats. */
const rarestTry = 1024;
/** Characters of the longest message that is compared. */
const longestCompared = 4096;
/** How many kinds of messages may take turns. */
const keptPatterns = 4;

/** Parses the messages of one connection, and is faster than `JSON.parse` at those that repeat. */
export class MessageParser {
  #patterns: MessagePattern[] | undefined;
  /** A message to compare the next one with. */
  #kept: string | undefined;
  #untilTry = firstTry;
  #wait = firstTry;

  /** What `JSON.parse` gives for `text`, or throws. */
  parse(text: string): unknown {
    const patterns = this.#patterns;
    if (patterns !== undefined) {
      for (let index = 0; index < patterns.length; index += 1) {
        const pattern = patterns[index] as MessagePattern;
        const message = pattern.read(text);
        if (message === undefined) continue;
        this.#wait = firstTry;
        if (index > 0) {
          patterns[index] = patterns[0] as MessagePattern;
          patterns[0] = pattern;
        }
        return message;
      }
    }
    const message: unknown = JSON.parse(text);
    this.#untilTry -= 1;
    if (this.#untilTry <= 0 && text.length <= longestCompared) this.#compare(text);
    return message;
  }

  #compare(text: string): void {
    const kept = this.#kept;
    this.#kept = kept === undefined ? ownCopy(text) : undefined;
    if (kept === undefined) return;
    this.#wait = Math.min(this.#wait * 2, rarestTry);
    this.#untilTry = this.#wait;
    const pattern = MessagePattern.of(kept, text);
    if (pattern !== undefined) this.#patterns = [pattern, ...(this.#patterns ?? []).slice(0, keptPatterns - 1)];
  }
}
