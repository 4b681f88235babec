/** What a set of rules may do: speak to either side, and say what was lost. */
import type { Clock, ErrorObject, RequestId } from '@acp-stack/rpc';

import type { LossReporter } from '../loss/loss-reporter.ts';
import type { BridgeLimits } from '../options/limits.ts';
import type { Notifications, Of, Requests } from '../protocol/methods.ts';
import type { ReportBridge } from '../loss/report.ts';
import type { Role } from '../protocol/role.ts';

/** What a request of the bridge itself came to. */
export interface OnOwnResponse<T> {
  readonly result: (result: T) => void;
  readonly error: (error: ErrorObject) => void;
}

/** The message that a piece of work is about. */
export interface About {
  readonly from: Role;
  readonly method: string;
  readonly sessionId?: string | undefined;
}

/** `C` are the methods of the client's version, `A` those of the agent's. */
export interface RuleContext<C, A> extends LossReporter {
  readonly isStrict: boolean;
  readonly clock: Clock;
  readonly limits: BridgeLimits;
  readonly report: ReportBridge;
  /** Runs work that was put off; what it loses, and that it fails, is reported for the message it is about. */
  attempt(about: About, work: () => void, onFailure?: (error: Error) => void): void;
  /** An id that no other message has. */
  mintId(): string;
  /** The id that the client gave a request which the agent knows as `id`; undefined when that is no open request. */
  clientIdOf(id: RequestId): RequestId | undefined;

  /** The session is no more: whoever waits for an answer about it is told, and nothing is remembered of the question. */
  endSession(sessionId: string): void;

  /** Tells the client something. */
  notifyClient<K extends Notifications<A, 'agent'> & Notifications<C, 'agent'>>(
    method: K,
    params: Of<C, K, 'params'>,
  ): void;
  /** Tells the agent something. */
  notifyAgent<K extends Notifications<A, 'client'>>(method: K, params: Of<A, K, 'params'>): void;
  /** Asks the client something on the bridge's own account. */
  askClient<K extends Requests<C, 'agent'>>(
    method: K,
    params: Of<C, K, 'params'>,
    onAnswer: OnOwnResponse<Of<C, K, 'receivedResult'>>,
  ): void;
  /** Asks the agent something on the bridge's own account. */
  askAgent<K extends Requests<A, 'client'>>(
    method: K,
    params: Of<A, K, 'params'>,
    onAnswer: OnOwnResponse<Of<A, K, 'receivedResult'>>,
  ): void;
}
