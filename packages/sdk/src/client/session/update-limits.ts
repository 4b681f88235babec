/**
 * How many updates a client keeps for later listeners and readers. Beyond a limit the oldest are dropped and reported.
 */

/** How many updates are kept until they are read. */
export interface UpdateLimits {
  /** Updates that arrive before their session is open; of all such sessions together. */
  readonly early: number;
  /** Updates of a session that has had no listener yet. */
  readonly unheard: number;
  /** Updates of a run that is not being read yet. */
  readonly unread: number;
  /** Updates by which the reader of a run may lag behind. */
  readonly behind: number;
}

/** The default limits. */
export const defaultUpdateLimits: UpdateLimits = {
  early: 100_000,
  unheard: 100_000,
  unread: 10_000,
  behind: 100_000,
};
