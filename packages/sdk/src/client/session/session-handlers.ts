/**
 * What a program registers for sessions: listeners to updates, and handlers of requests for permission.
 *
 * `S` is the session as the program sees it.
 */
import type { RequestPermissionOutcome, RequestPermissionRequest, SessionUpdate } from '@acp-stack/schema/v2/unstable';

/** Where an update came from. */
export interface UpdateContextOf<S> {
  /** Undefined when the session is not open here, such as one of a subagent. */
  readonly session: S | undefined;
  /** The session that the update is about, open here or not. */
  readonly sessionId: string;
}

export type UpdateHandlerOf<S> = (update: SessionUpdate, context: UpdateContextOf<S>) => void | Promise<void>;

/** Which session asks for permission, and until when it waits. */
export interface PermissionContextOf<S> {
  /** Undefined when the session is not open here, or not yet. */
  readonly session: S | undefined;
  /** The session whose agent asks, open here or not. */
  readonly sessionId: string;
  /** Aborts when no response is wanted any more: the agent cancelled the request, or the work was cancelled. */
  readonly signal: AbortSignal;
  /** Whether malformed parts of the request were left out, so that it may be about more than it says. */
  readonly isIncomplete: boolean;
}

/** What a permission handler decides: the id of an offered option, or `'cancelled'`; or the outcome in full. */
export type PermissionAnswer = string | RequestPermissionOutcome;

export type PermissionHandlerOf<S> = (
  request: RequestPermissionRequest,
  context: PermissionContextOf<S>,
) => PermissionAnswer | Promise<PermissionAnswer>;
