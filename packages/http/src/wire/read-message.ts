/** Reads the text of one message. */
import { readPartialMessage, isDeeperThan, type ChannelProblem, type MessageParser } from '@acp-stack/rpc';

export type ReadMessage =
  | { readonly kind: 'message'; readonly message: unknown }
  | { readonly kind: 'problem'; readonly problem: ChannelProblem };

/** The message in `text`, nested at most `depth` deep, or what is wrong with it; a parser knows those that came before. */
export function readMessage(text: string, depth: number, parser?: MessageParser): ReadMessage {
  let message: unknown;
  try {
    message = parser === undefined ? JSON.parse(text) : parser.parse(text);
  } catch {
    return { kind: 'problem', problem: { kind: 'unparsable', message: 'The message is not JSON.' } };
  }
  // Each level takes two characters at least, so most messages need no look.
  if (text.length > depth * 2 && isDeeperThan(message, depth)) {
    const words = `The message is nested deeper than ${depth} levels.`;
    return { kind: 'problem', problem: { kind: 'too-deep', message: words, partial: readPartialMessage(text) } };
  }
  return { kind: 'message', message };
}
