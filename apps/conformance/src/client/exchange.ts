/** Sends something to the client that asks for no answer, or for one, and shows what came back. */
import { PeerEnded } from '../conversation/failure.ts';
import { isResponse, type Fields, type Reply } from '../conversation/message.ts';
import type { ClientPlay } from './client-play.ts';

/** Responses of the client that belong to no request of the suite that it was asked to answer. */
export interface Exchange {
  /** Undefined if the client has ended the connection. */
  readonly replies: readonly unknown[] | undefined;
}

/** Does `work`, and returns what the client has answered to it besides the fence after it. */
export async function exchange({ conversation }: ClientPlay, work: () => void): Promise<Exchange> {
  const since = conversation.log.length;
  try {
    work();
    await conversation.fence();
    const fences = conversation.log
      .slice(since)
      .filter(({ from, text }) => from === 'suite' && text.includes('_conformance/fence'))
      .map(({ value }) => (value as Fields)['id']);
    const answers = conversation.received(since).map(({ value }) => value);
    return {
      replies: answers.filter((value) => Array.isArray(value) || (isResponse(value) && !fences.includes(value['id']))),
    };
  } catch (error) {
    if (error instanceof PeerEnded) return { replies: undefined };
    throw error;
  }
}

/** What came back, as words. */
export const described = ({ replies }: Exchange): string =>
  replies === undefined ? 'It ended the connection.' : `It answered with ${JSON.stringify(replies)}.`;

/** What a reply says, as words. */
export const describedReply = ({ result, error }: Reply): string =>
  error === undefined
    ? `It answered with the result ${JSON.stringify(result)}.`
    : `It answered with the error ${error.code}.`;
