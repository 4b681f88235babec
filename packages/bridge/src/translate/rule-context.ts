/** What rules may do: notify and ask either side, and report losses. */
import type { Clock, ErrorObject, RequestId } from '@acp-stack/rpc';

import type { LossReporter } from '../loss/loss-reporter.ts';
import type { BridgeLimits } from '../options/limits.ts';
import type { Notifications, FieldOf, Requests } from '../protocol/methods.ts';
import type { ReportBridge } from '../loss/report.ts';
import type { Role } from '../protocol/role.ts';

/** What to do with the response to a request of the bridge itself. */
export interface OnOwnResponse<T> {
  readonly result: (result: T) => void;
  readonly error: (error: ErrorObject) => void;
}

/** The message that a piece of work belongs to. */
export interface About {
  readonly from: Role;
  readonly method: string;
  readonly sessionId?: string | undefined;
}

/** `C` are the methods of the client's version, `A` those of the agent's version. */
export interface RuleContext<C, A> extends LossReporter {
  readonly isStrict: boolean;
  readonly clock: Clock;
  readonly limits: BridgeLimits;
  readonly report: ReportBridge;
  /** Runs postponed work; losses and failures are reported for the message it belongs to. */
  attempt(about: About, work: () => void, onFailure?: (error: Error) => void): void;
  /** Returns an id that no other message has. */
  mintId(): string;
  /** Returns the client's id of the request that has `id` for the agent; undefined if that is not an open request. */
  clientIdOf(id: RequestId): RequestId | undefined;

  /** Ends the requests of a session: each gets a response, and nothing is remembered of it. */
  endSession(sessionId: string): void;

  /** Sends a notification to the client. */
  notifyClient<K extends Notifications<A, 'agent'> & Notifications<C, 'agent'>>(
    method: K,
    params: FieldOf<C, K, 'params'>,
  ): void;
  /** Sends a notification to the agent. */
  notifyAgent<K extends Notifications<A, 'client'>>(method: K, params: FieldOf<A, K, 'params'>): void;
  /** Sends a request of the bridge itself to the client. */
  askClient<K extends Requests<C, 'agent'>>(
    method: K,
    params: FieldOf<C, K, 'params'>,
    onResponse: OnOwnResponse<FieldOf<C, K, 'receivedResult'>>,
  ): void;
  /** Sends a request of the bridge itself to the agent. */
  askAgent<K extends Requests<A, 'client'>>(
    method: K,
    params: FieldOf<A, K, 'params'>,
    onResponse: OnOwnResponse<FieldOf<A, K, 'receivedResult'>>,
  ): void;
}
