/** The `initialize` request of a client that speaks both versions, before it knows which one the agent speaks. */
import type { ClientCapabilities, InitializeRequest } from '@acp-stack/schema/v2/unstable';

import { nothingLost } from '../loss/loss-reporter.ts';
import { clientCapabilitiesToV1 } from '../convert/client-capabilities.ts';
import { withOffers } from '../extensions/client-offers.ts';

/**
 * Adds what version 1 calls `clientInfo` and `clientCapabilities`.
 *
 * An agent of version 1 responds with its version without reading `capabilities`; a capability missing from
 * `clientCapabilities` is absent for it. What only version 1 has stays out of the part that version 2 reads.
 */
export function initializeForBothVersions(params: InitializeRequest, extras: boolean): object {
  const { capabilities, info } = params;
  // Nothing is lost: the capabilities of version 2 are sent as well.
  const clientCapabilities = withOffers(
    clientCapabilitiesToV1(capabilities, { extras, terminals: false }, nothingLost),
  );
  return { ...params, capabilities: withoutExtras(capabilities), clientInfo: info, clientCapabilities };
}

function withoutExtras(capabilities: ClientCapabilities | undefined): ClientCapabilities {
  const { fs: _fs, terminal: _terminal, ...rest } = (capabilities ?? {}) as Readonly<Record<string, unknown>>;
  return rest;
}
