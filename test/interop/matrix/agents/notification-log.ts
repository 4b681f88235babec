/** The custom notifications that an agent receives: each is recorded, and work may wait for one. */
export class NotificationLog {
  readonly #noted: unknown[];
  readonly #arrived = new Set<string>();
  readonly #waiting = new Map<string, (() => void)[]>();

  constructor(noted: unknown[]) {
    this.#noted = noted;
  }

  /** The notifications that agents know. */
  static readonly methods = ['_rain', '_go'] as const;

  take(method: string, params: unknown): void {
    this.#noted.push({ method, params });
    this.#arrived.add(method);
    for (const resolve of this.#waiting.get(method) ?? []) resolve();
  }

  until(method: string): Promise<void> {
    if (this.#arrived.has(method)) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.set(method, [...(this.#waiting.get(method) ?? []), resolve]);
    });
  }
}

/** Rejects when `signal` aborts, also when it has. */
export const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const abort = (): void => {
      reject(signal.reason as Error);
    };
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
  });
