/**
 * Checks an update before it is sent, so that the program learns of a mistake where it was made: a client drops what it
 * cannot read and says nothing.
 *
 * Receivers keep unknown kinds and statuses, because a later version may have them. Here such a value is a mistake,
 * unless it begins with an underscore and is custom.
 */
import { isSessionUpdate, validators, type SessionUpdate } from '@acp-stack/schema/v2/unstable';

import { Mistake } from './mistake.ts';
import { requireAbsolutePathsInUpdate } from './outgoing-paths.ts';
import { faultOf } from './problem-summary.ts';

/** Throws a `TypeError` that names the first field of `update` that is wrong. */
export function requireValidUpdate(update: SessionUpdate): void {
  if (isPlainText(update)) return;
  const { sessionUpdate } = update;
  if (!isSessionUpdate.known(update)) {
    if (typeof sessionUpdate === 'string' && sessionUpdate.startsWith('_')) return;
    throw new Mistake(`Unknown update ${JSON.stringify(sessionUpdate)}; custom updates begin with an underscore.`);
  }
  if (!validators.SessionUpdate.is(update)) {
    const fault = faultOf(validators.SessionUpdate.check(update));
    if (fault !== undefined) throw new Mistake(`${sessionUpdate} is malformed: ${fault}`);
  }
  const [unknown] = validators.SessionUpdate.unknownValues(update);
  if (unknown !== undefined) {
    const { path, found, expected } = unknown;
    throw new Mistake(
      `${sessionUpdate} is malformed: ${path} is ${found}, which is not ${expected}; custom values begin with an underscore.`,
    );
  }
  requireAbsolutePathsInUpdate(update);
}

/** Most updates are pieces of text, and there may be thousands a second. */
function isPlainText(update: SessionUpdate): boolean {
  const { sessionUpdate } = update;
  if (sessionUpdate !== 'agent_message_chunk' && sessionUpdate !== 'agent_thought_chunk') return false;
  const { messageId, content } = update as { readonly messageId?: unknown; readonly content?: unknown };
  const { type, text, ...others } = Object(content) as Readonly<Record<string, unknown>>;
  return (
    type === 'text' && typeof text === 'string' && typeof messageId === 'string' && Object.keys(others).length === 0
  );
}
