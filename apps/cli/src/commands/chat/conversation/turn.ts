/** A turn that a prompt of this program began. */
export interface Turn {
  /** The plan when it began. */
  readonly planBefore: unknown;
}
