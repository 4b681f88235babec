/** Something wrong with a message of the program under test, and the rule that it breaks. */
import type { LoggedMessage } from '../conversation/message.ts';

export interface Finding {
  readonly rule: string;
  /** What is wrong, as a sentence. */
  readonly found: string;
  /** The message, and the request that it answers if there is one. */
  readonly evidence: readonly LoggedMessage[];
}

/** A finding before its messages are known. */
export type Fault = Omit<Finding, 'evidence'>;
