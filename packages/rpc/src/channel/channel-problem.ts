/** Input that could not be read as a message, and the error response that stands for it. */
import { rpcCodes } from '../message/errors.ts';
import type { Response } from '../message/message.ts';
import type { PartialMessage } from '../message/partial-message.ts';

/** Input that is not a message. */
export interface ChannelProblem {
  /** Not JSON, more bytes than the limit, or nested deeper than the limit. */
  readonly kind: 'unparsable' | 'too-large' | 'too-deep';
  /** One sentence for people. */
  readonly message: string;
  /** The input, or its beginning, where it can be shown. */
  readonly text?: string;
  /** The id of the message and whether it is a response, where these could be read. */
  readonly partial?: PartialMessage | undefined;
}

/** Returns the error response that stands for input that was not read, for programs that pass messages on. */
export function problemResponse({ kind, message, partial }: ChannelProblem): Response {
  return { jsonrpc: '2.0', id: partial?.id ?? null, error: { code: problemCode(kind), message } };
}

/** The error code of a problem in JSON-RPC. */
export const problemCode = (kind: ChannelProblem['kind']): number =>
  kind === 'unparsable' ? rpcCodes.parseError : rpcCodes.invalidRequest;
