/**
 * The extension `_session/steering` for clients of version 1: with an agent of version 2 it is the draft
 * `session/inject`, which version 1 does not have.
 */
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import type * as v1 from '@acp-stack/schema/v1/unstable';
import { errorCodes } from '@acp-stack/schema/v2/unstable';

import { blocksToV2 } from '../convert/content.ts';
import type { LossReporter } from '../loss/loss-reporter.ts';
import type { V2WithExtras } from '../protocol/methods.ts';
import type { Exchange } from '../translate/exchange.ts';
import { isObject } from '../values/is-object.ts';
import { steeringMode as mode } from './steering-offer.ts';

/** A request of the client: `sessionId` and `prompt`; its result is an `outcome`. */
export const steeringMethod = '_session/steering';

/** Passes the message on; without running work the client has to send it as a prompt. */
export function steer(params: unknown, exchange: Exchange<object, V2WithExtras>, losses: LossReporter): void {
  const { sessionId, prompt } = Object(params) as { readonly sessionId?: unknown; readonly prompt?: unknown };
  if (typeof sessionId !== 'string' || !Array.isArray(prompt) || !prompt.every(isObject)) {
    exchange.refuse(new RpcError(rpcCodes.invalidParams, 'Invalid params: sessionId and prompt are required'));
    return;
  }
  const content = blocksToV2(prompt as unknown as readonly v1.ContentBlock[], losses);
  exchange.forward(
    'session/inject',
    { sessionId, mode, content },
    {
      result: () => ({ outcome: 'injected' }),
      error: (error) => {
        if (error.code === errorCodes.inject_precondition_failed) exchange.answer({ outcome: 'promptRequired' });
        else exchange.refuse(error);
      },
    },
  );
}
