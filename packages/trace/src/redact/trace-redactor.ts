/**
 * Removes private data from the records of a trace.
 *
 * `secrets` goes by names and by the format of keys, so it may miss a secret. `content` removes everything that people
 * or agents said, and keeps only the structure of messages and the lengths of strings.
 */
import { hidden, isSecretName, isSecretOption, redactedNames, withoutSecrets } from '@acp-stack/conductor/secrets';
import { decodeBase64, encodeBase64 } from '@acp-stack/schema/base64';
import { isJsonObject, type JsonObject } from '@acp-stack/schema/json-object';

import type { TraceFrame, TraceHeader, TraceRecord } from '../format/trace-format.ts';
import { carriedBy, ExtensionMessages } from '../rows/extension-messages.ts';
import { withChunkText } from '../rows/streamed-piece.ts';
import { withoutSplitSecrets } from './split-secrets.ts';

/** What is removed: what may be a credential, or also everything that was said. */
export type RedactionLevel = 'secrets' | 'content';

type Level = RedactionLevel;

/** Redacts the header of a trace. */
export function redactHeader(header: TraceHeader, level: Level): TraceHeader {
  const warning =
    level === 'content'
      ? 'The conversation was removed.'
      : 'Possible secrets were removed; the conversation is still there.';
  // The agent may be a command with all its arguments.
  const agent = header.agent === undefined ? {} : { agent: redactProse(header.agent, level) };
  return { ...header, ...agent, redaction: header.redaction === 'content' ? 'content' : level, warning };
}

/** Characters of records that are kept; what is above them is redacted and passed on. */
export interface RedactorLimits {
  /** Before and after the records that are passed on: a secret is found if all of its pieces are within this. */
  readonly around: number;
  /** Passed on at once. */
  readonly block: number;
}

const defaultLimits: RedactorLimits = { around: 4_000_000, block: 8_000_000 };

/**
 * Redacts the records of a trace in their order. It keeps only some of them at a time, because the pieces of a split
 * secret may have other messages between them.
 */
export class TraceRedactor {
  readonly #level: Level;
  readonly #limits: RedactorLimits;
  readonly #messages = new ExtensionMessages();
  /** Records that were passed on, and those that wait. */
  #kept: readonly TraceRecord[] = [];
  #waiting: TraceRecord[] = [];
  #waitingSize = 0;

  constructor(level: Level, limits: RedactorLimits = defaultLimits) {
    this.#level = level;
    this.#limits = limits;
  }

