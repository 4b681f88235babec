/** A request that the conductor makes itself. */
import type { JsonObject } from '@acp-stack/schema/json-object';

import type { RoutedResponse } from '../envelope/routed-message.ts';
import type { Pending, Source } from '../route/pending.ts';

export class LocalCall implements Source {
  readonly name: string = 'conductor';
  readonly #done: (response: JsonObject) => void;

  constructor(done: (response: JsonObject) => void) {
    this.#done = done;
  }

  remember(): void {
    // Nothing can cancel it.
  }

  respond(_: Pending, { fields }: RoutedResponse): void {
    this.#done(fields);
  }
}
