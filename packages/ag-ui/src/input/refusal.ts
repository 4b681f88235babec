/** A request that is refused before its run begins. */
export class Refusal extends Error {
  static {
    this.prototype.name = 'Refusal';
  }

  readonly status: number;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.#headers = headers;
  }

  /** The refusal as a whole response. */
  toResponse(): Response {
    return Response.json({ error: this.message }, { status: this.status, headers: this.#headers });
  }
}
