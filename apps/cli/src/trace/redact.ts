/**
 * `acp trace redact`: takes out of a trace what should not be shown to others.
 *
 * `secrets` goes by names and by what keys look like; nobody can promise that this finds every secret. `content`
 * leaves nothing that people or agents said: only what a message is, and how long its texts are.
 */
import { isFields, type Fields } from '../config/fields.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { writers } from './convert.ts';
import { readTrace, type Trace } from './read-trace.ts';
import { hidden, isSecretName, isSecretOption, withoutSecrets } from './secrets.ts';
import type { RedactFlags } from './trace-command.ts';
import type { TraceRecord } from './trace-format.ts';
import { writeOutput } from './write-output.ts';

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
  else writeOutput(flags.output, text);
  return 0;
}

type Level = RedactFlags['level'];

/** The trace without what `level` takes out. */
export function redactTrace({ header, records, unreadable }: Trace, level: Level): Trace {
  const warning =
    level === 'content'
      ? 'What was said was taken out.'
      : 'What looks like a secret was taken out; what was said is still there.';
  return {
    header: { ...header, redaction: header.redaction === 'content' ? 'content' : level, warning },
    records: records.map((record) => redactRecord(record, level)),
    unreadable,
  };
}

function redactRecord(record: TraceRecord, level: Level): TraceRecord {
  if (record.type === 'stderr') return { ...record, text: redactText(record.text, level) };
  // What went wrong is told with what was being read, and with what the agent printed last.
  if (record.type === 'end')
    return record.error === undefined ? record : { ...record, error: redactText(record.error, level) };
  const problem = record.problem === undefined ? {} : { problem: redactText(record.problem, level) };
  return { ...record, ...problem, frame: redactFrame(record.frame, level) };
}

function redactFrame(frame: string, level: Level): string {
  let value: unknown;
  try {
    value = JSON.parse(frame);
  } catch {
    // What is no message cannot be looked into.
    return level === 'content' ? counted(frame) : redactText(frame, level);
  }
  return JSON.stringify(redactValue(value, level, { key: '', isSecret: false, isFree: false }));
}

interface Place {
  readonly key: string;
  /** Whether everything below is a secret. */
  readonly isSecret: boolean;
  /** Whether the names of fields below say nothing about what they hold. */
  readonly isFree: boolean;
}

/** Fields that hold whatever somebody has put there. */
const freeFields = /^(?:rawInput|rawOutput|_meta|data)$/u;
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
    return level === 'content' && isFree && typeof value === 'number' ? '(a number)' : value;
  }
  return redactFields(value, level, place);
}

function redactFields(fields: Fields, level: Level, { isSecret, isFree }: Place): Fields {
  const isNamedSecret = typeof fields['name'] === 'string' && isSecretName(fields['name']);
  return Object.fromEntries(
    Object.entries(fields).map(([name, each]) => {
      // The name of a variable or a header says what was hidden.
      if (isSecret && name === 'name' && typeof each === 'string') return [name, each];
      const isBelow = isSecret || isSecretName(name) || (isNamedSecret && name === 'value');
      const place = { key: name, isSecret: isBelow, isFree: isFree || freeFields.test(name) };
      return [name, redactValue(each, level, place)];
    }),
  );
}

function redactText(text: string, level: Level): string {
  const clean = withoutSecrets(text);
  return level === 'content' && /\s/u.test(clean) ? counted(clean) : clean;
}

const counted = (text: string): string => `(${text.length} characters)`;
