/**
 * Checks the messages of one conversation in order.
 *
 * It remembers the negotiated version and the open requests. It never throws, and keeps no messages.
 */
import { nearestNames } from '../text/nearest-names.ts';
import type { ProtocolVersion } from '../schema/schema-document.ts';
import { resultTypeFor } from '../schema/result-type.ts';
import { bestMatch, type Candidate } from './best-match.ts';
import { checkContent } from './content-check.ts';
import { misspelledKey, withMisspelledKey } from './misspelled-key.ts';
import { responderOf, callerOf, mayRespond, maySend, type Side } from './sender-side.ts';
import { stabilityText, type Method, type SchemasOf, type VersionSchema } from './version-schema.ts';
import { Findings, quote, shorten, type Verdict } from './verdict.ts';
import { isRequestId, WaitingRequests, type RequestId, type WaitingRequest } from './waiting-requests.ts';

/** How messages are checked. */
export interface CheckOptions {
  /** Undefined: from `initialize`. */
  readonly version: ProtocolVersion | undefined;
  /** Whether unstable and draft parts are allowed. */
  readonly unstable: boolean;
  /** The side that sent the messages; undefined if both did. */
  readonly side: Side | undefined;
  /** The schemas of the protocol. */
  readonly schemas: SchemasOf;
  /** The method of responses without a request. */
  readonly method: string | undefined;
}

type Message = Readonly<Record<string, unknown>>;

/** The expected result of a request. */
interface Expected extends Pick<Candidate, 'schema' | 'result'> {
  readonly request: Pick<WaitingRequest, 'method'>;
}

const initializeMethods: ReadonlySet<string> = new Set(['initialize', 'proxy/initialize', '_proxy/initialize']);

/** Checks messages in order. */
export class MessageChecker {
  readonly #options: CheckOptions;
  readonly #waiting = new WaitingRequests();
  #schema: VersionSchema;
  /** The side that sent the message that is being checked. */
  #sender: Side | undefined;

  constructor(options: CheckOptions) {
    this.#options = options;
    this.#schema = options.schemas(options.version ?? 1, options.unstable);
  }

  /** The schema of the version that was negotiated, or that of version 1. */
  get schema(): VersionSchema {
    return this.#schema;
  }

  /** Checks the next message or batch; `line` is its line number, `sender` the side that sent it, if that is known. */
  check(value: unknown, line: number, sender?: Side): Verdict {
    this.#sender = sender;
    const verdict = Array.isArray(value) ? this.#checkBatch(value, line) : this.#checkMessage(value, line);
    if (verdict.problems.length === 0) return verdict;
    const { document } = this.#schema;
    return { ...verdict, problems: verdict.problems.map((problem) => withMisspelledKey(problem, value, document)) };
  }

  #checkBatch(entries: readonly unknown[], line: number): Verdict {
    const findings = new Findings();
    if (this.#schema.version === 1) {
      findings.problem('', 'one message, because version 1 has no batches', 'a list');
    } else if (entries.length === 0) {
      findings.problem('', 'a message, or a batch of at least one', 'an empty list');
    } else {
      for (const [index, entry] of entries.entries()) findings.addEntry(index, this.#checkMessage(entry, line));
      findings.note(`entries: ${entries.length}`);
    }
    return findings.verdict('batch', undefined);
  }

