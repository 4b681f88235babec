/** What a response says, in words for the sentence of an observation. */
import type { Reply } from '../../conversation/message.ts';

/** How a request was answered. */
export const describeReply = ({ error }: Reply): string =>
  error === undefined ? 'succeeded' : `was refused with ${error.code} (${error.message})`;

/** Whether a request was refused with this code. */
export const isRefused = ({ error }: Reply, code: number): boolean => error?.code === code;

export const invalidParams: number = -32_602;
export const notFound: number = -32_002;
export const methodNotFound: number = -32_601;
