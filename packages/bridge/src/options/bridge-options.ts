/** The options of a bridge. */
import type { Clock } from '@acp-stack/rpc';

import type { BridgeLimits } from './limits.ts';
import type { Version } from '../protocol/methods.ts';
import type { ReportBridge } from '../loss/report.ts';
import type { Role } from '../protocol/role.ts';
import type { TerminalRunner } from './terminal-runner.ts';

/** Which peer is bridged, and what becomes of what only one version has. */
export interface BridgeOptions {
  /** Which side is at the other end of the channel. */
  readonly peer: Role;
  /** The version that the peer speaks; the bridge shows the other one. */
  readonly speaks: Version;
  /** Fails where the conversion table says so, instead of keeping what can be kept. */
  readonly strict?: boolean;
  /** Called with what was lost, dropped or repaired, and why. */
  readonly onReport?: ReportBridge;
  /**
   * Whether the version 2 side understands what only version 1 has. `fs/*`, `terminal/*` and MCP servers of type `sse`
   * are then passed on unchanged.
   *
   * The programs of this SDK do; other programs of version 2 do not.
   */
  readonly extras?: boolean;
  /** Runs the terminals of a version 1 agent whose client cannot; without it they are refused. */
  readonly terminals?: TerminalRunner;
  /** The limits that differ from `defaultBridgeLimits`. */
  readonly limits?: Partial<BridgeLimits>;
  /** Measures how long the bridge waits for an echo or a cancelled prompt; the system clock if absent. */
  readonly clock?: Clock;
  /** Returns a new id for a message that has none; it must differ from all others. */
  readonly mintId?: () => string;
}
