/** Limits how many questions of MCP servers to the user are open at once: of one server, and of a session. */

/** How many questions may be open. */
export const questionLimits = { server: 8, session: 32 } as const;

export class OpenQuestions {
  readonly #limit: number;
  readonly #outer: OpenQuestions | undefined;
  #open = 0;

  /** `outer` counts the questions of several servers. */
  constructor(limit: number, outer?: OpenQuestions) {
    this.#limit = limit;
    this.#outer = outer;
  }

  /** Runs `ask`; throws if too many questions are open. */
  async during<T>(ask: () => Promise<T>): Promise<T> {
    if (this.isFull) throw new Error('Too many questions are open; ask again when one of them was answered.');
    this.count(1);
    try {
      return await ask();
    } finally {
      this.count(-1);
    }
  }

  /** Whether no more may be asked. */
  get isFull(): boolean {
    return this.#open >= this.#limit || this.#outer?.isFull === true;
  }

  /** Counts a question that begins or ends. */
  count(change: 1 | -1): void {
    this.#open += change;
    this.#outer?.count(change);
  }
}
