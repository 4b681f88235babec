/**
 * The extension `_session/steering`, by which released agents take a message into the running work. An agent says
 * `_meta.steering.supported` in its response to `initialize`. The draft `session/inject` is used where there is both.
 */
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import type { ContentBlock } from '@acp-stack/schema/v2/unstable';

import type { CallOptions } from '@acp-stack/rpc';
import type { Connection } from '../../connection/connection.ts';
import { InjectError } from '../../shared/inject-error.ts';

/** The method; its result is an `outcome`. */
const steeringMethod = '_session/steering';

/** Without it, an agent that is idle would begin work that no prompt of the client waits for. */
const promptWhenIdle = { steering: { idleBehavior: 'promptRequired' } };

/** Whether the agent takes messages into its work by this extension. */
export function supportsSteering({ advertised }: Connection<'client'>): boolean {
  const { steering } = Object(advertised.meta) as { readonly steering?: unknown };
  return (Object(steering) as { readonly supported?: unknown }).supported === true;
}

/** Sends a message; resolves when it is part of the work. Rejects if nothing runs, or the agent cannot do it. */
export async function steer(
  connection: Connection<'client'>,
  { sessionId, content }: { readonly sessionId: string; readonly content: readonly ContentBlock[] },
  options: CallOptions,
): Promise<void> {
  const params = { sessionId, prompt: content, _meta: promptWhenIdle };
  const { outcome } = Object(await connection.request(steeringMethod, params, options)) as {
    readonly outcome?: unknown;
  };
  // An agent that began new work has the message as well; it must not be sent twice.
  if (outcome === 'injected' || outcome === 'startedNewTurn') return;
  if (outcome === 'promptRequired') throw InjectError.precondition({ reason: 'no_running_turn' });
  throw new RpcError(rpcCodes.internalError, 'The agent could not take the message into its work.', {
    data: { outcome },
  });
}
