/** What programs see of agents: where they are listed, how they can be obtained, and how they are started. */
import type { AgentManifest } from '@acp-stack/schema/v1';

/** Where agents are listed. */
export interface RegistrySource {
  /** The name of this source in lists and errors. */
  readonly name: string;
  /** The address of a `registry.json`, the path of such a file, or that of a folder with one folder for each agent. */
  readonly location: string;
}

/** A way to obtain an agent: a Node package, a Python package, or a download for one operating system and processor. */
export type DistributionKind = 'npx' | 'uvx' | 'binary';

/** The names of the builds that registries know. */
export type TargetName =
  | 'darwin-aarch64'
  | 'darwin-x86_64'
  | 'linux-aarch64'
  | 'linux-x86_64'
  | 'windows-aarch64'
  | 'windows-x86_64';

/** An agent that a source lists. */
export interface ListedAgent {
  /** The manifest with all its fields, also those that are unknown here. */
  readonly manifest: AgentManifest;
  /** The source that lists it. */
  readonly source: RegistrySource;
  /** The distributions that this system can use, the preferred one first. */
  readonly distributions: readonly DistributionKind[];
  /** The build that `binary` uses on this system, such as `linux-x86_64`; absent if there is none. */
  readonly target?: TargetName;
  /** What to know before choosing a distribution, as sentences: a missing runner, an emulation, another C library. */
  readonly notes?: readonly string[];
}

/** The command that starts an agent. */
export interface AgentCommand {
  /** The program, as a name on `PATH` or an absolute path. */
  readonly command: string;
  /** The arguments, as they are passed to the program. */
  readonly args: readonly string[];
  /** Variables to add to the environment. */
  readonly env: Readonly<Record<string, string>>;
}

/** An agent that was installed, as its record says. */
export interface InstalledAgent {
  /** The manifest as it was at the install. */
  readonly manifest: AgentManifest;
  /** The name and the location of the source that listed it. */
  readonly source: RegistrySource;
  /** How it was obtained. */
  readonly distribution: DistributionKind;
  /** The time of the install, as an ISO 8601 date. */
  readonly installedAt: string;
  /** The folder with the files of a binary distribution; packages have none. */
  readonly folder?: string;
  /** The SHA-256 checksum of the program of a binary distribution, in lower-case hexadecimal; packages have none. */
  readonly programSha256?: string;
  /** The SHA-256 checksum of the download, in lower-case hexadecimal; packages have none. */
  readonly sha256?: string;
  /**
   * Fields of the manifest that look like a signature or a checksum and were not checked, because neither the protocol
   * nor the official registry defines them. They are no reason to trust the agent.
   */
  readonly notChecked?: readonly string[];
  /** How it is started, with the version that was installed. */
  readonly start: AgentCommand;
}
