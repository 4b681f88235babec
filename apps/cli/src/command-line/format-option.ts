/** The option `--format` of commands that print a result for people or for programs. */
import { Option } from 'commander';

export interface FormatFlags {
  readonly format: 'text' | 'json';
}

export const formatOption = (description = 'text for people, json for programs'): Option =>
  new Option('--format <format>', description).choices(['text', 'json']).default('text');
