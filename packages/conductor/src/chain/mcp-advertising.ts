/**
 * What a chain says about MCP over ACP: its client and every proxy are told what is true of its end.
 *
 * A proxy says that it takes MCP servers over ACP whatever its successor says, and leaves it to its conductor to
 * keep that promise (PROXY-09). So the conductor corrects what it passes on: with a bridge before the agent the promise
 * holds for every agent that the bridge can help; without one the chain must not promise more than its agent.
 */
import type { JsonObject } from '@acp-stack/schema/json-object';
import { mcpSupportOf, withMcpOverAcp, type McpSupport } from '@acp-stack/schema/mcp-support';

/** Where in a chain a component stands. */
export interface ChainPlace {
  /** Whether its response goes to a conductor around this chain, for which the chain is a proxy. */
  readonly isForConductor: boolean;
  /** Whether it is the end: the agent, or the successor of a chain that is a proxy. */
  readonly isEnd: boolean;
}

export class McpAdvertising {
  #support: McpSupport | undefined;

  /** The MCP servers that the end of the chain takes; undefined until it has answered `initialize`. */
  get support(): McpSupport | undefined {
    return this.#support;
  }

  /** Returns the response to `initialize` that is passed on: the same object if it says what it should. */
  corrected(response: JsonObject, { isForConductor, isEnd }: ChainPlace): JsonObject {
    const { result } = response;
    if (response['error'] !== undefined || result === undefined) return response;
    if (isEnd) this.#support = mcpSupportOf(result);
    const said = isForConductor || this.#support?.acp;
    // A proxy that answers before its successor has: there is nothing to correct it by.
    if (said === undefined) return response;
    const told = withMcpOverAcp(result, said);
    return told === result ? response : { ...response, result: told };
  }
}
