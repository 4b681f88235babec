/** What programs do with a registry: list, find, install, update, start and remove agents. */
import type { AgentCommand, DistributionKind, InstalledAgent, ListedAgent, RegistrySource } from './agents.ts';

/** How sources are read. */
export interface ReadOptions {
  /**
   * `if-old` (the default) asks an address again when its cache is older than `maxAge`; `now` asks it in any case;
   * `never` uses what the cache has and contacts no address.
   */
  readonly refresh?: 'if-old' | 'now' | 'never';
  /** Stops reading. */
  readonly signal?: AbortSignal;
}

/** What became of one source. */
export interface SourceStatus {
  /** The source as it was given. */
  readonly source: RegistrySource;
  /** How many agents it lists. */
  readonly count: number;
  /** The source could not be read now; its agents, if there are any, are those of the last time. */
  readonly isOffline: boolean;
  /** Why it is offline, as one sentence. */
  readonly reason?: string;
  /** When the source last confirmed what it lists, as an ISO 8601 date; absent if it never did. */
  readonly checkedAt?: string;
  /** The milliseconds since `checkedAt`; never negative. */
  readonly age?: number;
  /** A line for each entry that was skipped or repaired: `source: id: reason`. */
  readonly problems: readonly string[];
  /** The fields of the file besides `agents`, such as `version` and `extensions`, unchanged. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The agents of all sources. */
export interface RegistryListing {
  /** One agent for each id; if several sources list the id, that of the first source. */
  readonly agents: readonly ListedAgent[];
  /** Agents with an id that an earlier source has too; `find('source/id')` finds them. */
  readonly hidden: readonly ListedAgent[];
  /** What became of each source, in the order they were given. */
  readonly sources: readonly SourceStatus[];
}

/** How far an install is. */
export interface InstallProgress {
  /** What is being done. */
  readonly step: 'download' | 'unpack' | 'place';
  /** The bytes of this step that are done. */
  readonly bytes: number;
  /** All bytes of this step, if known. */
  readonly totalBytes?: number;
  /** Set if the archive is that of an earlier install, so that nothing is downloaded. */
  readonly isKept?: true;
  /** The speed of a download over the last seconds. */
  readonly bytesPerSecond?: number;
}

/** How an agent is installed. */
export interface InstallOptions {
  /** Default: the one that the agent was installed with before, or else the first that this system can use. */
  readonly distribution?: DistributionKind;
  /** Called as the install goes on. */
  readonly onProgress?: (progress: InstallProgress) => void;
  /** Stops the install; what was installed before stays. */
  readonly signal?: AbortSignal;
  /**
   * Accepts a download with this SHA-256 checksum although the same version had another one before. A `checksum` error
   * names both, and has the new one as `receivedSha256`; compare them with what the author publishes.
   */
  readonly acceptSha256?: string;
}

/** What `verify` found. */
export interface VerifiedAgent {
  /** The record of the install. */
  readonly agent: InstalledAgent;
  /** Whether everything is as it was recorded at the install. */
  readonly isIntact: boolean;
  /** A line for each difference. */
  readonly problems: readonly string[];
}

/** One thing that an update changes. */
export interface AgentChange {
  /** `host` is where a binary is downloaded from, `checksum` what its manifest says about the download. */
  readonly what: 'version' | 'source' | 'license' | 'distribution' | 'command' | 'args' | 'env' | 'checksum' | 'host';
  /** As it is installed; absent if there is nothing. */
  readonly before?: string;
  /** As it will be; absent if there is nothing. */
  readonly after?: string;
}

/** A newer version of an installed agent, and what installing it changes. */
export interface AgentUpdate {
  /** The version that is installed. */
  readonly installed: InstalledAgent;
  /** The newer version. */
  readonly agent: ListedAgent;
  /** The distribution that will be used: that of the installed version if it is still there. */
  readonly distribution: DistributionKind;
  /** The version comes first. */
  readonly changes: readonly AgentChange[];
}

/** What a program adds to the command of an agent. */
export interface CommandOptions {
  /** Arguments after those of the agent. */
  readonly args?: readonly string[];
  /** Variables that are added to those of the agent; they win over them. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Agents that sources list, and those that are installed. */
export interface Registry {
  /** The sources, in the order in which they win. */
  readonly sources: readonly RegistrySource[];
  /** Reads all sources. It does not fail because of one of them: see `sources` of the result. */
  list(options?: ReadOptions): Promise<RegistryListing>;
  /** Returns the agents that contain all words in their id, name, description or authors; the best match first. */
  search(words: string, options?: ReadOptions): Promise<readonly ListedAgent[]>;
  /**
   * Finds one agent by its id, by `source/id`, or by the beginning of its id or display name if only one matches.
   * Throws a `RegistryError`: `ambiguous` with `candidates`, or `unknown` with `suggestions`.
   */
  find(name: string, options?: ReadOptions): Promise<ListedAgent>;
  /** Returns the agents that are installed, sorted by id. */
  installed(): Promise<readonly InstalledAgent[]>;
  /** Installs an agent, or replaces the version that is installed. Nothing of the agent is run. */
  install(agent: ListedAgent, options?: InstallOptions): Promise<InstalledAgent>;
  /** Returns the newer version of an installed agent, if its source lists one. */
  newer(agent: InstalledAgent, options?: ReadOptions): Promise<AgentUpdate | undefined>;
  /** Installs what `newer` returned. */
  update(update: AgentUpdate, options?: Omit<InstallOptions, 'distribution'>): Promise<InstalledAgent>;
  /** Removes an installed agent; returns false if it is not installed. */
  remove(id: string): Promise<boolean>;
  /** Compares an installed agent with what was recorded at its install. */
  verify(id: string): Promise<VerifiedAgent>;
  /** Returns the command that starts an installed agent. It is not run. */
  command(agent: InstalledAgent, options?: CommandOptions): Promise<AgentCommand>;
  /** Returns the icon of an agent as SVG without scripts, events and references; undefined if it has none. */
  icon(agent: ListedAgent | InstalledAgent, options?: ReadOptions): Promise<string | undefined>;
}
