/**
 * What the models of these examples answer. They are no models: they follow three rules, so that the examples run
 * without a network.
 */

/**
 * The answer to a conversation: the calls of a tool, or text.
 *
 * @param {{ lastUser: string, userMessages: number, toolOutput?: string }} seen
 */
export function answerTo({ lastUser, userMessages, toolOutput }) {
  if (toolOutput !== undefined) return { text: `The result is: ${toolOutput}.` };
  const count = /^cut (?<count>\d+)/iu.exec(lastUser)?.groups?.count;
  if (count !== undefined) return { call: { name: 'cutRoses', input: { count: Number(count) } } };
  return { text: `You have written ${userMessages} messages.` };
}

/** The pieces in which a text is streamed. */
export const pieces = (text) => text.split(/(?<= )/u);
