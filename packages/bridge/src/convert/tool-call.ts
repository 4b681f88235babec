/** The fields of tool calls; how their content changes over time is left to the rules. */
import type * as v1 from '@acp-stack/schema/v1/unstable';
import { validators as v1Validators } from '@acp-stack/schema/v1/unstable';
import type * as v2 from '@acp-stack/schema/v2/unstable';

import { orRefused, type LossReporter } from '../loss/loss-reporter.ts';
import { patience } from '../patch/git-patch.ts';
import { hasNull, withoutNull } from '../values/has-only.ts';
import { mapOrSame } from '../values/map-or-same.ts';
import { absolutePath } from './paths.ts';
import { hasCapability } from './fields-with-content.ts';
import { toolContentToV2 } from './tool-content.ts';

/** The context of a tool call. */
export interface Place {
  /** The directory of the session, if known. */
  readonly cwd: string | undefined;
  readonly losses: LossReporter;
}

/** The fields of a tool call without its content. */
export type ToolFields = Omit<v1.ToolCallUpdate, 'content'>;

/**
 * Returns a new or changed tool call as an update of version 2. Null changes nothing in version 1, so it is left out.
 */
export function toolCallToV2(update: v1.ToolCall | v1.ToolCallUpdate, place: Place): v2.ToolCallUpdate {
  const { sessionUpdate: _, ...fields } = taggedToV2(update, place);
  return fields;
}

type Tagged = v1.ToolCallUpdate & { readonly sessionUpdate?: string };

/** The same with the tag that it has: copying all fields is many times faster than leaving one out. */
export function taggedToV2(update: Tagged, place: Place): v2.ToolCallUpdate & Pick<Tagged, 'sessionUpdate'> {
  const { content, locations } = update;
  return {
    ...(hasNull(update, clearable) ? withoutNull(update, clearable) : update),
    ...(content === undefined || content === null ? undefined : { content: contentToV2(content, place) }),
    ...(locations === undefined || locations === null
      ? undefined
      : { locations: mapOrSame(locations, (location) => locationToV2(location, place)) }),
  } as v2.ToolCallUpdate;
}

/**
 * The fields of a tool call in which null has a meaning that the versions do not share. In all other fields, which may
 * be custom ones, null is a value like any other.
 */
export const clearable: ReadonlySet<string> = new Set<keyof v2.ToolCallUpdate>([
  'title',
  'name',
  'kind',
  'status',
  'content',
  'locations',
  'rawInput',
  'rawOutput',
  'capabilities',
]);

/** All diffs of one tool call share the time of one, so that a message never takes seconds. */
function contentToV2(content: readonly v1.ToolCallContent[], place: Place): readonly v2.ToolCallContent[] {
  const diffs = content.length < 2 ? 0 : content.filter(({ type }) => type === 'diff').length;
  const shared = diffs < 2 ? place : { ...place, patience: patience / diffs };
  return mapOrSame(content, (item) => toolContentToV2(item, shared));
}

/** Returns the fields of a tool call for version 1, without its content. */
export function toolFieldsToV1(update: v2.ToolCallUpdate, losses: LossReporter): ToolFields {
  const {
    sessionUpdate: _,
    content: __,
    capabilities,
    kind,
    status,
    locations,
    ...others
  } = update as v2.ToolCallUpdate & {
    readonly sessionUpdate?: string;
  };
  if (hasCapability(capabilities))
    losses.omit(
      'tool calls',
      `Version 1 has no capabilities of tool calls; those of ${update.toolCallId} were left out.`,
    );
  return {
    ...(hasNull(others, clearable) ? withoutCleared(others, losses) : others),
    ...(kind === undefined ? undefined : { kind: kindToV1(kind, losses) }),
    ...(status === undefined ? undefined : { status: statusToV1(status, losses) }),
    ...(locations === undefined ? undefined : { locations: locations ?? [] }),
  };
}

/**
 * Converts a tool call field by field, for strict mode: a field that cannot be kept is left out and reported. The
 * status always arrives, because a tool call without its last update would never end.
 */
export function fieldByField<T extends { readonly toolCallId: string }, R extends object>(
  update: T,
  losses: LossReporter,
  convert: (part: T, losses: LossReporter) => R,
): R {
  const { toolCallId } = update;
  const reported: LossReporter = {
    lose: (row, reason) => {
      losses.omit(row, reason);
    },
    omit: (row, reason) => {
      losses.omit(row, reason);
    },
  };
  const parts = Object.entries(update).map(([name, value]) => {
    const part = { toolCallId, [name]: value } as unknown as T;
    return orRefused(losses, () => convert(part, name === 'status' ? reported : losses));
  });
  return Object.assign({}, ...parts) as R;
}

function withoutCleared<T extends object>(fields: T, losses: LossReporter): T {
  for (const [key, value] of Object.entries(fields)) {
    if (value === null && clearable.has(key))
      losses.lose('tool calls', `Version 1 cannot clear the ${key} of a tool call.`);
  }
  return withoutNull(fields, clearable);
}

function locationToV2(location: v1.ToolCallLocation, { cwd, losses }: Place): v2.ToolCallLocation {
  const path = absolutePath(location.path, cwd, losses);
  const placed = path === location.path ? location : { ...location, path };
  if (placed.line !== 0) return placed;
  losses.lose('tool calls', `Version 2 counts lines from one; line 0 of ${path} was left out.`);
  const { line: _, ...others } = placed;
  return others;
}

/** Null resets the kind to its default. */
function kindToV1(kind: v2.ToolKind | null, losses: LossReporter): v1.ToolKind {
  if (kind === null) return 'other';
  if (v1Validators.ToolKind.is(kind)) return kind;
  losses.lose('unknown enum values', `Version 1 has no tools of kind ${kind}; it became other.`);
  return 'other';
}

/** Null resets the status to its default. */
function statusToV1(status: v2.ToolCallStatus | null, losses: LossReporter): v1.ToolCallStatus {
  switch (status) {
    case null:
      return 'pending';
    case 'pending':
    case 'in_progress':
    case 'completed':
    case 'failed':
      return status;
    case 'cancelled':
      losses.lose('tool calls', 'Version 1 has no cancelled tool calls; the status became failed.');
      return 'failed';
    case 'paused':
      losses.lose('tool calls', 'Version 1 has no paused tool calls; the status became in_progress.');
      return 'in_progress';
    default:
      losses.lose(
        'unknown enum values',
        `Version 1 has no tool calls that are ${status}; the status became in_progress.`,
      );
      return 'in_progress';
  }
}
