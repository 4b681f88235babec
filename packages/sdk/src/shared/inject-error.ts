/** The errors of `session/inject`, `session/revoke_inject` and `session/replace_inject` (draft). */
import { RpcError } from '@acp-stack/rpc';
import { isJsonObject } from '@acp-stack/schema/json-object';
import { errorCodes, type InjectErrorData, type InjectErrorReason } from '@acp-stack/schema/v2/unstable';

/** A message was not injected, revoked or replaced; `reason` says why. */
export class InjectError extends RpcError {
  static {
    this.prototype.name = 'InjectError';
  }

  /** Why the request was refused. */
  readonly reason: InjectErrorReason;
  /** The id of the message; undefined when it never got one. */
  readonly messageId: string | undefined;

  constructor(code: number, message: string, options: ErrorOptions & { readonly data: InjectErrorData }) {
    super(code, message, options);
    this.reason = options.data.reason;
    this.messageId = options.data.messageId ?? undefined;
  }

  /** The error -32010: the request comes too late, or too early. */
  static precondition(data: InjectErrorData): InjectError {
    return new InjectError(errorCodes.inject_precondition_failed, 'Inject precondition failed', { data });
  }

  /** The error for a message id that is not known, or not any more. */
  static unknown(messageId: string): InjectError {
    const data = { reason: 'unknown_message_id', messageId } as const;
    return new InjectError(errorCodes.resource_not_found, 'Resource not found', { data });
  }
}

/** `error` as an `InjectError`, if it has a reason; otherwise `error` itself. */
export function asInjectError(error: unknown): unknown {
  if (!(error instanceof RpcError) || error instanceof InjectError) return error;
  const { code, message, data } = error;
  return hasReason(data) ? new InjectError(code, message, { data, cause: error }) : error;
}

const hasReason = (data: unknown): data is InjectErrorData => isJsonObject(data) && typeof data['reason'] === 'string';
