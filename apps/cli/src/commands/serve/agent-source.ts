/** Where the agents of a server come from. */
import type { App } from '@acp-stack/http/server';

export interface AgentSource extends App {
  /** Whether an agent is at work, although every request may be answered. */
  isBusy(): boolean;
  /** How many agent processes run. */
  readonly processes: number;
  /** Ends them; resolves when they are gone. */
  close(): Promise<void>;
}

/** Says one line to whoever runs the server. */
export type Log = (line: string) => void;
