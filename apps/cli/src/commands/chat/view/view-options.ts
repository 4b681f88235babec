/** How entries are shown. */
export interface ViewOptions {
  readonly width: number;
  /** The folder of the session. */
  readonly cwd: string;
  /** Whether thoughts and long output are shown whole. */
  readonly isVerbose: boolean;
  /** Counts the steps of what moves. */
  readonly tick: number;
}
