/** A model that could not be asked, or did not answer; never holds a key. */
export type ModelErrorCode =
  | 'unauthorized'
  | 'rate-limited'
  | 'too-long'
  | 'refused'
  | 'failed'
  | 'unreachable'
  | 'broken'
  | 'silent';

/** What goes away by itself, so that asking again makes sense. */
const passing = new Set<ModelErrorCode>(['rate-limited', 'failed', 'unreachable', 'broken', 'silent']);

export interface ModelErrorDetails extends ErrorOptions {
  readonly status?: number;
  /** Milliseconds until the service wants to be asked again. */
  readonly retryAfter?: number;
  /** How often asking again makes sense, at most; as often as allowed when absent. */
  readonly patience?: number;
}

export class ModelError extends Error {
  static {
    this.prototype.name = 'ModelError';
  }

  readonly code: ModelErrorCode;
  readonly status: number | undefined;
  readonly retryAfter: number | undefined;
  readonly patience: number;

  constructor(code: ModelErrorCode, message: string, details: ModelErrorDetails = {}) {
    super(message, details);
    this.code = code;
    this.status = details.status;
    this.retryAfter = details.retryAfter;
    this.patience = details.patience ?? Infinity;
  }

  /** Whether asking again may help. */
  get isPassing(): boolean {
    return passing.has(this.code);
  }
}
