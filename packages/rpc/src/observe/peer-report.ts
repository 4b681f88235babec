/** What a peer noticed that is nobody's answer. */
import type { ErrorObject, RequestId } from '../message/message.ts';

/** Something worth knowing. Errors of handlers arrive here with their stack; the other side never sees them. */
export type PeerReport =
  | { readonly kind: 'handler-failed'; readonly method: string; readonly error: unknown }
  | { readonly kind: 'unknown-notification'; readonly method: string }
  /** `message` is what could be read of it: undefined when nothing, the id and whether it is an answer when only its head. */
  | { readonly kind: 'invalid-message'; readonly problem: string; readonly message: unknown }
  | { readonly kind: 'unexpected-response'; readonly id: RequestId }
  /** The other side could not read something of ours; `method` names the call that failed by it, where one must have been meant. */
  | { readonly kind: 'unreadable-message'; readonly error: ErrorObject; readonly method: string | undefined }
  | { readonly kind: 'duplicate-request'; readonly id: RequestId; readonly method: string }
  | { readonly kind: 'unsendable-response'; readonly method: string; readonly error: unknown };

export type Report = (report: PeerReport) => void;
