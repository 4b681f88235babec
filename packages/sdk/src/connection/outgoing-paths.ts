/**
 * Checks that the paths in outgoing messages are absolute (GEN-04, TOOL-23), and the URI of a plan's file (PLAN-06).
 *
 * Only fields that the protocol defines as paths are checked, not the input and output of tools.
 */
import type { SessionUpdateVariants } from '@acp-stack/schema/v2/unstable';

import { isAbsolutePath } from '../shared/absolute-path.ts';
import type { MethodName } from './method-table.ts';
import { Mistake } from './mistake.ts';

/** Where a value is: names of fields, and `*` for every entry of an array. */
type Place = readonly string[];

const places = (...written: readonly string[]): readonly Place[] => written.map((each) => each.split('.'));

const locations = 'locations.*.path';
const setup = places('cwd', 'additionalDirectories.*', 'mcpServers.*.command');

const inParams = new Map<string, readonly Place[]>(
  Object.entries({
    'session/new': setup,
    'session/resume': setup,
    'session/fork': setup,
    'session/list': places('cwd'),
    'fs/read_text_file': places('path'),
    'fs/write_text_file': places('path'),
    'terminal/create': places('cwd'),
    'session/request_permission': places(
      'subject.cwd',
      `subject.toolCall.${locations}`,
      'subject.toolCall.content.*.changes.*.path',
      'subject.toolCall.content.*.changes.*.oldPath',
    ),
  } satisfies { readonly [K in MethodName]?: readonly Place[] }),
);

const inResults = new Map<string, readonly Place[]>(
  Object.entries({
    'session/list': places('sessions.*.cwd', 'sessions.*.additionalDirectories.*'),
  } satisfies { readonly [K in MethodName]?: readonly Place[] }),
);

const inUpdates = new Map<string, readonly Place[]>(
  Object.entries({
    tool_call_update: places(locations, 'content.*.changes.*.path', 'content.*.changes.*.oldPath'),
    tool_call_content_chunk: places('content.changes.*.path', 'content.changes.*.oldPath'),
    terminal_update: places('cwd'),
    subagent_update: places('cwd', 'additionalDirectories.*'),
  } satisfies { readonly [K in keyof SessionUpdateVariants]?: readonly Place[] }),
);

const planUpdate: keyof SessionUpdateVariants = 'plan_update';
const updateMethod: MethodName = 'session/update';

/** Throws a `TypeError` that names the first path in the params of `method` that is not absolute. */
export function requireAbsolutePaths(method: string, params: unknown): void {
  if (method === updateMethod) requireAbsolutePathsInUpdate(fieldOf(params, 'update'));
  else refuse(method, params, inParams.get(method));
}

/** The same for one update of a session. */
export function requireAbsolutePathsInUpdate(update: unknown): void {
  const kind = String(fieldOf(update, 'sessionUpdate'));
  refuse(kind, update, inUpdates.get(kind));
  if (kind === planUpdate) refuseRelativeUri(kind, fieldOf(fieldOf(update, 'plan'), 'uri'));
}

/** The same for the result that this side sends for `method`. */
export function requireAbsolutePathsInResult(method: string, result: unknown): void {
  refuse(`The response to ${method}`, result, inResults.get(method));
}

function refuse(what: string, value: unknown, known: readonly Place[] | undefined): void {
  if (known === undefined) return;
  for (const place of known) {
    const path = findRelative(value, place, 0);
    if (path !== undefined) {
      throw new Mistake(`${what} needs absolute paths; ${place.join('.')} is ${JSON.stringify(path)}.`);
    }
  }
}

function refuseRelativeUri(what: string, uri: unknown): void {
  if (typeof uri !== 'string' || /^[a-z][a-z\d+.-]+:/iu.test(uri)) return;
  throw new Mistake(`${what} needs absolute URIs; plan.uri is ${JSON.stringify(uri)}.`);
}

function findRelative(value: unknown, place: Place, step: number): string | undefined {
  const key = place[step];
  if (key === undefined) return typeof value === 'string' && !isAbsolutePath(value) ? value : undefined;
  if (key !== '*') return findRelative(fieldOf(value, key), place, step + 1);
  if (!Array.isArray(value)) return undefined;
  for (const entry of value as readonly unknown[]) {
    const found = findRelative(entry, place, step + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function fieldOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
}
