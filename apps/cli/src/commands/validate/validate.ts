/** `acp validate`: checks the messages of a conversation, and prints one line for each. */
import { type ProtocolVersion, type Side, stabilityText, type Verdict } from '@acp-stack/trace';

import { didYouMean } from '../../text/did-you-mean.ts';
import { OutputClosedError } from '../../terminal/output.ts';
import { createPalette } from '../../terminal/palette.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { openInput } from './input.ts';
import { type Line, LineSplitter } from './line-splitter.ts';
import { ConversationChecker } from './conversation-checker.ts';
import { Progress } from './progress.ts';
import { isBlank } from './read-json.ts';
import { jsonLine, textLine } from './verdict-line.ts';
import { schemaOf } from '../../protocol-schema/load-schema.ts';

export interface ValidateOptions {
  readonly file: string;
  readonly version: ProtocolVersion | undefined;
  readonly unstable?: boolean;
  readonly as?: Side;
  readonly method?: string;
  readonly format: 'text' | 'json';
}

const longestLine = 64 * 1024 * 1024;
const fullBuffer = 64 * 1024;

/** Runs the command; resolves with the exit code. */
export async function validate(options: ValidateOptions, terminal: Terminal): Promise<number> {
  const { version, unstable = false, as: side, method } = options;
  if (method !== undefined) checkMethodOption(method, version, unstable);
  const { chunks, size } = await openInput(options.file, terminal);
  const checker = new ConversationChecker({ schemas: schemaOf, version, unstable, side, method });
  const splitter = new LineSplitter(longestLine);
  const progress = new Progress(terminal, size);
  const report = new Report(options.format, terminal);
  try {
    for await (const chunk of chunks) {
      for (const line of splitter.push(chunk)) await report.add(line, checker);
      await report.flush();
      await progress.advance(chunk.length, report.messages);
    }
    for (const line of splitter.end()) await report.add(line, checker);
    await report.flush();
  } catch (error) {
    if (!(error instanceof OutputClosedError)) throw error;
    return report.exitCode;
  } finally {
    await progress.clear();
  }
  await terminal.stderr.tryWrite(`${report.summary}\n`);
  return report.exitCode;
}

/** Prints the verdicts and counts them. */
class Report {
  readonly #terminal: Terminal;
  readonly #write: (line: number, verdict: Verdict) => string;
  #buffer = '';
  #messages = 0;
  #invalid = 0;

  constructor(format: 'text' | 'json', terminal: Terminal) {
    const palette = createPalette(terminal.stdout, terminal.env);
    this.#terminal = terminal;
    this.#write = format === 'json' ? jsonLine : (line, verdict) => textLine(line, verdict, palette);
  }

  get messages(): number {
    return this.#messages;
  }

  get exitCode(): number {
    return this.#invalid === 0 ? 0 : 1;
  }

  get summary(): string {
    return `${this.#messages} ${this.#messages === 1 ? 'message' : 'messages'}, ${this.#invalid} invalid`;
  }

  async add({ number, bytes }: Line, checker: ConversationChecker): Promise<void> {
    if (bytes !== undefined && isBlank(bytes)) return;
    const verdict = bytes === undefined ? tooLong : checker.check(bytes, number);
    if (verdict === undefined) return;
    this.#messages += 1;
    if (verdict.problems.length > 0) this.#invalid += 1;
    this.#buffer += this.#write(number, verdict);
    if (this.#buffer.length >= fullBuffer) await this.flush();
  }

  async flush(): Promise<void> {
    const text = this.#buffer;
    this.#buffer = '';
    await this.#terminal.stdout.write(text);
  }
}

const tooLong: Verdict = {
  kind: 'message',
  method: undefined,
  problems: [{ path: '', expected: 'a line of at most 64 MiB', found: 'a longer one' }],
  repairs: [],
  notes: [],
};

/** `--method` must name a request of the chosen part of the protocol. */
function checkMethodOption(name: string, version: ProtocolVersion | undefined, unstable: boolean): void {
  const versions: readonly ProtocolVersion[] = version === undefined ? [1, 2] : [version];
  const known = versions.flatMap((each) => [...schemaOf(each, unstable).methods]);
  const found = known.filter(([key]) => key === name);
  if (found.some(([, method]) => method.result !== undefined)) return;
  if (found.length > 0)
    throw new UsageError(`${name} is a notification without a response: pass a request to --method`);
  const [draft] = versions.flatMap((each) => schemaOf(each, true).methods.get(name) ?? []);
  if (draft !== undefined) {
    throw new UsageError(`${name} is ${stabilityText(draft.stability)}: add --unstable to use it with --method`);
  }
  const guess = didYouMean(
    name,
    known.flatMap(([key, method]) => (method.result === undefined ? [] : [key])),
  );
  throw new UsageError(
    `unknown method ${JSON.stringify(name)} for --method${version === undefined ? '' : ` in version ${version}`}` +
      (guess === '' ? '; acp protocol lists them' : guess),
  );
}
