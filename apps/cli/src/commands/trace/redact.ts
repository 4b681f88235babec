/**
 * `acp trace redact`: takes out of a trace what should not be shown to others.
 *
 * `secrets` goes by names and by what keys look like; nobody can promise that this finds every secret. `content`
 * leaves nothing that people or agents said: only what a message is, and how long its texts are.
 */
import { isFields, type Fields } from '../../config/checked-fields.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { writers } from './convert.ts';
import { carriedBy, ExtensionMessages } from './extension-messages.ts';
import { readTrace, type Trace } from './read-trace.ts';
import { hidden, isSecretName, isSecretOption, withoutSecrets } from './secrets.ts';
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

/** The trace without what `level` takes out. */
export function redactTrace({ header, records, unreadable }: Trace, level: Level): Trace {
  const warning =
    level === 'content'
      ? 'What was said was taken out.'
      : 'What looks like a secret was taken out; what was said is still there.';
  const messages = new ExtensionMessages();
  // It may be a command with all its arguments.
  const agent = header.agent === undefined ? {} : { agent: redactSaid(header.agent, level) };
  return {
    header: { ...header, ...agent, redaction: header.redaction === 'content' ? 'content' : level, warning },
    records: records.map((record) => redactRecord(record, level, messages)),
    unreadable,
  };
}

function redactRecord(record: TraceRecord, level: Level, messages: ExtensionMessages): TraceRecord {
  if (record.type === 'stderr') return { ...record, text: redactSaid(record.text, level) };
  // What went wrong is told with what was being read, and with what the agent printed last.
  if (record.type === 'end')
    return record.error === undefined ? record : { ...record, error: redactSaid(record.error, level) };
  const problem = record.problem === undefined ? {} : { problem: redactSaid(record.problem, level) };
  return { ...record, ...problem, frame: redactFrame(record, level, messages) };
}

function redactFrame(record: TraceFrame, level: Level, messages: ExtensionMessages): string {
  let value: unknown;
  try {
    value = JSON.parse(record.frame);
  } catch {
    // What is no message cannot be looked into.
    return redactSaid(record.frame, level);
  }
  const redacted = (message: unknown): unknown => {
    const place = { key: '', isSecret: false, isFree: false };
    if (!isFields(message) || !messages.isFree(message, record)) return redactValue(message, level, place);
    return redactFree(message, level);
  };
  return JSON.stringify(Array.isArray(value) ? value.map(redacted) : redacted(value));
}

function redactFree(message: Fields, level: Level): Fields {
  const carried = carriedBy(message);
  return Object.fromEntries(
    Object.entries(message).map(([key, each]) => {
      if (carried !== undefined && each === carried) return [key, redactFree(carried, level)];
      const place = { key, isSecret: isSecretName(key), isFree: !envelope.test(key) };
      return [key, redactValue(each, level, place)];
    }),
  );
}

interface Place {
  readonly key: string;
  /** Whether everything below is a secret. */
  readonly isSecret: boolean;
  /** Whether the names of fields below say nothing about what they hold. */
  readonly isFree: boolean;
}

/** Fields that hold whatever somebody has put there. */
const freeFields = /^(?:rawInput|rawOutput|_meta|data|arguments|structuredContent|requestedSchema)$/u;
/** What is around the params or the result of a message that the protocol does not know; everything else there is free. */
const envelope = /^(?:jsonrpc|id|method|error|connectionId)$/u;
/** Fields that say what a message is, and nothing that somebody said. */
const structure =
  /^(?:jsonrpc|method|id|.*Id|type|sessionUpdate|kind|status|state|stopReason|mode|modes|category|outcome|role|action|severity|format|mimeType|version|priority|protocolVersion|code)$/u;

function redactValue(value: unknown, level: Level, place: Place): unknown {
  const { key, isSecret, isFree } = place;
  if (typeof value === 'string') {
    if (isSecret) return hidden;
    return level === 'content' && (isFree || !structure.test(key)) ? counted(value) : redactText(value, level);
  }
  if (Array.isArray(value)) {
    return value.map((each, index) =>
      redactValue(each, level, { ...place, isSecret: isSecret || isSecretOption(value[index - 1]) }),
    );
  }
  if (!isFields(value)) {
    if (isSecret && value !== null) return hidden;
    return level === 'content' && isFree && value !== null ? `(a ${typeof value})` : value;
  }
  return redactFields(value, level, place);
}

function redactFields(fields: Fields, level: Level, { isSecret, isFree }: Place): Fields {
  const isNamedSecret = typeof fields['name'] === 'string' && isSecretName(fields['name']);
  // What a form was filled in with stands beside what was done with it.
  const isForm = typeof fields['action'] === 'string';
  const isSaid = isFree && level === 'content';
  return Object.fromEntries(
    Object.entries(fields).map(([name, each], index) => {
      // The name of a variable or a header says what was hidden.
      if (isSecret && !isSaid && name === 'name' && typeof each === 'string') return [name, each];
      const isBelow = isSecret || isSecretName(name) || (isNamedSecret && name === 'value');
      const isFreeBelow = isFree || freeFields.test(name) || (isForm && name === 'content');
      // There, names are said as well.
      const shownName = isSaid ? `(field ${index + 1})` : name;
      return [shownName, redactValue(each, level, { key: name, isSecret: isBelow, isFree: isFreeBelow })];
    }),
  );
}

/** What is no field of a message: at the level `content`, only how long it is. */
const redactSaid = (text: string, level: Level): string => (level === 'content' ? counted(text) : withoutSecrets(text));

function redactText(text: string, level: Level): string {
  const clean = withoutSecrets(text);
  return level === 'content' && /\s/u.test(clean) ? counted(clean) : clean;
}

const counted = (text: string): string => `(${text.length} characters)`;
