/**
 * Looks through what our side has sent for anything that the protocol does not allow.
 *
 * Every message is checked strictly against the schema: the params of what was asked, the result of what was answered.
 * The leniency that receivers owe is not claimed for our own messages.
 */
import type { MethodSpec, Validator } from '@acp-stack/schema';
import { methods } from '@acp-stack/schema/v2/unstable';
import type { Transcript } from '@acp-stack/testing';

/** A message as it is on the wire. */
export interface WireMessage {
  readonly jsonrpc?: unknown;
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: { readonly [key: string]: unknown };
  readonly result?: { readonly [key: string]: unknown };
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** The methods of a version. */
type Table = Readonly<Record<string, MethodSpec | undefined>>;

/** What is known while a transcript is read. */
interface Reading {
  readonly specs: Table;
  /** What the other side has asked. */
  readonly asked: Map<unknown, string>;
  /** The ids of what our side asks. */
  readonly asking: Set<unknown>;
}

/**
 * What is wrong with the messages that went out, in words; empty when nothing is. They are of version 2 unless `table`
 * says otherwise.
 */
export function faultsOf(transcript: Transcript, table: object = methods): string[] {
  const reading: Reading = { specs: table as Table, asked: new Map(), asking: new Set() };
  const faults: string[] = [];
  for (const entry of transcript) {
    if (!('message' in entry)) continue;
    const message = entry.message as WireMessage;
    const problems = entry.direction === 'in' ? noteIncoming(message, reading) : faultsIn(message, reading);
    faults.push(...problems.map((problem) => `${problem}: ${JSON.stringify(message)}`));
  }
  return faults;
}

function noteIncoming(message: WireMessage, { asked, asking }: Reading): string[] {
  const entries = Array.isArray(message) ? (message as WireMessage[]) : [message];
  for (const { id, method } of entries) {
    if (method === undefined) asking.delete(id);
    else if (id !== undefined) asked.set(id, method);
  }
  return [];
}

function faultsIn(message: WireMessage, reading: Reading): string[] {
  if (Array.isArray(message)) return batchFaults(message, reading);
  if (message.jsonrpc !== '2.0') return ['it is not JSON-RPC 2.0'];
  if (message.method === undefined) return answerFaults(message, reading);
  return [...idFaults(message, reading), ...paramsFaults(message.method, message.params, reading)];
}

/** We never ask in batches; only a batch of the other side is answered with one. */
function batchFaults(batch: readonly WireMessage[], reading: Reading): string[] {
  return batch.flatMap((each) => (each.method === undefined ? answerFaults(each, reading) : ['it is part of a batch']));
}

/** Ids are never reused while a request is outstanding. */
function idFaults({ id }: WireMessage, { asking }: Reading): string[] {
  if (id === undefined) return [];
  if (asking.has(id)) return ['its id is in use'];
  asking.add(id);
  return typeof id === 'string' || Number.isSafeInteger(id) ? [] : ['its id is neither a string nor an integer'];
}

function paramsFaults(method: string, params: unknown, { specs }: Reading): string[] {
  if (method.startsWith('_')) return [];
  const spec = specs[method];
  return spec === undefined ? ['there is no such method'] : mismatches(spec.params, params);
}

function answerFaults({ id, result, error }: WireMessage, { specs, asked }: Reading): string[] {
  if ((result === undefined) === (error === undefined)) return ['an answer has a result or an error'];
  const method = asked.get(id);
  if (method === undefined && id !== null) return ['it answers no request'];
  if (error !== undefined) return isError(error) ? [] : ['an error has a code and a message'];
  const expected = method === undefined ? undefined : specs[method]?.result;
  return expected === undefined ? [] : mismatches(expected, result);
}

const mismatches = (validator: Validator<unknown>, value: unknown): string[] =>
  validator.is(value) ? [] : [`it is no ${validator.name}`];

const isError = ({ code, message }: NonNullable<WireMessage['error']>): boolean =>
  Number.isInteger(code) && typeof message === 'string';
