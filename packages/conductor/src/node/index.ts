/** Components that need Node: commands and remote addresses. */
export { address, type AddressOptions } from './address.ts';
export { command, type CommandOptions } from './command.ts';
