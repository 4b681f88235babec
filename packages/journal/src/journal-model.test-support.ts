/** A simple model of a journal to compare the real ones with, and random operations for both. */
import * as fc from 'fast-check';

import type { MetadataPatch, Journal } from './index.ts';
import { bytesOf, entries } from './journal-contract.test-support.ts';

interface ModelStream {
  metadata: Record<string, unknown>;
  floor: number;
  events: unknown[];
  owner: number;
  released: Map<number, number>;
}

/** One piece of work: done to a journal, and to the model in the same way; tokens are known by their order. */
export interface Work {
  readonly words: string;
  readonly onJournal: (journal: Journal, tokens: readonly number[]) => Promise<unknown>;
  readonly onModel: (model: Model) => unknown;
}

export class Model {
  readonly streams = new Map<string, ModelStream>();
  readonly tokens: number[] = [];

  find(name: string): ModelStream {
    const stream = this.streams.get(name);
    if (stream === undefined) throw new ModelRefusal('missing');
    return stream;
  }
}

class ModelRefusal extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

const lastOf = ({ floor, events }: ModelStream): number => floor + events.length;
const viewOf = (stream: ModelStream): unknown => ({
  metadata: { ...stream.metadata },
  first: stream.floor + 1,
  last: lastOf(stream),
});

function patched(metadata: Readonly<Record<string, unknown>>, patch: MetadataPatch): Record<string, unknown> {
  return Object.fromEntries(Object.entries({ ...metadata, ...patch }).filter(([, value]) => value !== null));
}

export const streamNames: readonly string[] = ['a', 'b', 'c'];

const name = fc.constantFrom(...streamNames);
const updatedAt = fc.integer({ min: 0, max: 20 });
const label = fc.constantFrom('l', 'm', 'n');
const labels = fc.uniqueArray(label);
const metadata = fc.record(
  { cwd: fc.constantFrom('/x', '/y'), archived: fc.boolean(), updatedAt, labels },
  { requiredKeys: ['updatedAt'] },
);
const patch = fc.record(
  {
    cwd: fc.constantFrom('/x', null),
    title: fc.constantFrom('t', null),
    archived: fc.boolean(),
    updatedAt,
    labels: fc.option(labels),
  },
  { requiredKeys: [] },
);
const events = fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 40 });
const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const create = fc.tuple(name, metadata, events).map(([stream, params, first]): Work => ({
  words: `create ${stream}`,
  onJournal: async (journal) => view(await journal.create(stream, { metadata: params, events: first })),
  onModel: ({ streams }) => {
    if (streams.has(stream)) throw new ModelRefusal('exists');
    const added = { metadata: { ...params }, floor: 0, events: first.map(json), owner: -1, released: new Map() };
    streams.set(stream, added);
    return viewOf(added);
  },
}));

const append = fc
  .tuple(name, events, fc.option(fc.integer({ min: 0, max: 60 })), fc.integer({ min: -1, max: 3 }), fc.option(patch))
  .map(([stream, added, expected, owner, change]): Work => ({
    words: `append ${added.length} to ${stream} as ${owner}, expecting ${expected}`,
    onJournal: (journal, tokens) =>
      journal.append(stream, added, {
        ...(expected === null ? {} : { expectedLast: expected }),
        ...(tokens[owner] === undefined ? {} : { token: tokens[owner] }),
        ...(change === null ? {} : { patch: change }),
      }),
    onModel: (model) => {
      const found = model.find(stream);
      const last = lastOf(found);
      if ((model.tokens[owner] === undefined ? -1 : owner) !== found.owner) throw new ModelRefusal('fenced');
      if (expected !== null && expected !== last) throw new ModelRefusal('conflict');
      found.events.push(...added.map(json));
      if (change !== null) found.metadata = patched(found.metadata, change);
      return { first: last + 1, last: last + added.length };
    },
  }));

const fence = name.map((stream): Work => ({
  words: `fence ${stream}`,
  onJournal: (journal) => journal.fence(stream),
  onModel: (model) => {
    const found = model.find(stream);
    found.owner = model.tokens.push(0) - 1;
    return { last: lastOf(found) };
  },
}));

const owner = fc.integer({ min: 0, max: 3 });
const release = fc.tuple(name, owner, owner).map(([stream, from, to]): Work => ({
  words: `release ${stream} from ${from} to ${to}`,
  onJournal: (journal, tokens) => journal.release(stream, { token: tokens[from] ?? 1e15, before: tokens[to] ?? 0 }),
  onModel: ({ streams, tokens }) => {
    const found = streams.get(stream);
    if (found === undefined || tokens[from] === undefined) return false;
    const before = tokens[to] === undefined ? -1 : to;
    if (found.owner !== from) {
      if (before < from && from < found.owner) found.released.set(from, before);
      return false;
    }
    found.owner = before;
    for (const [token, earlier] of [...found.released].toSorted(([one], [other]) => other - one))
      if (token === found.owner) found.owner = earlier;
    for (const token of found.released.keys()) if (token > found.owner) found.released.delete(token);
    return true;
  },
}));

