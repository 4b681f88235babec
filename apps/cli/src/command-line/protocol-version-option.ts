/** The option `--version` of commands about the protocol: a version of the protocol, not of the program. */
import { Option } from 'commander';

export const protocolVersionOption = (description: string): Option =>
  new Option('--version <number>', description).choices(['1', '2']);

/** The version that the option names; undefined if it was not given. */
export function toProtocolVersion(text: string | undefined): 1 | 2 | undefined {
  if (text === undefined) return undefined;
  return text === '1' ? 1 : 2;
}
