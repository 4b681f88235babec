/** The option `--format` of commands that print a result for people or for programs. */
import { Option } from 'commander';

export interface FormatFlags {
  readonly format: 'text' | 'json';
}

export const formatOption = (): Option =>
  new Option('--format <format>', 'text for people, json for programs').choices(['text', 'json']).default('text');
