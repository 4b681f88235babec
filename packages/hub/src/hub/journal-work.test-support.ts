/** Notes what is done with a journal: which methods are called, and how many events are read. */
import type { Journal } from '@acp-stack/journal';

/** What the hub does by itself: it notes what principals do, and nodes report that they are there. */
const isByItself = (target: string): boolean => /^"?(?:audit|node)\/|"label":"node"/u.test(target);

export class JournalWork {
  readonly journal: Journal;
  #done: string[] = [];

  constructor(inner: Journal) {
    this.journal = new Proxy(inner, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        return (...args: readonly unknown[]): unknown => {
          const given = JSON.stringify(args[0] ?? null);
          if (!isByItself(given)) this.#done.push(`${String(name)} ${given}`);
          const result: unknown = Reflect.apply(value, target, args);
          return name === 'read' ? this.#counted(result as AsyncIterable<unknown>, given) : result;
        };
      },
    });
  }

  /** What was done since the last call, with `id` for the id of the session. */
  take(sessionId: string): readonly string[] {
    const done = this.#done.map((each) => each.replaceAll(sessionId, 'id'));
    this.#done = [];
    return done;
  }

  async *#counted(events: AsyncIterable<unknown>, given: string): AsyncIterable<unknown> {
    for await (const event of events) {
      if (!isByItself(given)) this.#done.push(`event of ${given}`);
      yield event;
    }
  }
}
