/**
 * What an agent of version 1 is told about extensions that the bridge or the client understands: keys of `_meta` in the
 * capabilities of the client, as released agents look for them.
 */
import type { ClientCapabilities } from '@acp-stack/schema/v1/unstable';

/** The client shows terminals that the agent runs itself. */
export const terminalOutputKey = 'terminal_output';

/** The client runs the command that a login method names in its `_meta`, under the same key. */
const terminalAuthKey = 'terminal-auth';

/** Adds the keys; those that the client has sent itself stay as they are. */
export function withOffers(capabilities: ClientCapabilities): ClientCapabilities {
  const offered = {
    [terminalOutputKey]: true,
    ...(capabilities.auth?.terminal === true ? { [terminalAuthKey]: true } : undefined),
  };
  const { _meta: meta, ...others } = capabilities;
  return { ...others, _meta: { ...offered, ...meta } };
}
