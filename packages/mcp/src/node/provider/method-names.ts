/** Methods that the bridge looks for in messages of any kind; the types check their names against the method tables. */
import type { Methods as V1 } from '@acp-stack/schema/v1/unstable';
import type { Methods as V2 } from '@acp-stack/schema/v2/unstable';

type SharedMethod = keyof V1 & keyof V2;

export const cancelMethod: SharedMethod = '$/cancel_request';
export const initializeMethod: SharedMethod = 'initialize';
export const connectMethod: SharedMethod = 'mcp/connect';
export const messageMethod: SharedMethod = 'mcp/message';
export const disconnectMethod: SharedMethod = 'mcp/disconnect';

/** The requests that declare MCP servers. */
export const openingMethods: readonly (keyof V1)[] = ['session/new', 'session/load', 'session/resume', 'session/fork'];

/** Those of them that name the session. */
export const reopeningMethods: readonly (keyof V1)[] = ['session/load', 'session/resume'];

/** The requests after which a session needs its MCP servers no more. */
export const closingMethods: readonly SharedMethod[] = ['session/close', 'session/delete'];
