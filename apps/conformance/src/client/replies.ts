/** Collects what a client replies to messages that need not have a reply. */
import { PeerEnded } from '../conversation/failure.ts';
import { isResponse, type Fields, type Reply } from '../conversation/message.ts';
import type { ClientPlay } from './client-play.ts';

/** What a client has replied. */
export interface Replies {
  /** Its responses and arrays, except for the responses to fences; undefined if it has ended the connection. */
  readonly replies: readonly unknown[] | undefined;
}

/** Does `work`, which sends messages, and returns what the client has replied to them. */
export async function repliesTo({ conversation }: ClientPlay, work: () => void): Promise<Replies> {
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
export const described = ({ replies }: Replies): string =>
  replies === undefined ? 'It ended the connection.' : `It answered with ${JSON.stringify(replies)}.`;

/** What a reply says, as words. */
export const describedReply = ({ result, error }: Reply): string =>
  error === undefined
    ? `It answered with the result ${JSON.stringify(result)}.`
    : `It answered with the error ${error.code}.`;
