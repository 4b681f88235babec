/**
 * Compares the messages of two runs, such as a recording and the same client with a new build of the agent.
 *
 * Chunks of one text count as one message. Ids that the two sides chose and times differ in every run, so they are
 * compared by the order in which they appear, and times not at all.
 */
import { isJsonObject, parseJsonObject, type JsonObject } from '@acp-stack/schema/json-object';

import type { Exchange } from '../rows/exchanges.ts';
import { mergedRows, type MergedRow } from '../rows/merged-chunks.ts';
import { withChunkText } from '../rows/streamed-piece.ts';
import { alignLists } from './align-lists.ts';
import { jsonChanges, type JsonChange } from './json-changes.ts';

/** One line of a comparison. */
export interface ComparedRow {
  /** `changed`: both runs have the message, with another content. */
  readonly state: 'same' | 'changed' | 'only-left' | 'only-right';
  /** The index of the row in the first run; of chunks, the first one. */
  readonly left?: number;
  /** The index of the row in the second run. */
  readonly right?: number;
  /** The differences of a changed message. */
  readonly changes?: readonly JsonChange[];
  /** Seconds since its request, in each run. */
  readonly took?: { readonly left?: number; readonly right?: number };
}

/** Compares two runs in order; lines of stderr and the life of components are left out. */
export function compareRuns(left: readonly Exchange[], right: readonly Exchange[]): readonly ComparedRow[] {
  const [one, other] = [messagesOf(left), messagesOf(right)];
  const pairs = alignLists(
    one.map(({ signature }) => signature),
    other.map(({ signature }) => signature),
  );
  return pairs.map(({ left: row, right: column }) => {
    const [before, after] = [
      row === undefined ? undefined : one[row],
      column === undefined ? undefined : other[column],
    ];
    if (before === undefined) return { state: 'only-right', ...(after === undefined ? {} : { right: after.index }) };
    if (after === undefined) return { state: 'only-left', left: before.index };
    const changes = jsonChanges(before.content, after.content);
    const took = { ...tookOf('left', before), ...tookOf('right', after) };
    return {
      state: changes.length === 0 ? 'same' : 'changed',
      left: before.index,
      right: after.index,
      ...(changes.length === 0 ? {} : { changes }),
      ...(Object.keys(took).length === 0 ? {} : { took }),
    };
  });
}

const tookOf = (side: 'left' | 'right', { took }: Comparable): ComparedRow['took'] =>
  took === undefined ? {} : { [side]: took };

interface Comparable {
  readonly index: number;
  readonly signature: string;
  readonly content: unknown;
  readonly took: number | undefined;
}

const compared: ReadonlySet<Exchange['kind']> = new Set([
  'request',
  'answer',
  'error',
  'notification',
  'stdout',
  'problem',
] as const);

function messagesOf(rows: readonly Exchange[]): readonly Comparable[] {
  const names = new Names();
  return mergedRows(rows.filter(({ kind }) => compared.has(kind))).map((item) => {
    const { row } = item;
    const content = contentOf(item);
    return {
      index: row.index,
      signature: JSON.stringify([row.from, row.to, row.kind, row.method, updateOf(content)]),
      content: names.replaced(content),
      took: row.took,
    };
  });
}

/** What tells updates of one method apart. */
function updateOf(content: unknown): unknown {
  const params = isJsonObject(content) ? content['params'] : undefined;
  const update = isJsonObject(params) ? params['update'] : undefined;
  return isJsonObject(update) ? [update['sessionUpdate'], update['status'], update['state']] : undefined;
}

function contentOf({ row, text }: MergedRow<Exchange>): unknown {
  const message = parseJsonObject(row.text);
  if (message === undefined) return row.text;
  const { id: _, jsonrpc: _version, ...content } = message;
  return text === undefined ? content : withChunkText(content, text);
}

/** What is deeper is not compared. */
const maxDepth = 500;

const times = /^(?:at|ts|timestamp|duration(?:Ms)?|elapsed\w*|\w+At|_meta)$/u;

/** Replaces the ids of one run by their numbers. */
class Names {
  readonly #numbers = new Map<string, string>();

  replaced(value: unknown, key = '', depth = 0): unknown {
    if (depth > maxDepth) return '(nested too deeply)';
    if (typeof value === 'string') return /Id$|^id$/u.test(key) ? this.#numbered(key, value) : value;
    if (Array.isArray(value)) return value.map((each) => this.replaced(each, key, depth + 1));
    if (!isJsonObject(value)) return value;
    const fields: JsonObject = Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !times.test(name))
        .map(([name, each]) => [name, this.replaced(each, name, depth + 1)]),
    );
    return fields;
  }

  #numbered(key: string, value: string): string {
    const known = this.#numbers.get(value);
    if (known !== undefined) return known;
    // Ids such as those of config options and permission options are words, the same in every run.
    if (stable.test(key)) return value;
    const name = `(${key} ${this.#numbers.size + 1})`;
    this.#numbers.set(value, name);
    return name;
  }
}

const stable = /^(?:configId|optionId|modeId|modelId|methodId|providerId|valueId|serverId)$/u;
