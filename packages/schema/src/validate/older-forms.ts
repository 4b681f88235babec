/**
 * Older forms of messages that are accepted and converted to the form of the schema.
 *
 * A rule gets the value as it arrived and returns the present form, or undefined if the rule does not apply. It never
 * changes the given value. The ids are those of the conflicts in `test/requirements/conflicts.json`.
 */

import { isObject, type Fields } from './primitives.ts';

interface Rule {
  /** The present form, as a repair describes it. */
  readonly expected: string;
  /** The older form, as a repair describes it. */
  readonly found: string;
  readonly convert: (value: unknown) => unknown;
}

/** Makes a rule for objects. */
const onObject = (expected: string, found: string, convert: (value: Fields) => Fields | undefined): Rule => ({
  expected,
  found,
  convert: (value) => (isObject(value) ? convert(value) : undefined),
});

/** Copies `value` without `keys`. */
function without(value: Fields, keys: readonly string[]): Record<string, unknown> {
  const copy = { ...value };
  for (const key of keys) delete copy[key];
  return copy;
}

const contentTypes = new Set(['text', 'image', 'audio', 'resource_link', 'resource']);
const documentEvents = ['didOpen', 'didChange', 'didClose', 'didSave', 'didFocus'];
const ideActions = new Set(['rename', 'searchAndReplace']);

export const olderForms: Readonly<Record<string, Rule>> = {
  /** a content block directly in a tool call's content. */
  'bare-content-block': onObject('a content block in its wrapper', 'a content block without its wrapper', (value) =>
    typeof value['type'] === 'string' && contentTypes.has(value['type'])
      ? { type: 'content', content: value }
      : undefined,
  ),

  /** document events directly under `nes.events`. */
  'flat-document-events': onObject('the document events below document', 'document events without it', (value) => {
    const found = documentEvents.filter((event) => value[event] !== undefined);
    if (found.length === 0) return undefined;
    const nested = isObject(value['document']) ? value['document'] : {};
    const events = Object.fromEntries(found.map((event) => [event, value[event]]));
    return { ...without(value, found), document: { ...events, ...nested } };
  }),

  /** `kind: "action"` with an action that has another name here. */
  'ide-action-suggestion': onObject('the action as the kind', 'the kind "action" with an actionId', (value) => {
    const { kind, actionId } = value;
    if (kind !== 'action' || typeof actionId !== 'string' || !ideActions.has(actionId)) return undefined;
    const details = isObject(value['arguments']) ? value['arguments'] : {};
    return { ...without(value, ['actionId', 'arguments']), ...details, kind: actionId };
  }),

  /** `line` and `offset` instead of a position. */
  'line-and-offset': onObject('a position', 'a line and an offset', (value) => {
    const { line, offset } = value;
    if (value['position'] !== undefined || typeof line !== 'number' || typeof offset !== 'number') return undefined;
    return { ...without(value, ['line', 'offset']), position: { line, character: offset } };
  }),

  /** a group that has an id and no name. */
  'group-without-name': onObject('a group with a name', 'a group without one, now named by its id', (value) => {
    const id = value['group'] ?? value['groupId'];
    return value['name'] === undefined && typeof id === 'string' ? { ...value, name: id } : undefined;
  }),

  /** the environment as a list, where version 1 has a map. */
  'environment-list': onObject('env as an object', 'env as a list of names and values', (value) => {
    const { env } = value;
    if (!Array.isArray(env)) return undefined;
    const pairs = env.flatMap((entry): [string, unknown][] =>
      isObject(entry) && typeof entry['name'] === 'string' ? [[entry['name'], entry['value']]] : [],
    );
    return pairs.length === env.length ? { ...value, env: Object.fromEntries(pairs) } : undefined;
  }),

  /** the environment as a map, where version 2 has a list. */
  'environment-map': onObject('env as a list of names and values', 'env as an object', (value) => {
    const { env } = value;
    if (!isObject(env)) return undefined;
    return { ...value, env: Object.entries(env).map(([name, each]) => ({ name, value: each })) };
  }),

  /** a flag instead of a state. */
  'authenticated-flag': onObject('a state', 'the flag authenticated', (value) => {
    const { authenticated } = value;
    if (value['state'] !== undefined || typeof authenticated !== 'boolean') return undefined;
    return { ...without(value, ['authenticated']), state: authenticated ? 'authenticated' : 'unauthenticated' };
  }),

  /** `status: true` as the capability. */
  'status-true': onObject('status as an object', 'status as true', (value) =>
    value['status'] === true ? { ...value, status: {} } : undefined,
  ),

  /** `pending.replace: {}` as the capability. */
  'replace-marker': onObject('replace as true', 'replace as an object', (value) =>
    isObject(value['replace']) ? { ...value, replace: true } : undefined,
  ),

  /** null instead of `{ document: null }`. */
  'null-document': {
    expected: 'an object whose document is null',
    found: 'null',
    convert: (value) => (value === null ? { document: null } : undefined),
  },
};
