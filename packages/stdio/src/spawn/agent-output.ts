/**
 * What an agent prints that is not for the protocol, line by line.
 *
 * It is always read, so that an agent never waits for somebody to listen; what is kept has a limit, and the newest lines win.
 */

/** One line that an agent printed. */
export interface AgentLine {
  /** Without its end; a line of more than 16,384 characters comes in pieces. */
  readonly text: string;
  /** When it was read. */
  readonly at: Date;
  /** Counts from 0; a gap is a line that was dropped because nobody read in time. */
  readonly index: number;
  /** A line on stdout is one that should not have been there. */
  readonly from: 'stderr' | 'stdout';
}

/** Lines that are kept. */
export const mostLines = 1000;
/** Characters of a line; what is longer is cut into several. */
const longestLine = 16 * 1024;

/** The newest lines, at least 1,000; iterate it to follow them until the agent has ended. */
export class AgentOutput implements AsyncIterable<AgentLine> {
  readonly #decoder = new TextDecoder();
  #lines: AgentLine[] = [];
  #next = 0;
  #rest = '';
  #hasEnded = false;
  #wake: (() => void)[] = [];

  /** The newest lines, oldest first. */
  get lines(): readonly AgentLine[] {
    return this.#lines;
  }

  /** The text of the newest lines, at most `count`. */
  tail(count: number): string[] {
    return this.#lines.slice(-count).map(({ text }) => text);
  }

  /** Takes the next bytes of stderr. */
  push(chunk: Uint8Array): void {
    const lines = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#addCut(line);
    while (this.#rest.length > longestLine) {
      this.add(this.#rest.slice(0, longestLine), 'stderr');
      this.#rest = this.#rest.slice(longestLine);
    }
  }

  /** Takes one line. */
  add(text: string, from: AgentLine['from']): void {
    this.#lines.push({ text: text.endsWith('\r') ? text.slice(0, -1) : text, at: new Date(), index: this.#next, from });
    this.#next += 1;
    // Not one by one: moving a thousand lines for each new one would cost more than reading them.
    if (this.#lines.length >= mostLines * 2) this.#lines = this.#lines.slice(-mostLines);
    this.#wakeAll();
  }

  /** Nothing more comes. */
  end(): void {
    if (this.#hasEnded) return;
    if (this.#rest !== '') this.#addCut(this.#rest);
    this.#rest = '';
    this.#hasEnded = true;
    this.#wakeAll();
  }

  /** Every line from the oldest that is still kept, and then those that come. */
  async *[Symbol.asyncIterator](): AsyncGenerator<AgentLine, void, undefined> {
    let wanted = 0;
    for (;;) {
      const oldest = this.#lines[0]?.index ?? this.#next;
      const line = this.#lines[Math.max(0, wanted - oldest)];
      if (line !== undefined) {
        wanted = line.index + 1;
        yield line;
      } else if (this.#hasEnded) return;
      else await new Promise<void>((resolve) => void this.#wake.push(resolve));
    }
  }

  #addCut(line: string): void {
    for (let start = 0; start === 0 || start < line.length; start += longestLine) {
      this.add(line.slice(start, start + longestLine), 'stderr');
    }
  }

  #wakeAll(): void {
    if (this.#wake.length === 0) return;
    const waiting = this.#wake;
    this.#wake = [];
    for (const wake of waiting) wake();
  }
}
