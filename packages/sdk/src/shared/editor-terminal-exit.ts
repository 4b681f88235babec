/** How a command in a terminal of the editor ended. */

/** How a command ended. */
export interface EditorTerminalExit {
  /** Null or absent when a signal ended the command. */
  readonly exitCode?: number | null;
  /** The name of the signal that ended the command; null or absent when none did. */
  readonly signal?: string | null;
}
