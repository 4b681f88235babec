/** How a bridge is set up. */
import type { Clock } from '@acp-stack/rpc';

import type { BridgeLimits } from './limits.ts';
import type { Version } from '../protocol/methods.ts';
import type { ReportBridge } from '../loss/report.ts';
import type { Role } from '../protocol/role.ts';
import type { TerminalRunner } from './terminal-runner.ts';

/** Who is bridged, and what becomes of what one version has and the other has not. */
export interface BridgeOptions {
  /** Who is at the other end of the channel. */
  readonly peer: Role;
  /** The version that the peer speaks; the bridge shows the other one. */
  readonly speaks: Version;
  /** Fails where the conversion table says so, in place of keeping what can be kept. */
  readonly strict?: boolean;
  /** Hears what was lost, dropped or mended, and why. */
  readonly onReport?: ReportBridge;
  /**
   * Whether the version 2 side understands what only version 1 has: `fs/*`, `terminal/*` and MCP servers of type `sse` then cross as they are.
   *
   * The programs of this SDK do; other programs of version 2 do not.
   */
  readonly extras?: boolean;
  /** Runs the terminals of a version 1 agent where the client cannot; without it they are refused. */
  readonly terminals?: TerminalRunner;
  /** Those that are to differ from `defaultBridgeLimits`. */
  readonly limits?: Partial<BridgeLimits>;
  /** Measures how long the bridge waits for an echo or a cancelled prompt; that of the system when absent. */
  readonly clock?: Clock;
  /** Makes the ids of messages that have none; they have to differ from all others. */
  readonly mintId?: () => string;
}
