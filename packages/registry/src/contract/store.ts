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
  /** The time, for records. */
  readonly now?: () => Date;
  /** Receives a line for each record that cannot be read. */
  readonly onProblem?: (line: string) => void;
  /** The largest download, in bytes. */
  readonly downloadBytes?: number;
  /** How long to wait for an answer, for the next bytes, and for a whole download; in milliseconds. */
  readonly timeouts?: { readonly connect?: number; readonly idle?: number; readonly whole?: number };
  /** Makes requests. Default: the `fetch` of the platform. */
  readonly fetch?: typeof fetch;
  /** Called before each step that changes a file; an error stops the install there. */
  readonly beforeStep?: (step: InstallStep) => void | Promise<void>;
}

/** The steps of an install or a removal that change files, in their order. */
export type InstallStep =
  | 'lock'
  | 'clean'
  | 'write-download'
  | 'keep-download'
  | 'create-folder'
  | 'unpack'
  | 'place-folder'
  | 'write-checksum'
  | 'switch-checksum'
  | 'write-record'
  | 'switch-record'
  | 'remove-record'
  | 'remove-old'
  | 'prune'
  | 'unlock';