  #checkMessage(value: unknown, line: number): Verdict {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      const findings = new Findings();
      findings.problem('', 'a JSON-RPC message, which is an object', typeNameOf(value));
      return findings.verdict('message', undefined);
    }
    const message = value as Message;
    if (Object.hasOwn(message, 'method')) return this.#checkCall(message);
    if (Object.hasOwn(message, 'result') || Object.hasOwn(message, 'error')) return this.#checkResponse(message, line);
    const findings = new Findings();
    const [misspelled] = ['method', 'result', 'error'].flatMap(
      (key) => misspelledKey(message, key, this.#schema.document) ?? [],
    );
    const found = `an object without them${misspelled === undefined ? '' : `, but with ${quote(misspelled)}`}`;
    findings.problem('', 'a message with a method, a result or an error', found);
    return findings.verdict('message', undefined);
  }

  // -------------------------------------------------------------------------------------------- calls

  #checkCall(message: Message): Verdict {
    const findings = new Findings();
    const isRequest = Object.hasOwn(message, 'id');
    const kind = isRequest ? 'request' : 'notification';
    const { method: name, id, params } = message;
    if (typeof name === 'string' && initializeMethods.has(name)) this.#adoptVersion(params, findings, 1);

    const schema = this.#schema;
    findings.add('', schema.envelopes[kind].check(message));
    for (const key of ['result', 'error']) {
      if (Object.hasOwn(message, key)) findings.problem(`/${key}`, 'nothing, because there is a method', `a ${key}`);
    }
    if (typeof name !== 'string') return findings.verdict(kind, undefined);

    const method = schema.methods.get(name);
    if (isRequest && isRequestId(id)) {
      const result = resultOf(method, params, schema);
      this.#waiting.add(id, { name: shorten(name), method, result, schema, caller: this.#sender });
    }
    if (method === undefined) this.#checkUnknown(name, isRequest, findings);
    else this.#checkKnown(method, message, findings);
    return findings.verdict(kind, shorten(name));
  }

  #checkKnown(method: Method, message: Message, findings: Findings): void {
    const { side } = this.#options;
    const { method: name, params } = message;
    const isRequest = Object.hasOwn(message, 'id');
    if (method.kind === 'request' && !isRequest) {
      findings.problem('/id', `an id, because ${method.name} is a request`, 'nothing');
    }
    if (method.kind === 'notification' && isRequest) {
      findings.problem('/id', `nothing, because ${method.name} is a notification`, 'an id');
    }
    const from = this.#sender ?? side;
    if (from !== undefined && !maySend(from, method.direction)) {
      findings.problem('/method', `a method that the ${from} may call`, `${quote(name)}, which the other side calls`);
    }
    if (name !== method.name) findings.note(`alias of ${method.name}`);
    const sender = callerOf(method.direction);
    const content = { path: '/params', value: params, type: method.params, schema: this.#schema, sender } as const;
    checkContent(content, side !== undefined, findings);
  }

  /** Handles a method that the version does not have. */
  #checkUnknown(name: string, isRequest: boolean, findings: Findings): void {
    if (name.startsWith('_')) return findings.note('extension');
    if (name.startsWith('$/') && !isRequest) return findings.note('optional, may be ignored');
    const { version, unstable } = this.#schema;
    const draft = this.#options.schemas(version, true).methods.get(name);
    const other = this.#options.schemas(version === 1 ? 2 : 1, true).methods.get(name);
    const known = this.#schema.methods.keys();
    const what = `a ${unstable ? '' : 'stable '}method of version ${version}`;
    if (draft !== undefined) {
      const found = `${quote(name)}, which is ${stabilityText(draft.stability)}`;
      findings.problem('/method', `${what} (pass --unstable to allow others)`, found);
    } else if (other !== undefined) {
      findings.problem('/method', what, `${quote(name)}, which only version ${version === 1 ? 2 : 1} has`);
    } else {
      const [guess] = nearestNames(name, known);
      findings.problem('/method', guess === undefined ? what : `${what} (perhaps ${guess})`, quote(name));
    }
  }

  // -------------------------------------------------------------------------------------------- responses

  #checkResponse(message: Message, line: number): Verdict {
    const findings = new Findings();
    const { id, result } = message;
    const isFailure = !Object.hasOwn(message, 'result');
    const kind = isFailure ? 'error' : 'result';
    const match = isRequestId(id) ? this.#match(id, isFailure ? undefined : { result }, line) : undefined;
    if (match !== undefined && initializeMethods.has(match.request.name) && !isFailure) {
      this.#adoptVersion(result, findings, this.#schema.version);
    }
    findings.add('', this.#schema.envelopes[isFailure ? 'failure' : 'result'].check(message));
    if (!isFailure && Object.hasOwn(message, 'error')) {
      findings.problem('/error', 'nothing, because there is a result', 'an error');
    }
    if (match === undefined) return this.#checkUnmatched(message, findings);
    if (!isFailure) this.#checkResult(match, result, findings);
    return findings.verdict(kind, match.request.name);
  }

  /** Handles a response without a request. */
  #checkUnmatched(message: Message, findings: Findings): Verdict {
    const { id, result } = message;
    const kind = Object.hasOwn(message, 'result') ? 'result' : 'error';
    const answered = isRequestId(id) ? this.#waiting.answeredOn(id) : undefined;
    const isInitializeResult = answered === undefined && this.#looksLikeInitializeResult(result);
    const name = this.#options.method ?? (isInitializeResult ? 'initialize' : undefined);
    if (name === undefined) {
      findings.note(unmatchedText(kind === 'error' && id === null, answered));
      return findings.verdict(kind, undefined);
    }
    if (this.#options.method === undefined) findings.note('taken as the response to initialize');
    if (initializeMethods.has(name)) this.#adoptVersion(result, findings, this.#schema.version);
    const method = this.#schema.methods.get(name);
    if (method === undefined) {
      findings.problem('', `a version of the protocol that has ${name}`, `version ${this.#schema.version}`);
    } else if (kind === 'result') {
      this.#checkResult({ request: { method }, schema: this.#schema, result: method.result }, result, findings);
    }
    return findings.verdict(kind, name);
  }

  #checkResult({ request, schema, result: type }: Expected, value: unknown, findings: Findings): void {
    if (type === undefined) return;
    const sender = request.method === undefined ? undefined : responderOf(request.method.direction);
    checkContent({ path: '/result', value, type, schema, sender }, this.#options.side !== undefined, findings);
  }

  /** The output of an agent begins with the response to `initialize`, which contains the version. */
  #looksLikeInitializeResult(result: unknown): boolean {
    return (this.#sender ?? this.#options.side) !== 'client' && versionIn(result) !== undefined;
  }

  /** Finds and removes the request of a response. */
  #match(id: RequestId, success: { readonly result: unknown } | undefined, line: number): Candidate | undefined {
    const candidates = this.#waiting
      .find(id)
      .filter(({ caller }) => caller === undefined || this.#sender === undefined || caller !== this.#sender)
      .filter(({ method }) => mayRespond(this.#sender ?? this.#options.side, method?.direction))
      .map((request) => this.#candidate(request, success?.result));
    const match = success === undefined ? candidates.at(-1) : bestMatch(candidates, success.result);
    if (match !== undefined) this.#waiting.answer(id, match.request, line);
    return match;
  }

  /** The expected result of `request`; that of `initialize` contains its own version. */
  #candidate(request: WaitingRequest, result: unknown): Candidate {
    const negotiated = initializeMethods.has(request.name) ? versionIn(result) : undefined;
    const isFixed = this.#options.version !== undefined || negotiated === undefined || request.method === undefined;
    if (isFixed) return { request, schema: request.schema, result: request.result };
    const schema = this.#options.schemas(negotiated, this.#options.unstable);
    return { request, schema, result: schema.methods.get(request.name)?.result };
  }

  /** Switches to the version in the params or the result of `initialize`. */
  #adoptVersion(value: unknown, findings: Findings, fallback: ProtocolVersion): void {
    const { version, unstable, schemas } = this.#options;
    if (version !== undefined) return;
    const found = versionIn(value);
    this.#schema = schemas(found ?? fallback, unstable);
    const number = protocolVersionOf(value);
    if (found === undefined && Number.isInteger(number)) {
      findings.note(`version ${String(number)} is unknown, checked as version ${fallback}`);
    }
  }
}

/** The result type of a call, which may depend on its params. */
function resultOf(method: Method | undefined, params: unknown, schema: VersionSchema): Method['result'] {
  if (method?.result === undefined) return undefined;
  const type = resultTypeFor(method.result.name, params);
  return type === method.result.name ? method.result : schema.validator(type);
}

/** The note about a response without a request. */
function unmatchedText(isUnread: boolean, answered: number | undefined): string {
  if (isUnread) return 'responds to a message that could not be parsed';
  if (answered === undefined) return 'responds to no earlier request';
  return `the request with this id already has a response on line ${answered}`;
}

function versionIn(value: unknown): ProtocolVersion | undefined {
  const version = protocolVersionOf(value);
  return version === 1 || version === 2 ? version : undefined;
}

function protocolVersionOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? (value as Message)['protocolVersion'] : undefined;
}

function typeNameOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'boolean' ? String(value) : `a ${typeof value}`;
}
