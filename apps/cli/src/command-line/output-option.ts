/** The option `--output` of commands that write one document. */
import { Option } from 'commander';

export const outputOption = (): Option => new Option('-o, --output <file>', 'file to write (default: standard output)');
