/** A ping as a message, for platforms whose sockets cannot ping: a request that any agent answers, with an error if need be. */
import { isResponse } from '../../wire/stream-scope.ts';

const pingId = 'acp-stack.dev/ping';

export const pingText: string = JSON.stringify({ jsonrpc: '2.0', id: pingId, method: `_${pingId}` });

/** Whether `message` answers a ping; the program never sees those. */
export const isPong = (message: unknown): boolean => isResponse(message) && message.id === pingId;
