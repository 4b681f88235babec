/**
 * Takes each message that arrives to what it is for: a handler, a call that waits, or an answer that says what is wrong with it.
 *
 * A bad message gets a precise answer and never ends a healthy connection; one that is an answer itself gets none.
 */
import { BatchResponse } from './batch-response.ts';
import type { ChannelProblem } from '../channel/channel-problem.ts';
import { RpcError, rpcCodes } from '../message/errors.ts';
import type { HandlerRunner } from './handler-runner.ts';
import type { IncomingRequests } from './incoming-requests.ts';
import { classify, type Classified, type IdRule, type Notification, type RequestId } from '../message/message.ts';
import type { OutgoingCalls } from '../send/outgoing-calls.ts';
import type { PeerOptions } from '../peer/peer-options.ts';
import type { PeerReport } from '../observe/peer-report.ts';

export interface DispatcherOptions {
  readonly runner: HandlerRunner;
  readonly calls: OutgoingCalls;
  readonly requests: IncomingRequests;
  report(report: PeerReport): void;
}

type Invalid = Extract<Classified, { readonly kind: 'invalid' }>;

/** A message by reference has no length; this stands for it where bytes are counted. */
const nominalBytes = 256;

export class Dispatcher {
  readonly #options: DispatcherOptions;
  #ids: IdRule;
  #batches: 'process' | 'refuse';

  constructor(options: DispatcherOptions, { ids, batches }: Pick<PeerOptions, 'ids' | 'batches'>) {
    this.#options = options;
    this.#ids = ids ?? 'string-or-integer';
    this.#batches = batches ?? 'refuse';
  }

  /** Changes what a negotiated version allows. */
  configure({ ids, batches }: Pick<PeerOptions, 'ids' | 'batches'>): void {
    this.#ids = ids ?? this.#ids;
    this.#batches = batches ?? this.#batches;
  }

  /** Takes one message; true when it was an answer and somebody who waited for it can go on now. */
  dispatch(message: unknown, text: string | undefined): boolean {
    const bytes = text?.length ?? nominalBytes;
    if (Array.isArray(message)) return this.#batch(message, bytes);
    // Most messages by far are notifications; they are told apart without an object for the answer.
    if (isNotification(message)) {
      this.#options.runner.notification(message, bytes);
      return false;
    }
    const classified = classify(message, this.#ids);
    switch (classified.kind) {
      case 'notification':
        this.#options.runner.notification(classified.message, bytes);
        return false;
      case 'request':
        this.#options.runner.request(classified.message, bytes, undefined);
        return false;
      case 'response':
        return this.#options.calls.answer(classified.message);
      case 'invalid':
        this.#invalid(classified, message);
        return false;
      default:
        classified satisfies never;
        return false;
    }
  }

  /** Answers what could not be read as a message. */
  reject({ kind, message, partial }: ChannelProblem): void {
    this.#options.report({ kind: 'invalid-message', problem: message, message: partial });
    if (partial?.isResponse === true) {
      this.#options.calls.unreadable(partial.id, message, kind === 'too-deep' ? 'depth' : 'messageBytes');
      return;
    }
    const code = kind === 'unparsable' ? rpcCodes.parseError : rpcCodes.invalidRequest;
    this.#options.requests.refuse(partial?.id ?? null, new RpcError(code, message));
  }

  /** True when one of the entries was an answer that somebody waited for. */
  #batch(batch: readonly unknown[], bytes: number): boolean {
    if (this.#batches === 'refuse' || batch.length === 0) {
      const words = batch.length === 0 ? 'a batch is not empty' : 'batches are not used here; send messages one by one';
      this.#options.report({ kind: 'invalid-message', problem: words, message: batch });
      this.#refuse(null, words);
      return false;
    }
    let isAwaited = false;
    const share = Math.ceil(bytes / batch.length);
    const reply = new BatchResponse((responses) => {
      this.#options.requests.send(responses, null, 'batch');
    });
    for (const entry of batch) {
      const classified = classify(entry, this.#ids);
      if (classified.kind === 'notification') this.#options.runner.notification(classified.message, share);
      else if (classified.kind === 'response') isAwaited = this.#options.calls.answer(classified.message) || isAwaited;
      else if (classified.kind === 'invalid') this.#invalid(classified, entry, reply);
      else {
        reply.expect();
        this.#options.runner.request(classified.message, share, reply);
      }
    }
    reply.seal();
    return isAwaited;
  }

  /** Says what is wrong with a message, unless it is an answer: the call that waits for it hears it then. */
  #invalid({ id, problem, isResponse }: Invalid, message: unknown, batch?: BatchResponse): void {
    this.#options.report({ kind: 'invalid-message', problem, message });
    if (isResponse) {
      this.#options.calls.malformed(id, problem);
      return;
    }
    batch?.expect();
    this.#refuse(id, problem, batch);
  }

  #refuse(id: RequestId, problem: string, batch?: BatchResponse): void {
    this.#options.requests.refuse(id, new RpcError(rpcCodes.invalidRequest, `Invalid request: ${problem}`), batch);
  }
}

/** A notification as nearly all are; the rest is looked at more closely. */
function isNotification(message: unknown): message is Notification {
  if (typeof message !== 'object' || message === null) return false;
  const { jsonrpc, method, id } = message as Readonly<Record<string, unknown>>;
  return jsonrpc === '2.0' && typeof method === 'string' && id === undefined && !('id' in message);
}
