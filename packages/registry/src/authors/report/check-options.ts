/** What a check does beyond reading the folder. */
import type { Channel } from '@acp-stack/rpc';

import type { RuleSet } from './rules.ts';

/** Where package indexes and releases are asked; each can be a mirror. */
export interface PackageHosts {
  /** The address of an npm registry; https://registry.npmjs.org when absent. */
  readonly npm?: string;
  /** The address of a Python package index; https://pypi.org when absent. */
  readonly pypi?: string;
  /** The address of the GitHub API; https://api.github.com when absent. */
  readonly github?: string;
}

/** How addresses are asked. */
export interface OnlineOptions {
  /** Where packages and releases are looked up. */
  readonly hosts?: PackageHosts;
  /** How long one address may take to answer, in milliseconds; 15 seconds when absent. */
  readonly timeout?: number;
}

/** How agents are started. */
export interface HandshakeOptions {
  /** How long an agent may take to start and to answer `initialize`, in milliseconds; one minute when absent. */
  readonly timeout?: number;
  /** Names of environment variables that the agent gets besides `PATH`, such as those of an HTTP proxy. */
  readonly passEnv?: readonly string[];
  /** Wraps the connection to each agent, such as to record its messages. */
  readonly observe?: (channel: Channel) => Channel;
}

/** What a check does beyond reading the folder. Without these it uses no network and starts nothing. */
export interface CheckOptions {
  /**
   * Whose rules hold: `official` when absent. With `team`, a system without a build and an agent without an auth method
   * are warnings.
   */
  readonly rules?: RuleSet;
  /** Asks whether archives, icons and packages exist. */
  readonly online?: boolean | OnlineOptions;
  /** Starts each agent in an empty home and checks its auth methods; packages and archives are downloaded for it. */
  readonly handshake?: boolean | HandshakeOptions;
  /** Stops the check. */
  readonly signal?: AbortSignal;
}