const change = fc.tuple(name, patch).map(([stream, params]): Work => ({
  words: `patch ${stream}`,
  onJournal: async (journal) => view(await journal.patch(stream, params)),
  onModel: (model) => {
    const found = model.find(stream);
    found.metadata = patched(found.metadata, params);
    return viewOf(found);
  },
}));

const trim = fc.tuple(name, fc.nat(60)).map(([stream, through]): Work => ({
  words: `trim ${stream} through ${through}`,
  onJournal: async (journal) => view(await journal.trim(stream, { through })),
  onModel: (model) => {
    const found = model.find(stream);
    const gone = found.events.splice(0, Math.max(0, through - found.floor));
    found.floor += gone.length;
    return viewOf(found);
  },
}));

const copy = fc.tuple(name, name, updatedAt, patch).map(([from, to, time, more]): Work => ({
  words: `copy ${from} to ${to}`,
  onJournal: async (journal) => view(await journal.copy(from, to, { patch: { ...more, updatedAt: time } })),
  onModel: (model) => {
    const found = model.find(from);
    if (model.streams.has(to)) throw new ModelRefusal('exists');
    const added = {
      ...found,
      metadata: patched(found.metadata, { ...more, updatedAt: time }),
      events: [...found.events],
      owner: -1,
      released: new Map(),
    };
    model.streams.set(to, added);
    return viewOf(added);
  },
}));

const remove = name.map((stream): Work => ({
  words: `delete ${stream}`,
  onJournal: (journal) => journal.delete(stream),
  onModel: ({ streams }) => streams.delete(stream),
}));

const read = fc.tuple(name, fc.option(fc.nat(60)), fc.option(fc.nat(60))).map(([stream, after, limit]): Work => ({
  words: `read ${stream} after ${after}`,
  onJournal: async (journal) => {
    const options = { ...(after === null ? {} : { after }), ...(limit === null ? {} : { limit }) };
    return (await entries(journal, stream, options)).map(({ sequence, event }) => ({ sequence, event }));
  },
  onModel: (model) => {
    if (limit === 0) return [];
    const { floor, events: kept } = model.find(stream);
    const from = after ?? floor;
    if (from < floor) throw new ModelRefusal('trimmed');
    return kept
      .map((event, index) => ({ sequence: floor + index + 1, event }))
      .filter(({ sequence }) => sequence > from)
      .slice(0, limit ?? Infinity);
  },
}));

const list = fc
  .record({ cwd: fc.constantFrom('/x', '/y'), archived: fc.boolean(), label }, { requiredKeys: [] })
  .map((where): Work => ({
    words: `list ${JSON.stringify(where)}`,
    onJournal: async (journal) => (await journal.list({ where })).streams.map(({ stream }) => stream),
    onModel: ({ streams }) =>
      [...streams]
        .filter(([, { metadata: known }]) => where.cwd === undefined || known['cwd'] === where.cwd)
        .filter(
          ([, { metadata: known }]) => where.archived === undefined || (known['archived'] ?? false) === where.archived,
        )
        .filter(
          ([, { metadata: known }]) =>
            where.label === undefined || (known['labels'] as readonly string[] | undefined)?.includes(where.label),
        )
        // Newest first, and of the same time the one that was created last.
        .toReversed()
        .toSorted(([, one], [, other]) => Number(other.metadata['updatedAt']) - Number(one.metadata['updatedAt']))
        .map(([stream]) => stream),
  }));

const size = name.map((stream): Work => ({
  words: `size of ${stream}`,
  onJournal: (journal) => journal.size(stream),
  onModel: (model) => {
    const { events: kept } = model.find(stream);
    return { events: kept.length, bytes: bytesOf(kept) };
  },
}));

function view({ metadata: known, first, last }: Awaited<ReturnType<Journal['create']>>): unknown {
  return { metadata: known, first, last };
}

export const works: fc.Arbitrary<readonly Work[]> = fc.array(
  fc.oneof(
    { arbitrary: append, weight: 6 },
    { arbitrary: create, weight: 3 },
    { arbitrary: read, weight: 3 },
    change,
    fence,
    release,
    trim,
    copy,
    remove,
    list,
    size,
  ),
  { minLength: 1, maxLength: 60 },
);
