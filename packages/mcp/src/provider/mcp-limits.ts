/** How much an agent may use of an MCP server that is offered to it. */

/** The limits of an offered MCP server; beyond them requests fail with -33000. */
export interface McpLimits {
  /** Connections to one server that are open at once. */
  readonly connections: number;
  /** Requests on one connection that wait for a response at once. */
  readonly requests: number;
  /** The length of one message of the server, in characters, as near as it can be told without writing it. */
  readonly messageLength: number;
}

/** The limits that hold when none are given. */
export const defaultMcpLimits: McpLimits = {
  connections: 64,
  requests: 256,
  messageLength: 16 * 1024 * 1024,
};

/** Whether `value` is longer than `limit` characters as JSON; stops as soon as that is certain. */
export function isLongerThan(value: unknown, limit: number): boolean {
  let left = limit;
  const visit = (each: unknown): boolean => {
    if (typeof each === 'string') left -= each.length + 2;
    else if (Array.isArray(each)) {
      left -= 2;
      for (const item of each) if (left < 0 || visit(item)) return true;
    } else if (typeof each === 'object' && each !== null) {
      left -= 2;
      for (const key in each) {
        left -= key.length + 4;
        if (left < 0 || visit((each as Record<string, unknown>)[key])) return true;
      }
    } else left -= 4;
    return left < 0;
  };
  return visit(value);
}
