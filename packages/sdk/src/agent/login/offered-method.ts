/**
 * A login method as a client can use it. A login in a terminal is for clients that have one (AUTH-10), or for those of
 * version 1 that say `_meta["terminal-auth"]`: they run the whole command that the method names under the same key.
 */
import { isAuthMethod, type AuthMethod, type ClientCapabilities } from '@acp-stack/schema/v2/unstable';

import { hasCapability } from '../../connection/capability-gate.ts';

const key = 'terminal-auth';

/** Returns the method for a client; undefined if the client cannot use it. `isOlder` says that it speaks version 1. */
export function offeredMethod(
  method: AuthMethod,
  capabilities: ClientCapabilities,
  isOlder: boolean,
): AuthMethod | undefined {
  if (!isAuthMethod.terminal(method)) return method;
  const { _meta: meta, ...fields } = method;
  const { _meta: said } = capabilities;
  const hasTerminal = hasCapability(capabilities, 'auth.terminal');
  if (isOlder && meta?.[key] !== undefined && said?.[key] === true) {
    if (hasTerminal) return method;
    // Such a client may not know the type, and runs the command in any case.
    const { args: _, env: __, ...others } = fields;
    return { ...others, type: 'agent', _meta: meta };
  }
  if (!hasTerminal) return undefined;
  if (meta?.[key] === undefined) return method;
  const { [key]: _, ...otherMeta } = meta;
  return Object.keys(otherMeta).length === 0 ? fields : { ...fields, _meta: otherMeta };
}
