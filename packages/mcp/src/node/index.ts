/** MCP over ACP for agents without it: what needs Node. */
export {};
