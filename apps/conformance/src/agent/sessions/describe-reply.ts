/** What a response says, in words for the sentence of an observation. */
import { fieldsOf, type Reply } from '../../conversation/message.ts';

/** How a request was answered. */
export const describeReply = ({ error }: Reply): string =>
  error === undefined ? 'succeeded' : `was refused with ${error.code} (${error.message})`;

/** How a turn of version 1 ended. */
export const describeEnd = ({ error, result }: Reply): string =>
  error === undefined ? `the stop reason ${JSON.stringify(fieldsOf(result)['stopReason'])}` : `the error ${error.code}`;

/** Whether a request was refused with this code. */
export const isRefused = ({ error }: Reply, code: number): boolean => error?.code === code;

export const invalidParams: number = -32_602;
export const notFound: number = -32_002;
export const methodNotFound: number = -32_601;
