/** Finds the line with the error among the last lines of a program: not its source, not its stack, not a banner. */

/** The maximum length of the line, so that it fits into a sentence. */
const maxLength = 300;

/** `Error: …`, `TypeError [ERR_X]: …`, `java.io.IOException: …`, as runtimes print an error that nothing caught. */
const errorName = /^(?:uncaught |caused by: )?(?:[\w$]+\.)*[\w$]*(?:error|exception)(?: \[[\w-]+\])?(?:: |$)/iu;
/** Rust, Go, compilers and shells: the severity begins the line, or follows the name of the program. */
const severity = /^(?:thread '[^']*' panicked|panic: |(?:[\w./-]+: )?(?:fatal|error)\b)/iu;
/** Anything else that sounds like a failure. */
const complaint =
  /\b(?:error|cannot|can't|could not|no such|not found|unknown|invalid|missing|unexpected|denied|failed|refused)\b/iu;
/** Frames of stacks, marks below a place in a source, and what runtimes print last. */
const beside = /^(?:at |\^|\||Node\.js v\d|Bun v\d|File "|Traceback|goroutine \d|note: |node:internal\/|file:\/\/|\})/u;
/** A line of source, as Node shows it above the error. */
const source = /^(?:throw |import |export |const |let |var |await |return |\d+ \|)/u;

/** The line of `lines` that says what went wrong; undefined if there is none. */
export function errorLineOf(lines: readonly string[]): string | undefined {
  const said = lines.map((line) => line.trim()).filter((line) => line !== '' && !beside.test(line));
  const spoken = said.filter((line) => !source.test(line));
  const found =
    spoken.find((line) => errorName.test(line)) ??
    spoken.find((line) => severity.test(line)) ??
    spoken.find((line) => complaint.test(line)) ??
    spoken.at(-1) ??
    said.at(-1);
  return found === undefined ? undefined : shortened(withMessage(found, lines));
}

/** A panic of Rust has its message on the next line. */
function withMessage(line: string, lines: readonly string[]): string {
  if (!/^thread '.* panicked at .*:$/u.test(line)) return line;
  const next = lines[lines.findIndex((each) => each.trim() === line) + 1]?.trim() ?? '';
  return next === '' ? line : `${line} ${next}`;
}

const shortened = (line: string): string =>
  line.length <= maxLength ? line : `${line.slice(0, maxLength).replace(/\p{Surrogate}$/u, '')}…`;
