/** A failure in the form that clients of OpenAI know. */
import { CapabilityError, ConnectionError, describeError, RpcError } from '@acp-stack/sdk';

/** Further fields of an error. */
interface Details {
  /** The field of the request that it is about. */
  readonly param?: string;
  /** A word for programs. */
  readonly code?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const types: Readonly<Record<number, string>> = { 401: 'authentication_error', 429: 'rate_limit_error' };

/** A refused or failed request. */
export class OpenaiError extends Error {
  static {
    this.prototype.name = 'OpenaiError';
  }

  readonly status: number;
  readonly #details: Details;

  constructor(status: number, message: string, details: Details & ErrorOptions = {}) {
    super(message, details);
    this.status = status;
    this.#details = details;
  }

  /** The error as it is sent. */
  toObject(): object {
    const { param = null, code = null } = this.#details;
    const type = types[this.status] ?? (this.status < 500 ? 'invalid_request_error' : 'server_error');
    return { error: { message: this.message, type, param, code } };
  }

  /** The error as a whole response. */
  toResponse(): Response {
    return Response.json(this.toObject(), { status: this.status, headers: { ...this.#details.headers } });
  }
}

/** A request that asks for something that an agent does not do. */
export const unsupported = (param: string, message: string): OpenaiError =>
  new OpenaiError(400, message, { param, code: 'unsupported_parameter' });

const kinds: ReadonlyMap<string, string> = new Map([
  ['session.prompt.image', 'images'],
  ['session.prompt.audio', 'audio'],
  ['session.prompt.embeddedContext', 'files'],
]);

const authenticationRequired = -32_000;

/** What went wrong with an agent, for the client. */
export function agentError(error: unknown): OpenaiError {
  if (error instanceof OpenaiError) return error;
  const message = describeError(error);
  if (error instanceof CapabilityError) {
    const refused = kinds.get(error.capability);
    const words = refused === undefined ? message : `The agent takes no ${refused} in prompts.`;
    return new OpenaiError(400, words, { code: 'unsupported_content', cause: error });
  }
  if (error instanceof RpcError && error.code === authenticationRequired)
    return new OpenaiError(503, 'The agent asks for a login: log in with its own program, where it runs.', {
      code: 'agent_login_required',
      cause: error,
    });
  const isGone = error instanceof ConnectionError;
  return new OpenaiError(isGone ? 503 : 500, message, { code: isGone ? 'agent_gone' : 'agent_failed', cause: error });
}
