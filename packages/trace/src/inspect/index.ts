export type { CapabilityRow, CapabilityTable } from '../capabilities/capability-table.ts';
export type { ComparedRow } from '../compare/compare-runs.ts';
export type { JsonChange } from '../compare/json-changes.ts';
export type { Finding, SpecificationRule } from '../findings/finding.ts';
export { joinPath, valueAt } from '../json/json-pointer.ts';
export { ChunkMerger, mergedRows, type MergeableRow, type MergedRow } from '../rows/merged-chunks.ts';
export type { StreamedPiece } from '../rows/streamed-piece.ts';
export { referenceName, type JsonSchema, type ProtocolVersion } from '../schema/schema-document.ts';
export { shapeOf, type Field, type Shape } from '../schema/shape.ts';
export { inspectMethods, type InspectCalls, type InspectMethod } from './inspect-methods.ts';
export type {
  AnswerPolicy,
  InspectedRun,
  InspectorState,
  MethodForm,
  OpenQuestion,
  RunLabel,
} from './inspector-state.ts';
export { isMatch, type RowFilter } from './row-filter.ts';
export { wireRow, type WireRow } from './wire-row.ts';
