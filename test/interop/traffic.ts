/**
 * Looks through what our side has sent for anything that the protocol does not allow.
 *
 * Every message is checked strictly against the schema: the params of what was asked, the result of what was answered. The leniency that
 * receivers owe is not claimed for our own messages.
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

const specs = methods as unknown as Readonly<Record<string, MethodSpec | undefined>>;

/** What is wrong with the messages that went out, in words; empty when nothing is. */
export function faultsOf(transcript: Transcript): string[] {
  const asked = new Map<unknown, string>();
  const asking = new Set<unknown>();
  const faults: string[] = [];
  for (const entry of transcript) {
    if (!('message' in entry)) continue;
    const message = entry.message as WireMessage;
    const problems = entry.direction === 'in' ? noteIncoming(message, asked, asking) : faultsIn(message, asked, asking);
    faults.push(...problems.map((problem) => `${problem}: ${JSON.stringify(message)}`));
  }
  return faults;
}

function noteIncoming(message: WireMessage, asked: Map<unknown, string>, asking: Set<unknown>): string[] {
  const entries = Array.isArray(message) ? (message as WireMessage[]) : [message];
  for (const { id, method } of entries) {
    if (method === undefined) asking.delete(id);
    else if (id !== undefined) asked.set(id, method);
  }
  return [];
}

function faultsIn(message: WireMessage, asked: Map<unknown, string>, asking: Set<unknown>): string[] {
  if (Array.isArray(message)) return batchFaults(message, asked);
  if (message.jsonrpc !== '2.0') return ['it is not JSON-RPC 2.0'];
  if (message.method === undefined) return answerFaults(message, asked);
  return [...idFaults(message, asking), ...paramsFaults(message.method, message.params)];
}

/** We never ask in batches; only a batch of the other side is answered with one. */
function batchFaults(batch: readonly WireMessage[], asked: Map<unknown, string>): string[] {
  return batch.flatMap((each) => (each.method === undefined ? answerFaults(each, asked) : ['it is part of a batch']));
}

/** Ids are never reused while a request is outstanding. */
function idFaults({ id }: WireMessage, asking: Set<unknown>): string[] {
  if (id === undefined) return [];
  if (asking.has(id)) return ['its id is in use'];
  asking.add(id);
  return typeof id === 'string' || Number.isSafeInteger(id) ? [] : ['its id is neither a string nor an integer'];
}

function paramsFaults(method: string, params: unknown): string[] {
  if (method.startsWith('_')) return [];
  const spec = specs[method];
  return spec === undefined ? ['there is no such method'] : mismatches(spec.params, params);
}

function answerFaults({ id, result, error }: WireMessage, asked: Map<unknown, string>): string[] {
  if ((result === undefined) === (error === undefined)) return ['an answer has a result or an error'];
  const method = asked.get(id);
  if (method === undefined && id !== null) return ['nobody has asked for it'];
  if (error !== undefined) return isError(error) ? [] : ['an error has a code and a message'];
  const expected = method === undefined ? undefined : specs[method]?.result;
  return expected === undefined ? [] : mismatches(expected, result);
}

const mismatches = (validator: Validator<unknown>, value: unknown): string[] =>
  validator.is(value) ? [] : [`it is no ${validator.name}`];

const isError = ({ code, message }: NonNullable<WireMessage['error']>): boolean =>
  Number.isInteger(code) && typeof message === 'string';
