/** Version 1 and version 2 of the Agent Client Protocol, each shown as the other. */
export { bridge } from './bridge.ts';
export { ConversionError } from './loss/conversion-error.ts';
export { defaultBridgeLimits, type BridgeLimits } from './options/limits.ts';
export type { BridgeOptions } from './options/bridge-options.ts';
export type { BridgeReport, Loss, ReportBridge } from './loss/report.ts';
export type { Role } from './protocol/role.ts';
export type { RowId } from './loss/row.ts';
export type {
  RunningTerminal,
  TerminalCommand,
  TerminalEvents,
  TerminalExit,
  TerminalRunner,
} from './options/terminal-runner.ts';
