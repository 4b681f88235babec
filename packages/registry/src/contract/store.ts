/** The agents that are installed below one folder. */
import type { InstalledAgent, ListedAgent } from './agents.ts';
import type { InstallOptions, VerifiedAgent } from './registry.ts';

export interface Store {
  /** Returns what is installed, sorted by id. A record that cannot be read is reported and left out. */
  installed(): Promise<readonly InstalledAgent[]>;
  /** Installs an agent, or replaces the version that is installed. Nothing of the agent is run. */
  install(agent: ListedAgent, options?: InstallOptions): Promise<InstalledAgent>;
  /** Removes an agent; returns false if it is not installed. The checksums of its versions stay recorded. */
  remove(id: string): Promise<boolean>;
  /** Compares the files of an agent with its record. */
  verify(id: string): Promise<VerifiedAgent>;
}

/** How a store is opened; every limit has a default. */
export interface StoreOptions {
  /** The target of this system, such as `linux-x86_64`; undefined if there is none. */
  readonly target: string | undefined;
  /** The time, for records. */
  readonly now?: () => Date;
  /** Receives a line for each record that cannot be read. */
  readonly onProblem?: (line: string) => void;
  /** The largest download, in bytes. */
  readonly downloadBytes?: number;
  /** How long to wait for an answer, for the next bytes, and for a whole download; in milliseconds. */
  readonly timeouts?: { readonly connect?: number; readonly idle?: number; readonly whole?: number };
}
