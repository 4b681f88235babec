/** The `initialize` request of a client that speaks both versions, before it knows which one the agent speaks. */
import type { ClientCapabilities, InitializeRequest } from '@acp-stack/schema/v2/unstable';

import { nothingLost } from '../loss/loss-reporter.ts';
import { clientCapabilitiesToV1 } from '../convert/client-capabilities.ts';
import { hasVersion1Methods, withoutVersion1Methods, withVersion1Mark } from '../extensions/version-1-methods.ts';
import { withOffers } from '../extensions/client-offers.ts';

/**
 * Adds what version 1 calls `clientInfo` and `clientCapabilities`.
 *
 * An agent of version 1 responds with its version without reading `capabilities`; a capability missing from
 * `clientCapabilities` is absent for it. What only version 1 has stays out of the part that version 2 reads;
 * a mark there says that an agent of version 1 may use it also behind proxies of version 2.
 */
export function initializeForBothVersions(params: InitializeRequest, extras: boolean): object {
  const { capabilities, info } = params;
  // Nothing is lost: the capabilities of version 2 are sent as well.
  const clientCapabilities = withOffers(
    clientCapabilitiesToV1(capabilities, { extras, terminals: false }, nothingLost),
  );
  const plain: ClientCapabilities = withoutVersion1Methods(capabilities ?? {});
  const ours = hasVersion1Methods(clientCapabilities) ? withVersion1Mark(plain) : plain;
  return { ...params, capabilities: ours, clientInfo: info, clientCapabilities };
}
