/** What an agent does about something that it is sent, without waiting for silence. */
import type { Conversation } from '../../../conversation/conversation.ts';
import { PeerEnded, PeerSilent } from '../../../conversation/failure.ts';
import { fieldsOf, isResponse, type Fields, type Reply } from '../../../conversation/message.ts';
import { happensSoon } from '../../happens-soon.ts';

export const parseError: number = -32_700;
export const invalidRequest: number = -32_600;
export const methodNotFound: number = -32_601;
export const invalidParams: number = -32_602;
export const loginRequired: number = -32_000;

/** How a request was answered, for a sentence. */
export const describeReply = ({ error }: Reply): string =>
  error === undefined ? 'succeeded' : `was refused with ${error.code} (${error.message})`;

/** Whether a request was refused with this code. */
export const isRefused = ({ error }: Reply, code: number): boolean => error?.code === code;

/** Sends something, and returns the responses that came before the one to a later request. */
export async function reactionsTo(conversation: Conversation, send: () => void): Promise<readonly Fields[]> {
  const since = conversation.log.length;
  send();
  const { index } = await conversation.fence();
  return receivedIn(conversation, since, index);
}

/**
 * The same, for something that has to be answered: responses need not come in the order of what they answer, so those
 * that `isComplete` misses after the fence are waited for.
 */
export async function answersTo(
  conversation: Conversation,
  send: () => void,
  isComplete: (answers: readonly Fields[]) => boolean = (answers) => answers.length > 0,
): Promise<readonly Fields[]> {
  const since = conversation.log.length;
  send();
  const fence = await conversation.fence();
  const answers = (): readonly Fields[] =>
    receivedIn(conversation, since).filter((response) => response['id'] !== fence.id);
  await happensSoon(conversation, () => isComplete(answers()));
  return answers();
}

const receivedIn = (conversation: Conversation, since: number, end?: number): readonly Fields[] =>
  responsesIn(
    conversation.log
      .slice(since, end)
      .filter(({ from }) => from === 'peer')
      .map(({ value }) => value),
  );

/** The responses among these messages, also those in arrays. */
const responsesIn = (values: readonly unknown[]): readonly Fields[] =>
  values.flat().flatMap((value) => (isResponse(value) ? [value] : []));

/** Whether a response is an error with this code and without an id. */
export const isRefusal = (response: Fields, code: number): boolean =>
  response['id'] === null && fieldsOf(response['error'])['code'] === code;

/** Messages as JSON, for a sentence. */
export function shown(messages: readonly unknown[]): string {
  if (messages.length === 0) return 'nothing';
  const text = messages.map((message) => JSON.stringify(message)).join(', ');
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

/** Why `work` could not go on because of the agent; undefined if it could. */
export async function failureOf(work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof PeerEnded || error instanceof PeerSilent) return error.message;
    throw error;
  }
}
