/** A model that could not be reached or did not answer; never contains a key. */
export type ModelErrorCode =
  | 'unauthorized'
  | 'rate-limited'
  | 'too-long'
  | 'refused'
  | 'failed'
  | 'unreachable'
  | 'broken'
  | 'silent';

/** Conditions that pass, so that a retry makes sense. */
const passing = new Set<ModelErrorCode>(['rate-limited', 'failed', 'unreachable', 'broken', 'silent']);

export interface ModelErrorDetails extends ErrorOptions {
  readonly status?: number;
  /** Milliseconds until the service accepts a retry. */
  readonly retryAfter?: number;
  /** How many retries make sense; no limit of its own when absent. */
  readonly mostRetries?: number;
}

export class ModelError extends Error {
  static {
    this.prototype.name = 'ModelError';
  }

  readonly code: ModelErrorCode;
  readonly status: number | undefined;
  readonly retryAfter: number | undefined;
  readonly mostRetries: number;

  constructor(code: ModelErrorCode, message: string, details: ModelErrorDetails = {}) {
    super(message, details);
    this.code = code;
    this.status = details.status;
    this.retryAfter = details.retryAfter;
    this.mostRetries = details.mostRetries ?? Infinity;
  }

  /** Whether a retry may help. */
  get isPassing(): boolean {
    return passing.has(this.code);
  }
}