  /** Takes the next record, and returns those that are done. */
  push(record: TraceRecord): readonly TraceRecord[] {
    if (this.#level === 'content')
      return [redactRecord(record, this.#level, { messages: this.#messages, text: undefined })];
    this.#waiting.push(record);
    this.#waitingSize += sizeOf(record);
    const { around, block } = this.#limits;
    return this.#waitingSize >= block + around
      ? this.#pass(this.#waiting.length - lastWithin(this.#waiting, around))
      : [];
  }

  /** Returns the rest. */
  end(): readonly TraceRecord[] {
    return this.#pass(this.#waiting.length);
  }

  #pass(count: number): readonly TraceRecord[] {
    const split = withoutSplitSecrets([...this.#kept, ...this.#waiting]);
    const before = this.#kept.length;
    const passed = this.#waiting.slice(0, count);
    this.#waiting = this.#waiting.slice(count);
    this.#waitingSize = this.#waiting.reduce((sum, record) => sum + sizeOf(record), 0);
    const known = [...this.#kept, ...passed];
    this.#kept = known.slice(known.length - lastWithin(known, this.#limits.around));
    return passed.map((record, index) =>
      redactRecord(record, this.#level, { messages: this.#messages, text: split.get(before + index) }),
    );
  }
}

/** What is not text counts too, so that many small records have a limit. */
const sizeOf = (record: TraceRecord): number =>
  200 + (record.type === 'frame' ? record.frame.length : record.type === 'end' ? 0 : record.text.length);

/** The number of records at the end that are not larger than `size` together. */
function lastWithin(records: readonly TraceRecord[], size: number): number {
  let left = size;
  let count = 0;
  for (let at = records.length - 1; at >= 0; at -= 1) {
    left -= sizeOf(records[at] as TraceRecord);
    if (left < 0) break;
    count += 1;
  }
  return count;
}

interface Redaction {
  readonly messages: ExtensionMessages;
  /** The text of a line or a chunk without its piece of a split secret. */
  readonly text: string | undefined;
}

function redactRecord(record: TraceRecord, level: Level, redaction: Redaction): TraceRecord {
  if (record.type === 'stderr' || record.type === 'stdout' || record.type === 'component')
    return { ...record, text: redactProse(redaction.text ?? record.text, level) };
  // An error may quote the message, or the last output of the agent.
  if (record.type === 'end')
    return record.error === undefined ? record : { ...record, error: redactProse(record.error, level) };
  const problem = record.problem === undefined ? {} : { problem: redactProse(record.problem, level) };
  return { ...record, ...problem, frame: redactFrame(record, level, redaction) };
}

function redactFrame(record: TraceFrame, level: Level, { messages, text }: Redaction): string {
  try {
    const value: unknown = JSON.parse(record.frame);
    const redacted = (message: unknown): unknown => {
      const place = { key: '', isSecret: false, isFreeForm: false };
      if (!isJsonObject(message) || !messages.isExtension(message, record)) return redactValue(message, level, place);
      return redactExtension(message, level);
    };
    const whole = text === undefined ? value : withChunkText(value as JsonObject, text);
    return JSON.stringify(Array.isArray(whole) ? whole.map(redacted) : redacted(whole));
  } catch {
    // Not JSON, or nested too deeply, so it is redacted as text.
    return redactProse(record.frame, level);
  }
}

function redactExtension(message: JsonObject, level: Level): JsonObject {
  const carried = carriedBy(message);
  return Object.fromEntries(
    Object.entries(message).map(([key, each]) => {
      if (carried !== undefined && each === carried) return [key, redactExtension(carried, level)];
      const place = { key, isSecret: isSecretName(key, each), isFreeForm: !envelope.test(key) };
      return [key, redactValue(each, level, place)];
    }),
  );
}

interface Place {
  readonly key: string;
  /** Whether everything below is a secret. */
  readonly isSecret: boolean;
  /** Whether the fields below are not defined by the protocol. */
  readonly isFreeForm: boolean;
}

/** Fields with arbitrary content. */
const freeFields = /^(?:rawInput|rawOutput|_meta|data|arguments|structuredContent|requestedSchema)$/u;
/** The envelope of an extension message; everything else in it is arbitrary. */
const envelope = /^(?:jsonrpc|id|method|error|connectionId)$/u;
/** Fields with structure, which are not part of the conversation. */
const structure =
  /^(?:jsonrpc|method|id|.*Id|type|sessionUpdate|kind|status|state|stopReason|mode|modes|category|outcome|role|action|severity|format|mimeType|version|priority|protocolVersion|code)$/u;

function redactValue(value: unknown, level: Level, place: Place): unknown {
  const { key, isSecret, isFreeForm } = place;
  if (typeof value === 'string') {
    if (isSecret) return hidden;
    return level === 'content' && (isFreeForm || !structure.test(key))
      ? counted(value)
      : redactText(value, level, place);
  }
  if (Array.isArray(value)) {
    return value.map((each, index) =>
      redactValue(each, level, { ...place, isSecret: isSecret || isSecretOption(value[index - 1]) }),
    );
  }
  if (!isJsonObject(value)) {
    if (isSecret && value !== null) return hidden;
    return level === 'content' && isFreeForm && value !== null ? `(a ${typeof value})` : value;
  }
  return redactFields(value, level, place);
}

function redactFields(fields: JsonObject, level: Level, { isSecret, isFreeForm }: Place): JsonObject {
  const isNamedSecret = typeof fields['name'] === 'string' && isSecretName(fields['name']);
  // The values of a form are beside its action.
  const isForm = typeof fields['action'] === 'string';
  const hidesNames = isFreeForm && level === 'content';
  const shownNames = redactedNames(Object.keys(fields), { keepsRandom: !isFreeForm });
  return Object.fromEntries(
    Object.entries(fields).map(([name, each], index) => {
      // The name of a variable or header says what was hidden.
      if (isSecret && !hidesNames && name === 'name' && typeof each === 'string') return [name, each];
      const isSecretBelow = isSecret || isSecretName(name, each) || (isNamedSecret && name === 'value');
      const isFreeFormBelow = isFreeForm || freeFields.test(name) || (isForm && name === 'content');
      // In arbitrary content, names are part of the conversation.
      const shownName = hidesNames ? `(field ${index + 1})` : (shownNames[index] ?? name);
      return [shownName, redactValue(each, level, { key: name, isSecret: isSecretBelow, isFreeForm: isFreeFormBelow })];
    }),
  );
}

/** Redacts text outside of messages: with `content`, only its length is kept. */
const redactProse = (text: string, level: Level): string =>
  level === 'content' ? counted(text) : withoutSecrets(text);

function redactText(text: string, level: Level, { key, isFreeForm }: Place): string {
  // The output of a terminal; images are not text.
  if (key === 'data') return redactEncoded(text);
  // Ids keep their value, because they tell what belongs together.
  const clean = withoutSecrets(text, { keepsRandom: !isFreeForm && structure.test(key), field: key });
  return level === 'content' && /\s/u.test(clean) ? counted(clean) : clean;
}

/** Redacts text in base64; anything else is redacted as it is. */
function redactEncoded(data: string): string {
  const text = encodedText(data);
  if (text === undefined) return withoutSecrets(data, { keepsRandom: true });
  const clean = withoutSecrets(text);
  return clean === text ? data : encodeBase64(new TextEncoder().encode(clean));
}

/** The text in base64; undefined if it is another value, or bytes that are not text. */
function encodedText(data: string): string | undefined {
  const bytes = decodeBase64(data);
  if (bytes === undefined || encodeBase64(bytes) !== data) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const counted = (text: string): string => `(${text.length} characters)`;
