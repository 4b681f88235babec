/** Version 1 and version 2 of the Agent Client Protocol, each shown as the other. */
export { bridge } from './bridge.ts';
export { ConversionError } from './conversion-error.ts';
export { defaultBridgeLimits, type BridgeLimits } from './limits.ts';
export type { BridgeOptions } from './options.ts';
export type { BridgeReport, Loss, ReportBridge, Role } from './report.ts';
export type { RowId } from './rows.ts';
export type {
  RunningTerminal,
  TerminalCommand,
  TerminalEvents,
  TerminalExit,
  TerminalRunner,
} from './terminal-runner.ts';
