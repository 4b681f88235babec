/** The options for what an agent may use of this machine. Loaded at every start, so it imports only commander. */
import { Option, type Command } from 'commander';

/** What the user allows an agent, or does not, on the command line. */
export interface AccessFlags {
  readonly allowFs?: boolean;
  readonly allowTerminal?: boolean;
  readonly allowEditorState?: boolean;
  /** False with `--no-fs`. */
  readonly fs?: boolean;
  /** False with `--no-terminal`. */
  readonly terminal?: boolean;
}

export function addAccessOptions(command: Command): Command {
  return command
    .addOption(new Option('--allow-fs', 'let a remote agent use the files of this machine, as a local one may'))
    .addOption(new Option('--allow-terminal', 'let a remote agent run commands on this machine, as a local one may'))
    .addOption(new Option('--allow-editor-state', 'let a remote agent know what is open in your editor'))
    .addOption(new Option('--no-fs', 'do not let version 1 agents use the files of this machine'))
    .addOption(new Option('--no-terminal', 'do not run commands for version 1 agents'));
}
