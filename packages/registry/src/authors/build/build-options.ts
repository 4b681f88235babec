/** How a registry is built, and what was written. */
import type { RuleSet } from '../report/rules.ts';
import type { CheckReport } from '../report/check-report.ts';

/** How a registry is built. */
export interface BuildOptions {
  /** The folder to write; it is replaced at once, and refused if it has files that no build wrote. */
  readonly out: string;
  /** Writes `index.html`, a page that lists the agents, with search and filters. */
  readonly site?: boolean | SiteOptions;
  /** The address at which `out` is published, for the page and for icons, whose addresses are relative without it. */
  readonly baseUrl?: string;
  /** Whose rules the folder has to keep: `official` when absent; with `team`, builds for some systems are enough. */
  readonly rules?: RuleSet;
  /**
   * The name of this release, such as `v2026.1`: `out` gets the folders `<version>` and `latest` and keeps earlier
   * ones.
   */
  readonly version?: string;
}

/** What the page says. */
export interface SiteOptions {
  /** The title of the page; `Agents` when absent. */
  readonly title?: string;
}

/** What a build wrote, or why it wrote nothing. */
export interface BuildReport {
  /** False if the folder does not pass the check; nothing was written then. */
  readonly built: boolean;
  /** What the check of the folder found. */
  readonly check: CheckReport;
  /** The files below `out`, sorted; empty if nothing was written. */
  readonly files: readonly string[];
  /** The SHA-256 checksum of `registry.json`, in lower-case hexadecimal. */
  readonly sha256?: string;
}
