/**
 * Every message of every method of a version, as the contract of chains sends them: marked, and with unknown fields.
 */
import { goldens } from '../../wire/golden.ts';
import { schemas, shapeOf, type JsonObject, type Version } from '../../wire/surfaces.ts';

/** How a request ends. */
type Ending = 'result' | 'error' | 'cancelled';

export interface ContractCase {
  /** What tells the message from all others, in its `_meta`. */
  readonly mark: number;
  readonly method: string;
  readonly from: 'client' | 'agent';
  readonly params: JsonObject;
  /** Undefined for a notification. */
  readonly ending: Ending | undefined;
  /** What the request is answered with. */
  readonly answer: JsonObject;
}

/** Concern one connection, or start a component. */
const ofHops = new Set(['initialize', '$/cancel_request', 'proxy/initialize', 'proxy/successor']);

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const unknown = { 'example.com/unknown': { deep: [null, 1.5, 'ü'] } };

/** The methods that go through a chain. */
export const methodsOf = (version: Version): readonly string[] =>
  Object.keys(schemas[`${version}/unstable`].methods).filter((method) => !ofHops.has(method));

const endings = { request: ['result', 'error', 'cancelled'], notification: [undefined] } as const;

/** All cases, or those of one sample of each method. */
export function contractCases(version: Version, which: 'all' | 'one of each'): readonly ContractCase[] {
  const all: ContractCase[] = [];
  for (const method of methodsOf(version)) {
    const { direction, kind } = schemas[`${version}/unstable`].methods[method] ?? {};
    const senders =
      direction === 'both'
        ? (['client', 'agent'] as const)
        : [direction === 'agent>client' ? ('agent' as const) : ('client' as const)];
    if (kind === undefined) continue;
    const kinds = kind === 'message' ? (['request', 'notification'] as const) : [kind];
    const sent = samples(version, method, 'params').slice(0, which === 'all' ? undefined : 1);
    const results = samples(version, method, 'result');
    for (const params of sent)
      for (const from of senders)
        for (const each of kinds)
          for (const ending of endings[each]) {
            const mark = all.length;
            const meta = isObject(params['_meta']) ? params['_meta'] : {};
            const marked = { ...params, ...unknown, _meta: { ...meta, mark } };
            all.push({ mark, method, from, params: marked, ending, answer: answer(ending, mark, results) });
          }
  }
  return all;
}

/** What goldens of this method hold, as far as the version accepts them; an empty object if there is none. */
function samples(version: Version, method: string, part: 'params' | 'result'): readonly JsonObject[] {
  const found = goldens.flatMap((golden) => {
    const shape = shapeOf(golden.message);
    const isOfPart = part === 'result' ? shape === 'result' : shape === 'request' || shape === 'notification';
    const value = golden.message[part];
    return golden.method === method &&
      isOfPart &&
      golden.accepted?.includes(`${version}/unstable`) === true &&
      isObject(value)
      ? [value]
      : [];
  });
  return found.length === 0 ? [{}] : found;
}

function answer(ending: Ending | undefined, mark: number, results: readonly JsonObject[]): JsonObject {
  if (ending === 'result') return { result: { ...results[mark % results.length], ...unknown, mark } };
  const code = ending === 'cancelled' ? -32_800 : -32_000 - (mark % 50);
  return { error: { code, message: `Number ${mark}`, data: { ...unknown, mark } } };
}
