export { CapabilityTracker, type CapabilityRow, type CapabilityTable } from './capabilities/capability-table.ts';
export { MessageChecker, type CheckOptions } from './check/message-checker.ts';
export { sideOf, type Side } from './check/sender-side.ts';
export { schemasFrom, stabilityText, type Method, type SchemasOf, type VersionSchema } from './check/version-schema.ts';
export { maxReports, quote, shorten, shortenPath, type MessageKind, type Verdict } from './check/verdict.ts';
export { compareRuns, type ComparedRow } from './compare/compare-runs.ts';
export type { JsonChange } from './compare/json-changes.ts';
export type { Finding, SpecificationRule } from './findings/finding.ts';
export { traceLines, type TraceFormat } from './format/trace-lines.ts';
export { parseTrace, TraceReader, type Trace } from './format/trace-reader.ts';
export {
  agentSide,
  clientSide,
  warning,
  type TraceFrame,
  type TraceHeader,
  type TraceRecord,
} from './format/trace-format.ts';
export { joinPath, splitPath, valueAt } from './json/json-pointer.ts';
export { redactHeader, TraceRedactor, type RedactionLevel, type RedactorLimits } from './redact/trace-redactor.ts';
export {
  exchangesOf,
  ExchangeReader,
  formatDuration,
  shortId,
  withoutConnection,
  type Exchange,
} from './rows/exchanges.ts';
export { hopChanges, type HopChange } from './rows/hop-changes.ts';
export type { StreamedPiece } from './rows/streamed-piece.ts';
export { hiddenResultTypes, resultTypeFor } from './schema/result-type.ts';
export {
  referenceName,
  type JsonSchema,
  type LoadSchema,
  type MethodFacts,
  type ProtocolVersion,
  type SchemaDocument,
} from './schema/schema-document.ts';
export { fieldNamesOf, mentionedIn, shapeOf, type Field, type Shape } from './schema/shape.ts';
export { scriptOfRun, type RecordedScript } from './script/script-of-run.ts';
