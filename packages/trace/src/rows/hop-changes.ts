/**
 * Finds the hops of a chain on which a message is not what the component received.
 *
 * A message that a component sends on is compared with the one that it received from its other neighbour: a response
 * with the response to the request that it passed on, anything else with the earliest message of the same content, or
 * else of the same method and session. Ids differ on each hop and do not count. Where a bridge between versions stands
 * beside the component, a difference may be that of the bridge, so it is called that.
 */
import { isJsonObject, parseJsonObject, type JsonObject } from '@acp-stack/schema/json-object';

import type { Exchange } from './exchanges.ts';

/**
 * `changed`: it received another; `made`: it received none; `kept`: it did not pass on what it received; `converted`:
 * it or a bridge between versions changed or made it.
 */
export type HopChange = 'changed' | 'made' | 'kept' | 'converted';

/** How many messages that a component has received may wait to be passed on. */
const maxWaiting = 1000;

interface Message {
  readonly exchange: Exchange;
  readonly content: string;
}

/** The changes by the index of the row; `sides` are the names from the client to the agent. */
export function hopChanges(exchanges: readonly Exchange[], sides: readonly string[]): ReadonlyMap<number, HopChange> {
  const finder = new ChangeFinder(sides);
  for (const exchange of exchanges) finder.take(exchange);
  return finder.finish();
}

class ChangeFinder {
  readonly #places: ReadonlyMap<string, number>;
  readonly #changes = new Map<number, HopChange>();
  /** What a component has received and not yet passed on, by its name and the direction. */
  readonly #waiting = new Map<string, Message[]>();
  /** Requests without a response, by sender, recipient and id. */
  readonly #requests = new Map<string, Exchange>();
  /** The request that a component sent for the one that it received, by index. */
  readonly #passedOn = new Map<number, number>();
  /** Requests that went over a bridge, by index. */
  readonly #bridged = new Map<number, Exchange>();
  /** The content of responses, by the index of the request. */
  readonly #responses = new Map<number, string>();

  constructor(sides: readonly string[]) {
    this.#places = new Map(sides.map((side, index) => [side, index]));
  }

  take(exchange: Exchange): void {
    const { from, to, kind, id } = exchange;
    const [start, end] = [this.#places.get(from), this.#places.get(to)];
    if (start === undefined || end === undefined || Math.abs(start - end) !== 1) return;
    const message = parseJsonObject(exchange.text);
    if (message === undefined || kind === 'problem') return;
    if (kind === 'answer' || kind === 'error') {
      this.#response(exchange, message);
      return;
    }
    const direction = start < end ? 'right' : 'left';
    const taken = { exchange, content: contentOf(message, exchange.text) };
    if (this.#isBetween(start)) this.#sent(taken, direction);
    if (this.#isBetween(end)) this.#received(taken, direction);
    if (id !== undefined) this.#requests.set(keyOf(from, to, id), exchange);
    if (id !== undefined && exchange.isBridged === true) this.#bridged.set(exchange.index, exchange);
  }

  /** What still waits was not passed on. */
  finish(): ReadonlyMap<number, HopChange> {
    for (const { exchange } of [...this.#waiting.values()].flat()) {
      if (!this.#changes.has(exchange.index)) this.#changes.set(exchange.index, 'kept');
    }
    return this.#changes;
  }

  #isBetween(place: number): boolean {
    return place > 0 && place < this.#places.size - 1;
  }

  #received(message: Message, direction: string): void {
    const key = `${direction} ${message.exchange.to}`;
    const waiting = this.#waiting.get(key) ?? [];
    waiting.push(message);
    if (waiting.length > maxWaiting) waiting.shift();
    this.#waiting.set(key, waiting);
  }

  #sent({ exchange, content }: Message, direction: string): void {
    const waiting = this.#waiting.get(`${direction} ${exchange.from}`) ?? [];
    const same = waiting.findIndex((each) => each.content === content);
    const alike = same === -1 ? waiting.findIndex((each) => isAlike(each.exchange, exchange)) : same;
    const [source] = alike === -1 ? [] : waiting.splice(alike, 1);
    if (source === undefined) this.#mark('made', exchange);
    else {
      if (same === -1) this.#mark('changed', exchange, source.exchange);
      this.#passedOn.set(source.exchange.index, exchange.index);
    }
  }

  #response(exchange: Exchange, message: JsonObject): void {
    const { from, to, id = '' } = exchange;
    const key = keyOf(to, from, id);
    const request = this.#requests.get(key);
    this.#requests.delete(key);
    if (request === undefined) return;
    const content = contentOf(message, exchange.text);
    this.#responses.set(request.index, content);
    if (!this.#isBetween(this.#places.get(from) ?? 0)) return;
    const source = this.#passedOn.get(request.index);
    const received = source === undefined ? undefined : this.#responses.get(source);
    if (received === undefined) this.#mark('made', exchange);
    else if (received !== content) this.#mark('changed', exchange, this.#bridgedRequest(source));
  }

  #bridgedRequest(index: number | undefined): Exchange | undefined {
    return index === undefined ? undefined : this.#bridged.get(index);
  }

  /** Notes a change; `other` is the message that it was compared with. */
  #mark(change: HopChange, exchange: Exchange, other?: Exchange): void {
    const isConverted = exchange.isBridged === true || other?.isBridged === true;
    this.#changes.set(exchange.index, isConverted ? 'converted' : change);
  }
}

const keyOf = (from: string, to: string, id: string): string => JSON.stringify([from, to, id]);

const isAlike = (one: Exchange, other: Exchange): boolean =>
  methodOf(one.method) === methodOf(other.method) && one.session === other.session && one.kind === other.kind;

/** A proxy is initialized by a method of its own, which is the same message. */
const methodOf = (method: string): string => method.replace(/^_?proxy\/initialize$/u, 'initialize');

/** The message without what differs on each hop, with the fields in one order; `text` if it is nested too deeply. */
function contentOf({ method, params, result, error }: JsonObject, text: string): string {
  const named = { method: typeof method === 'string' ? methodOf(method) : undefined, params, result, error };
  try {
    return JSON.stringify(named, (_key, value: unknown) => (isJsonObject(value) ? inOrder(value) : value));
  } catch {
    return text;
  }
}

const inOrder = (value: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1)));
