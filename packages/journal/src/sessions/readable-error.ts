/** The errors of a journal as a client may see them: one sentence that says what to do. */
import { describeError, RpcError, rpcCodes } from '@acp-stack/rpc';
import { errorCodes } from '@acp-stack/schema/v2/unstable';

import { JournalError } from '../contract/journal-error.ts';

/** The error for the user if something cannot be stored or read; the message of the journal says what to do. */
export function readableError(sessionId: string, error: unknown): unknown {
  if (!(error instanceof JournalError)) return error;
  const { code, message, sequence } = error;
  const refusal = (words: string, rpcCode: number = rpcCodes.internalError): RpcError =>
    new RpcError(rpcCode, words, { data: { sessionId, reason: code }, cause: error });
  if (code === 'missing') return refusal('The session was deleted.', errorCodes.resource_not_found);
  if (code === 'fenced') return refusal('This session was opened by another program; load it again to continue here.');
  if (code === 'corrupt') {
    const what = sequence === undefined ? 'Its record' : `Its event ${sequence}`;
    return refusal(
      `The session ${sessionId} cannot be read: ${what} is damaged; restore the journal from a backup, or delete this session.`,
    );
  }
  return refusal(`This cannot be stored: ${message}`);
}

export async function withReadableErrors<T>(sessionId: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw readableError(sessionId, error);
  }
}

/** The error of every method of a store whose journal could not be opened. */
export const openingError = (error: unknown): RpcError =>
  new RpcError(rpcCodes.internalError, describeError(error), { cause: error });
