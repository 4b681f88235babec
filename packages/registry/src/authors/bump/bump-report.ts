/** How newer versions are found, and what they change. */
import type { OnlineOptions } from '../report/check-options.ts';

/** How newer versions are found. */
export interface BumpOptions extends OnlineOptions {
  /** Writes the changes; otherwise they are only reported. */
  readonly apply?: boolean;
  /** Only the agents with these ids. */
  readonly ids?: readonly string[];
  /** Downloads new archives to compute their SHA-256; without it, checksums of changed archives are removed. */
  readonly download?: boolean;
  /** A token for the GitHub API, which allows more requests; it is sent to that address only. */
  readonly githubToken?: string;
  /** Stops the search. */
  readonly signal?: AbortSignal;
}

/** One changed value of a manifest. */
export interface ManifestChange {
  /** JSON Pointer to the value. */
  readonly path: string;
  /** The value in the file. */
  readonly from: string;
  /** Undefined if the value is removed. */
  readonly to: string | undefined;
}

/** A newer version of one agent. */
export interface VersionUpdate {
  /** The id of the agent. */
  readonly id: string;
  /** The manifest, relative to the folder. */
  readonly file: string;
  /** The version of the manifest. */
  readonly from: string;
  /** The newer version. */
  readonly to: string;
  /** The package or repository in which the version was found. */
  readonly foundIn: string;
  /** What changes in the manifest, in the order of the file. */
  readonly changes: readonly ManifestChange[];
  /** What the author should look at, one sentence each. */
  readonly notes: readonly string[];
}

/** The newer versions of the agents of a folder. */
export interface BumpReport {
  /** The agents that have a newer version. */
  readonly updates: readonly VersionUpdate[];
  /** The ids of agents that have their newest version. */
  readonly current: readonly string[];
  /**
   * Agents whose newest version could not be found, and manifests that could not be read or written; a sentence each.
   */
  readonly failures: readonly { readonly file: string; readonly message: string }[];
}
