/**
 * How many updates a client keeps for somebody who may still want them. Beyond a limit the newest are kept, and it is
 * reported.
 */

/** How many updates are kept for those who have not read them yet. */
export interface UpdateLimits {
  /** Updates that arrive before the session they belong to is open; of all such sessions together. */
  readonly early: number;
  /** Updates of a session that nobody has listened to yet. */
  readonly unheard: number;
  /** Updates of a run that nobody has begun to read. */
  readonly unread: number;
  /** Updates by which the reader of a run may lag behind. */
  readonly behind: number;
}

/** The limits where nothing else is said. */
export const defaultUpdateLimits: UpdateLimits = {
  early: 100_000,
  unheard: 100_000,
  unread: 10_000,
  behind: 100_000,
};
