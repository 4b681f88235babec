/** Collects the answers to one batch; they go out together, when the last is there. */

export class BatchResponse {
  readonly #send: (responses: readonly unknown[]) => void;
  readonly #responses: unknown[] = [];
  #missing = 0;
  #isSealed = false;

  constructor(send: (responses: readonly unknown[]) => void) {
    this.#send = send;
  }

  /** One more entry will be answered. */
  expect(): void {
    this.#missing += 1;
  }

  add(response: unknown): void {
    this.#responses.push(response);
    this.skip();
  }

  /** An entry gets no answer after all. */
  skip(): void {
    this.#missing -= 1;
    this.#finish();
  }

  /** Every entry has been looked at. */
  seal(): void {
    this.#isSealed = true;
    this.#finish();
  }

  #finish(): void {
    if (this.#isSealed && this.#missing === 0 && this.#responses.length > 0) this.#send(this.#responses);
  }
}
