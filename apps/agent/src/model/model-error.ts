/** The error of a request to a model that failed; its message never contains a key. */
export type ModelErrorCode =
  | 'unauthorized'
  | 'rate-limited'
  | 'too-long'
  | 'refused'
  | 'failed'
  | 'unreachable'
  | 'broken'
  | 'silent';

/** Errors that a retry may avoid. */
const transient = new Set<ModelErrorCode>(['rate-limited', 'failed', 'unreachable', 'broken', 'silent']);

export interface ModelErrorDetails extends ErrorOptions {
  readonly status?: number;
  /** Milliseconds until the service accepts a retry. */
  readonly retryAfter?: number;
  /** The maximum number of retries for this error; when absent, only the general limit applies. */
  readonly maxRetries?: number;
}

export class ModelError extends Error {
  static {
    this.prototype.name = 'ModelError';
  }

  readonly code: ModelErrorCode;
  readonly status: number | undefined;
  readonly retryAfter: number | undefined;
  readonly maxRetries: number;

  constructor(code: ModelErrorCode, message: string, details: ModelErrorDetails = {}) {
    super(message, details);
    this.code = code;
    this.status = details.status;
    this.retryAfter = details.retryAfter;
    this.maxRetries = details.maxRetries ?? Infinity;
  }

  /** Whether a retry may help. */
  get isTransient(): boolean {
    return transient.has(this.code);
  }
}
