/** Why a message was not injected, taken back or exchanged, in the words of the protocol (draft). */
import { RpcError } from '@acp-stack/rpc';
import { errorCodes, type InjectErrorData, type InjectErrorReason } from '@acp-stack/schema/v2/unstable';

import { isObject } from './json-object.ts';

/** A refusal that says why: `reason` is what a program looks at. */
export class InjectError extends RpcError {
  static {
    this.prototype.name = 'InjectError';
  }

  /** Why the message was not taken. */
  readonly reason: InjectErrorReason;
  /** The message in question; undefined when none came to be. */
  readonly messageId: string | undefined;

  constructor(code: number, message: string, options: ErrorOptions & { readonly data: InjectErrorData }) {
    super(code, message, options);
    this.reason = options.data.reason;
    this.messageId = options.data.messageId ?? undefined;
  }

  /** A refusal with -32010: it comes too late, or too early. */
  static precondition(data: InjectErrorData): InjectError {
    return new InjectError(errorCodes.inject_precondition_failed, 'Inject precondition failed', { data });
  }

  /** The refusal of a message that nobody knows, or no longer. */
  static unknown(messageId: string): InjectError {
    const data = { reason: 'unknown_message_id', messageId } as const;
    return new InjectError(errorCodes.resource_not_found, 'Resource not found', { data });
  }
}

/** `error` with its reason, when it gives one; otherwise as it is. */
export function asInjectError(error: unknown): unknown {
  if (!(error instanceof RpcError) || error instanceof InjectError) return error;
  const { code, message, data } = error;
  return hasReason(data) ? new InjectError(code, message, { data, cause: error }) : error;
}

const hasReason = (data: unknown): data is InjectErrorData => isObject(data) && typeof data['reason'] === 'string';
