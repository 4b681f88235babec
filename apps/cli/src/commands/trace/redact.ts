/**
 * `acp trace redact`: removes private data from a trace.
 *
 * `secrets` goes by names and by the format of keys, so it may miss a secret. `content` removes everything that people
 * or agents said, and keeps only the structure of messages and the lengths of strings.
 */
import { isUtf8 } from 'node:buffer';

import { hidden, isSecretName, isSecretOption, withoutSecrets } from '@acp-stack/conductor/secrets';

import { isJsonObject, type JsonObject } from '../../json/json-object.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { writers } from './convert.ts';
import { carriedBy, ExtensionMessages } from './extension-messages.ts';
import { readTrace, type Trace } from './read-trace.ts';
import { withChunkText, withoutSplitSecrets } from './split-secrets.ts';
import type { TraceFrame, TraceRecord } from '../../trace/trace-format.ts';
import { saveOutput } from '../../files/output-file.ts';

export interface RedactFlags {
  readonly level: 'secrets' | 'content';
  readonly output?: string;
}

export interface RedactCommand {
  readonly path: string;
  readonly flags: RedactFlags;
}

export async function redact({ path, flags }: RedactCommand, terminal: Terminal): Promise<number> {
  const trace = redactTrace(await readTrace(path, terminal), flags.level);
  const text = writers
    .acp(trace)
    .map((line) => `${line}\n`)
    .join('');
  if (flags.output === undefined || flags.output === '-') await terminal.stdout.write(text);
  else await saveOutput(flags.output, text, terminal);
  return 0;
}

type Level = RedactFlags['level'];

/** Redacts a trace. */
export function redactTrace({ header, records, unreadable }: Trace, level: Level): Trace {
  const warning =
    level === 'content'
      ? 'The conversation was removed.'
      : 'Possible secrets were removed; the conversation is still there.';
  const messages = new ExtensionMessages();
  const split = level === 'secrets' ? withoutSplitSecrets(records) : new Map<number, string>();
  // The agent may be a command with all its arguments.
  const agent = header.agent === undefined ? {} : { agent: redactProse(header.agent, level) };
  return {
    header: { ...header, ...agent, redaction: header.redaction === 'content' ? 'content' : level, warning },
    records: records.map((record, index) => redactRecord(record, level, { messages, text: split.get(index) })),
    unreadable,
  };
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
  return Object.fromEntries(
    Object.entries(fields).map(([name, each], index) => {
      // The name of a variable or header says what was hidden.
      if (isSecret && !hidesNames && name === 'name' && typeof each === 'string') return [name, each];
      const isSecretBelow = isSecret || isSecretName(name, each) || (isNamedSecret && name === 'value');
      const isFreeFormBelow = isFreeForm || freeFields.test(name) || (isForm && name === 'content');
      // In arbitrary content, names are part of the conversation.
      const shownName = hidesNames ? `(field ${index + 1})` : name;
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
  const clean = withoutSecrets(text, { keepsRandom: !isFreeForm && structure.test(key) });
  return level === 'content' && /\s/u.test(clean) ? counted(clean) : clean;
}

/** Redacts text in base64; anything else is redacted as it is. */
function redactEncoded(data: string): string {
  const bytes = Buffer.from(data, 'base64');
  if (!isUtf8(bytes) || bytes.toString('base64') !== data) return withoutSecrets(data, { keepsRandom: true });
  const text = bytes.toString('utf8');
  const clean = withoutSecrets(text);
  return clean === text ? data : Buffer.from(clean).toString('base64');
}

const counted = (text: string): string => `(${text.length} characters)`;
