/**
 * A ping as a JSON-RPC request, for platforms whose WebSockets cannot ping: any agent responds, possibly with an error.
 */
import { isResponse } from '../../wire/stream-scope.ts';

const pingId = 'acp-stack.dev/ping';

export const pingText: string = JSON.stringify({ jsonrpc: '2.0', id: pingId, method: `_${pingId}` });

/** Whether `message` is the response to a ping; the program does not see it. */
export const isPong = (message: unknown): boolean => isResponse(message) && message.id === pingId;
