/**
 * The lines that an agent prints besides the protocol.
 *
 * They are always read, so that the agent never blocks on a full pipe. The newest lines are kept, up to a limit.
 */

/** One line that an agent printed. */
export interface AgentLine {
  /** Without the line break; a line of more than 16,384 characters is split. */
  readonly text: string;
  /** When it was read. */
  readonly at: Date;
  /** Counts from 0; a gap means that lines were dropped before they were read. */
  readonly index: number;
  /** `stdout` for a line that is not a message of the protocol. */
  readonly from: 'stderr' | 'stdout';
}

/** Lines that are kept. */
export const maxLines = 1000;
/** Characters of a line; a longer one is split. */
const longestLine = 16 * 1024;

/** The newest lines, at least 1,000; iterate it to follow them until the agent has ended. */
export class AgentOutput implements AsyncIterable<AgentLine> {
  readonly #decoder = new TextDecoder();
  #lines: AgentLine[] = [];
  #next = 0;
  #rest = '';
  #hasEnded = false;
  #wake: (() => void)[] = [];
  readonly #followers: ((line: AgentLine) => void)[] = [];

  /** The newest lines, oldest first. */
  get lines(): readonly AgentLine[] {
    return this.#lines;
  }

  /** The text of the newest lines, at most `count`. */
  tail(count: number): string[] {
    return this.#lines.slice(-count).map(({ text }) => text);
  }

  /**
   * Calls `listener` with the lines that are kept, and then with each new one as it is read: a line of stdout before
   * the messages that follow it. An iteration gets its lines later.
   */
  follow(listener: (line: AgentLine) => void): void {
    for (const line of this.#lines) listener(line);
    this.#followers.push(listener);
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
    const line = { text: text.endsWith('\r') ? text.slice(0, -1) : text, at: new Date(), index: this.#next, from };
    this.#lines.push(line);
    this.#next += 1;
    // Not one by one: that would move a thousand lines for each new one.
    if (this.#lines.length >= maxLines * 2) this.#lines = this.#lines.slice(-maxLines);
    this.#wakeAll();
    for (const listener of this.#followers) listener(line);
  }

  /** Takes the end of the output. */
  end(): void {
    if (this.#hasEnded) return;
    if (this.#rest !== '') this.#addCut(this.#rest);
    this.#rest = '';
    this.#hasEnded = true;
    this.#wakeAll();
  }

  /** Yields every line from the oldest that is still kept, and then new ones as they come. */
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
