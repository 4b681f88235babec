/** What a peer notices that is not part of a response. */
import type { ErrorObject, RequestId } from '../message/message.ts';

/** Something worth knowing. Errors of handlers are reported here with their stack; the peer never sees them. */
export type PeerReport =
  | { readonly kind: 'handler-failed'; readonly method: string; readonly error: unknown }
  | { readonly kind: 'unknown-notification'; readonly method: string }
  /**
   * `message` is the part that could be read: undefined, its id and whether it is a response, or the whole message.
   * `limit` is set if the message was not read because it exceeds a limit of the connection.
   */
  | {
      readonly kind: 'invalid-message';
      readonly problem: string;
      readonly message: unknown;
      readonly limit?: 'messageBytes' | 'depth';
    }
  | { readonly kind: 'unexpected-response'; readonly id: RequestId }
  /**
   * The peer could not read one of our messages; `method` names the call that failed, where only one can have been
   * meant.
   */
  | { readonly kind: 'unreadable-message'; readonly error: ErrorObject; readonly method: string | undefined }
  | { readonly kind: 'duplicate-request'; readonly id: RequestId; readonly method: string }
  | { readonly kind: 'unsendable-response'; readonly method: string; readonly error: unknown };

/** What takes reports. */
export interface Reporting {
  /** Is told what is not part of a response, for instance the errors of handlers. */
  readonly onReport?: (report: PeerReport) => void;
}

/** Hands `report` over; if the listener throws, the report is lost and the connection goes on. */
export function sendReport(reporting: Reporting, report: PeerReport): void {
  try {
    reporting.onReport?.(report);
  } catch {
    // There is no other place to report it to.
  }
}
