/**
 * `acp trace redact`: takes out of a trace what should not be shown to others.
 *
 * `secrets` goes by the names of fields and by what keys and tokens look like; nobody can promise that this finds every secret. `content`
 * leaves nothing that people or agents said: only what a message is, and how long its texts are.
 */
import { isFields } from '../config/fields.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { writers } from './convert.ts';
import { readTrace, type Trace } from './read-trace.ts';
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
  if (record.type === 'end') return record;
  if (record.type === 'stderr') return { ...record, text: redactText(record.text, level) };
  let value: unknown;
  try {
    value = JSON.parse(record.frame);
  } catch {
    // What is no message cannot be looked into.
    return { ...record, frame: level === 'content' ? counted(record.frame) : redactText(record.frame, level) };
  }
  return { ...record, frame: JSON.stringify(redactValue(value, level, { key: '', isSecret: false })) };
}

interface Place {
  readonly key: string;
  /** Whether everything below is a secret. */
  readonly isSecret: boolean;
}

const hidden = '(hidden)';
/** Fields whose values are credentials, or hold them. */
const secretFields =
  /^(?:env|headers|cookies?|.*(?:token|secret|passw(?:or)?d|passphrase|api[-_]?key|authorization|credentials?|private[-_]?key))$/iu;
/** Counts of tokens are no tokens. */
const harmlessFields = /tokens$/iu;
/** Fields that say what a message is, and nothing that somebody said. */
const structure =
  /^(?:jsonrpc|method|id|.*Id|type|sessionUpdate|kind|status|state|stopReason|mode|modes|category|outcome|role|action|severity|format|mimeType|version|priority|protocolVersion|code)$/u;

function redactValue(value: unknown, level: Level, { key, isSecret }: Place): unknown {
  if (typeof value === 'string') {
    if (isSecret) return hidden;
    return level === 'content' && !structure.test(key) ? counted(value) : redactText(value, level);
  }
  if (Array.isArray(value)) return value.map((each) => redactValue(each, level, { key, isSecret }));
  if (!isFields(value)) return isSecret && value !== null ? hidden : value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      // The name of a variable or a header says what was hidden.
      if (isSecret && name === 'name' && typeof each === 'string') return [name, each];
      const isBelow = isSecret || (secretFields.test(name) && !harmlessFields.test(name));
      return [name, redactValue(each, level, { key: name, isSecret: isBelow })];
    }),
  );
}

/** What credentials look like, wherever they are. */
const patterns: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/gu, hidden],
  [/\b(?:Bearer|Basic)\s+[\w.~+/=-]{8,}/giu, hidden],
  [/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/gu, hidden],
  [/\b(?:sk|pk|rk)[-_][\w-]{16,}/gu, hidden],
  [/\b(?:gh[pousr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|npm_\w{30,})/gu, hidden],
  [/\bxox[abposr]-[\w-]{10,}/gu, hidden],
  [/\b(?:AKIA|ASIA)[\dA-Z]{16}\b/gu, hidden],
  [/\bAIza[\w-]{30,}/gu, hidden],
  [/(?<=\/\/)[^\s/:@]+:[^\s/@]+(?=@)/gu, hidden],
  [/(?<=[?&](?:access_token|token|api_key|apikey|key|secret|password|code)=)[^&\s"']+/giu, hidden],
  [/(?<=\b[A-Z][A-Z\d_]*(?:KEY|TOKEN|SECRET|PASSWORD)=)[^\s"']+/gu, hidden],
];

function redactText(text: string, level: Level): string {
  const clean = patterns.reduce((rest, [pattern, mark]) => rest.replaceAll(pattern, mark), text);
  return level === 'content' && /\s/u.test(clean) ? counted(clean) : clean;
}

const counted = (text: string): string => `(${text.length} characters)`;
