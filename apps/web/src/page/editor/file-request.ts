/** A file that the user wants to see in the editor. */

export interface FileRequest {
  /** Absolute. */
  readonly path: string;
  /** From 1. */
  readonly line: number | undefined;
}
