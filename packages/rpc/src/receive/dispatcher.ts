/**
 * Classifies each message and passes it on: a request or a notification to its handler, a response to its call.
 *
 * Input that is not a valid message gets an error response that says what is wrong, and never ends the connection. A
 * malformed response rejects the call that waits for it instead.
 */
import { problemCode, type ChannelProblem } from '../channel/channel-problem.ts';
import { RpcError, rpcCodes } from '../message/errors.ts';
import { classify, isNotification, type Classified, type IdRule, type RequestId } from '../message/message.ts';
import { sendReport, type Reporting } from '../observe/peer-report.ts';
import type { OutgoingCalls } from '../send/outgoing-calls.ts';
import { BatchResponse } from './batch-response.ts';
import type { HandlerRunner } from './handler-runner.ts';
import type { IncomingRequests } from './incoming-requests.ts';

/** What a negotiated version allows. */
export interface MessageRules {
  /** Which ids requests of the other side may have; `string-or-integer` when absent. */
  readonly ids?: IdRule;
  /** Whether arrays of messages are processed or refused; `refuse` when absent. */
  readonly batches?: 'process' | 'refuse' | undefined;
}

export interface DispatcherParts {
  readonly runner: HandlerRunner;
  readonly calls: OutgoingCalls;
  readonly requests: IncomingRequests;
  readonly rules: MessageRules & Reporting;
}

type Invalid = Extract<Classified, { readonly kind: 'invalid' }>;

/** How many bytes a message without text, which was passed by reference, counts while it is not handled. */
const nominalBytes = 256;

export class Dispatcher {
  readonly #runner: HandlerRunner;
  readonly #calls: OutgoingCalls;
  readonly #requests: IncomingRequests;
  readonly #reporting: Reporting;
  #ids: IdRule;
  #batches: 'process' | 'refuse';

  constructor({ runner, calls, requests, rules }: DispatcherParts) {
    this.#runner = runner;
    this.#calls = calls;
    this.#requests = requests;
    this.#reporting = rules;
    this.#ids = rules.ids ?? 'string-or-integer';
    this.#batches = rules.batches ?? 'refuse';
  }

  /** Changes what a negotiated version allows. */
  configure({ ids, batches }: MessageRules): void {
    this.#ids = ids ?? this.#ids;
    this.#batches = batches ?? this.#batches;
  }

  /** Takes one message; true if it was a response, and the code that awaits it can go on now. */
  dispatch(message: unknown, text: string | undefined): boolean {
    const bytes = text?.length ?? nominalBytes;
    if (Array.isArray(message)) return this.#batch(message, bytes);
    // Most messages by far are notifications: they are recognised without making an object.
    if (isNotification(message)) {
      this.#runner.notification(message, bytes);
      return false;
    }
    const classified = classify(message, this.#ids);
    switch (classified.kind) {
      case 'notification':
        this.#runner.notification(classified.message, bytes);
        return false;
      case 'request':
        this.#runner.request(classified.message, bytes, undefined);
        return false;
      case 'response':
        return this.#calls.respond(classified.message);
      case 'invalid':
        this.#invalid(classified, message);
        return false;
      default:
        classified satisfies never;
        return false;
    }
  }

  /** Responds to input that could not be read as a message. */
  reject({ kind, message, partial }: ChannelProblem): void {
    const limit = kind === 'too-deep' ? 'depth' : 'messageBytes';
    const exceeded = kind === 'unparsable' ? {} : ({ limit } as const);
    sendReport(this.#reporting, { kind: 'invalid-message', problem: message, message: partial, ...exceeded });
    if (partial?.isResponse === true) {
      this.#calls.unreadable(partial.id, message, limit);
      return;
    }
    this.#requests.refuse(partial?.id ?? null, new RpcError(problemCode(kind), message));
  }

  /** True if one of the entries was a response that a call waited for. */
  #batch(batch: readonly unknown[], bytes: number): boolean {
    if (this.#batches === 'refuse' || batch.length === 0) {
      const words =
        batch.length === 0 ? 'a batch must not be empty' : 'batches are not used here; send messages one by one';
      sendReport(this.#reporting, { kind: 'invalid-message', problem: words, message: batch });
      this.#refuse(null, words);
      return false;
    }
    let isAwaited = false;
    const share = Math.ceil(bytes / batch.length);
    const reply = new BatchResponse((responses) => {
      this.#requests.send(responses, null, 'batch');
    });
    for (const entry of batch) {
      const classified = classify(entry, this.#ids);
      if (classified.kind === 'notification') this.#runner.notification(classified.message, share);
      else if (classified.kind === 'response') isAwaited = this.#calls.respond(classified.message) || isAwaited;
      else if (classified.kind === 'invalid') this.#invalid(classified, entry, reply);
      else {
        reply.expect();
        this.#runner.request(classified.message, share, reply);
      }
    }
    reply.seal();
    return isAwaited;
  }

  /** Says what is wrong with a message: to the peer, or, if it is a response, to the call that waits for it. */
  #invalid({ id, problem, isResponse }: Invalid, message: unknown, batch?: BatchResponse): void {
    sendReport(this.#reporting, { kind: 'invalid-message', problem, message });
    if (isResponse) {
      this.#calls.malformed(id, problem);
      return;
    }
    batch?.expect();
    this.#refuse(id, problem, batch);
  }

  #refuse(id: RequestId, problem: string, batch?: BatchResponse): void {
    this.#requests.refuse(id, new RpcError(rpcCodes.invalidRequest, `Invalid request: ${problem}`), batch);
  }
}
