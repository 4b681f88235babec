/** How an endpoint serves its agent, and within which limits. */
import type { PermissionHandler } from '@acp-stack/sdk';

/** How an agent is served. */
export interface AgUiEndpointOptions {
  /**
   * Decides when the agent asks for permission, instead of the user. Without it, the run is interrupted, and the next
   * one brings the answer.
   */
  readonly onPermission?: PermissionHandler;
  /** The limits that differ from `defaultAgUiLimits`. */
  readonly limits?: Partial<AgUiLimits>;
}

/** The limits of an endpoint; each has a default. */
export interface AgUiLimits {
  /** Bytes of the body of a request (413). */
  readonly bodyBytes: number;
  /** Runs of one principal at once (429). */
  readonly runs: number;
  /** Sessions that stay open for the next run; the one that was used least recently is closed for another. */
  readonly sessions: number;
  /** Milliseconds that the agent waits for the answer to a question; after that it counts as cancelled. */
  readonly answerTimeout: number;
  /** Milliseconds between the comments on a silent stream. */
  readonly keepAliveInterval: number;
}

/** The limits that apply unless an option changes them. */
export const defaultAgUiLimits: AgUiLimits = {
  bodyBytes: 32 * 1024 * 1024,
  runs: 16,
  sessions: 100,
  answerTimeout: 600_000,
  keepAliveInterval: 15_000,
};
