/** How entries are rendered. */
export interface ViewOptions {
  readonly width: number;
  /** The folder of the session. */
  readonly cwd: string;
  /** Whether thoughts and long output are shown in full. */
  readonly isVerbose: boolean;
  /** The animation step. */
  readonly tick: number;
}
