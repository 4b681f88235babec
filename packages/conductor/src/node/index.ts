/** Chains and components that need Node: commands, remote addresses, and MCP over ACP for every agent. */
export { address, type AddressOptions } from './address.ts';
export { chain, type NodeChainOptions } from './chain.ts';
export { command, type CommandOptions } from './command.ts';
