/** The differences between two JSON values, as paths. */
import { isJsonObject } from '@acp-stack/schema/json-object';

import { joinPath } from '../json/json-pointer.ts';

/** One difference; a side that has nothing there is undefined. */
export interface JsonChange {
  /** The place, as a JSON Pointer. */
  readonly path: string;
  /** The value in the first run. */
  readonly left?: unknown;
  /** The value in the second run. */
  readonly right?: unknown;
}

const maxChanges = 100;
/** What is nested deeper counts as one value; a comparison of runs has nothing as deep. */
const maxDepth = 600;

/** The differences, at most 100. */
export function jsonChanges(left: unknown, right: unknown): readonly JsonChange[] {
  const changes: JsonChange[] = [];
  collect({ path: '', left, right }, changes, 0);
  return changes;
}

function collect({ path, left, right }: JsonChange, changes: JsonChange[], depth: number): void {
  if (changes.length >= maxChanges || Object.is(left, right)) return;
  const areLists = Array.isArray(left) && Array.isArray(right);
  const areObjects = isJsonObject(left) && isJsonObject(right);
  if ((!areLists && !areObjects) || depth >= maxDepth) {
    changes.push({
      path,
      ...(left === undefined ? {} : { left }),
      ...(right === undefined ? {} : { right }),
    });
    return;
  }
  const [one, other] = [left, right] as readonly [Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>];
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)]))
    collect({ path: joinPath(path, key), left: ownOf(one, key), right: ownOf(other, key) }, changes, depth + 1);
}

const ownOf = (owner: Readonly<Record<string, unknown>>, key: string): unknown =>
  Object.hasOwn(owner, key) ? owner[key] : undefined;
