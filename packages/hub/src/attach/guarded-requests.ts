/**
 * Handlers of what clients send, with what holds for all of them: quotas, the audit log and counters of refusals.
 *
 * What a handler does first happens before the next message of the session is handled, so that requests keep their
 * order.
 */
import { describeError, isAbortError, RpcError, rpcCodes } from '@acp-stack/rpc';
import { JournalError } from '@acp-stack/journal';
import {
  CapabilityError,
  type Connection,
  type NotificationHandlerContext,
  type ReceivedParams,
  type RequestFrom,
  type RequestHandlerContext,
  type RequestHandlers,
} from '@acp-stack/sdk';

import { hubMethods } from '../access/hub-methods.ts';
import { refusalReason, storeFull } from '../access/refusals.ts';
import type { AuditDetail } from '../access/audit-log.ts';
import { errorObject } from '../session/item-error.ts';
import type { HubClient } from './hub-client.ts';
import type { HubParts } from './hub-parts.ts';

type Context = RequestHandlerContext<'agent'>;
type ResultOf<K extends RequestFrom<'client'>> = ReturnType<RequestHandlers<'agent'>[K]>;

/** Makes the handler of a request from what it does for a client. */
export interface GuardedRequest {
  <K extends RequestFrom<'client'>>(
    method: K,
    run: (client: HubClient, params: ReceivedParams<K>, context: Context) => ResultOf<K>,
  ): RequestHandlers<'agent'>[K];
  <P>(
    method: `_${string}`,
    run: (client: HubClient, params: P, context: Context) => unknown,
  ): (params: P, context: Context) => Promise<unknown>;
}

/** Makes the handler of a notification; what it throws has no effect but a note. */
type GuardedNotification = <P extends object>(
  method: string,
  run: (client: HubClient, params: P) => Promise<void>,
) => (params: P, context: NotificationHandlerContext<'agent'>) => void;

/** Names of actions in the audit log that differ from those of the methods. */
const actions: ReadonlyMap<string, string> = new Map([
  ['session/resume', 'attach'],
  ['session/close', 'detach'],
]);

/** Methods that only read; they are noted if they are refused. */
const reading: ReadonlySet<string> = new Set<string>(['session/list', 'session/status', hubMethods.search]);

/** The handlers of a hub with these parts. */
export function guard(
  { quotas, audit, counters, log }: Pick<HubParts, 'quotas' | 'audit' | 'counters' | 'log'>,
  clientOf: (connection: Connection<'agent'>) => HubClient,
): { readonly request: GuardedRequest; readonly notification: GuardedNotification } {
  const guarded = async (
    { method, client, params }: { readonly method: string; readonly client: HubClient; readonly params: unknown },
    run: () => unknown,
  ): Promise<unknown> => {
    const action = actions.get(method) ?? method;
    const { name } = client.principal;
    try {
      quotas.request(name);
      const result = await run();
      if (!reading.has(method)) audit.note(name, action, detailOf(params, result));
      return result;
    } catch (error) {
      const refused = refusalReason(error);
      if (refused !== undefined) {
        counters?.refusals.add(1, refused);
        audit.note(name, action, { ...detailOf(params, undefined), refused });
      }
      throw failureOf(error, method, log);
    }
  };
  const request = (
    method: string,
    run: (client: HubClient, params: object, context: Context) => unknown,
  ): ((params: object, context: Context) => Promise<unknown>) => {
    return (params, context) => {
      const client = clientOf(context.connection);
      return guarded({ method, client, params }, () => run(client, params, context));
    };
  };
  return {
    request,
    notification: (method, run) => (params, context) => {
      const client = clientOf(context.connection);
      // A notification has no response, so its session need not be held up.
      guarded({ method, client, params }, () => run(client, params)).catch(() => undefined);
    },
  };
}

/** The fields of params and of the result that are noted: ids, names and roles. */
function detailOf(params: unknown, result: unknown): AuditDetail {
  const { sessionId, role, principal } = { ...Object(result), ...Object(params) } as Readonly<Record<string, unknown>>;
  return {
    ...(typeof sessionId === 'string' ? { sessionId } : {}),
    ...(typeof role === 'string' ? { role: role as NonNullable<AuditDetail['role']> } : {}),
    ...(typeof principal === 'string' ? { member: principal } : {}),
  };
}

/** A failure of the hub or its store is told in one sentence, without its details. */
function failureOf(error: unknown, method: string, log: (line: string) => void): unknown {
  if (error instanceof RpcError || isAbortError(error)) return error;
  if (error instanceof CapabilityError) return RpcError.from(errorObject(error));
  if (!(error instanceof JournalError)) {
    log(`${method} failed: ${describeError(error)}`);
    return new RpcError(rpcCodes.internalError, 'The hub failed; its log says why.', { cause: error });
  }
  const isWrong = error.code === 'invalid' || error.code === 'too-large';
  if (isWrong) return new RpcError(rpcCodes.invalidParams, `${method}: the params are not valid.`, { cause: error });
  log(`${method} failed: ${error.message}`);
  if (error.code === 'full') return storeFull(error);
  return new RpcError(rpcCodes.internalError, 'This hub cannot reach its database; try again in a moment.', {
    data: { reason: 'store_unavailable' },
    cause: error,
  });
}
