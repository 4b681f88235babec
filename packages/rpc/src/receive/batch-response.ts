/** Collects the responses to one batch; they are sent together, when the last one is there. */

export class BatchResponse {
  readonly #send: (responses: readonly unknown[]) => void;
  readonly #responses: unknown[] = [];
  #missing = 0;
  #isSealed = false;

  constructor(send: (responses: readonly unknown[]) => void) {
    this.#send = send;
  }

  /** One more entry gets a response. */
  expect(): void {
    this.#missing += 1;
  }

  add(response: unknown): void {
    this.#responses.push(response);
    this.skip();
  }

  /** An entry gets no response after all. */
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
