/** Finds the component of a chain that has refused `initialize`: the first to answer; others only pass its error on. */
import type { ChainEvent } from '@acp-stack/conductor';

export class RefusalFinder {
  /** The `initialize` requests without a response, by their ids, which are different on each hop. */
  readonly #open = new Map<unknown, string>();
  #refusedBy: string | undefined;

  /** The name of the component; undefined if none has refused since the last start. */
  get refusedBy(): string | undefined {
    return this.#refusedBy;
  }

  observe(event: ChainEvent): void {
    if (event.kind !== 'message') return;
    const { id, method, error } = event.message;
    if (typeof method === 'string') {
      if (id === undefined || !/(?:^|\/)initialize$/u.test(method)) return;
      if (event.from === 'client') this.#refusedBy = undefined;
      this.#open.set(id, event.to);
      return;
    }
    const asked = this.#open.get(id);
    if (asked === undefined || asked !== event.from) return;
    this.#open.delete(id);
    // A component that speaks an older dialect is asked again.
    if (error === undefined) this.#refusedBy = undefined;
    else this.#refusedBy ??= event.from;
  }
}
