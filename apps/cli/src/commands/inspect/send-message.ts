/** Sends a message that a user wrote: a call, or any text. */
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import { isJsonObject, parseJsonObject, type JsonObject } from '@acp-stack/schema/json-object';

import type { Fields } from './read-fields.ts';
import type { Inspector } from './inspector.ts';

/** Returns the row of the message, when it was recorded. */
export async function sendMessage(
  inspector: Inspector,
  fields: Fields,
  signal: AbortSignal,
): Promise<{ readonly index: number }> {
  const { run, live } = inspector.agent;
  const { store } = inspector;
  const text = fields.has('text') ? oneLine(fields.text('text')) : callText(fields, () => live.tap.takeId());
  const from = store.end;
  live.tap.send(parsed(text), text);
  const sent = await store.find(
    from,
    ({ row, record }) =>
      row.run === run && record.type === 'frame' && row.from === 'Client' && isSame(record.frame, text),
    signal,
  );
  return { index: sent?.row.index ?? from };
}

function callText(fields: Fields, takeId: () => number): string {
  const method = fields.text('method');
  const params = fields.any('params');
  if (params !== undefined && !isJsonObject(params) && !Array.isArray(params))
    throw new RpcError(rpcCodes.invalidParams, '"params" must be an object or a list.');
  const id = fields.flagOr('isNotification', false) ? {} : { id: takeId() };
  return JSON.stringify({ jsonrpc: '2.0', ...id, method, ...(params === undefined ? {} : { params }) });
}

/** A message is one line; JSON in several lines becomes one. */
function oneLine(text: string): string {
  const trimmed = text.trim();
  if (!/[\r\n]/u.test(trimmed)) return trimmed;
  try {
    return JSON.stringify(JSON.parse(trimmed));
  } catch {
    throw new RpcError(rpcCodes.invalidParams, '"text" has several lines and is not JSON; a message is one line.');
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** A chain writes messages again, with ids of its own. */
function isSame(recorded: string, text: string): boolean {
  const [one, other] = [parseJsonObject(recorded), parseJsonObject(text)];
  if (recorded === text) return true;
  return one !== undefined && other !== undefined && contentOf(one) === contentOf(other);
}

const contentOf = ({ method, params, result, error }: JsonObject): string =>
  JSON.stringify([method, params, result, error]);
