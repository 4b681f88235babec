/** Slash commands: in version 2 a command and its input have a type. */
import type * as v1 from '@acp-stack/schema/v1/unstable';
import { isAvailableCommand, isAvailableCommandInput, type AvailableCommand } from '@acp-stack/schema/v2/unstable';

import type { LossReporter } from '../loss/loss-reporter.ts';

/** Returns the commands for version 2. */
export function commandsToV2(commands: readonly v1.AvailableCommand[]): readonly AvailableCommand[] {
  return commands.map((command) => {
    const { input, ...others } = command;
    if (input === undefined) return { type: 'command', ...others };
    return { type: 'command', ...others, input: input === null ? null : { type: 'text', ...input } };
  });
}

/** Returns the commands for version 1; one of an unknown type becomes a plain command. */
export function commandsToV1(
  commands: readonly AvailableCommand[],
  losses: LossReporter,
): readonly v1.AvailableCommand[] {
  return commands.map((command): v1.AvailableCommand => {
    if (!isAvailableCommand.command(command)) {
      losses.lose(
        'available_commands_update',
        `Version 1 has no commands of type ${command.type}; /${command.name} became a plain one.`,
      );
      const { name, description, _meta } = command;
      return { name, description, ...(_meta === undefined ? undefined : { _meta }) };
    }
    const { type: _, input, ...others } = command;
    if (input === undefined || input === null) return input === undefined ? others : { ...others, input };
    if (isAvailableCommandInput.text(input)) {
      const { type: __, ...text } = input;
      return { ...others, input: text };
    }
    losses.lose(
      'available_commands_update',
      `Version 1 has no input of type ${input.type}; /${command.name} takes none.`,
    );
    return others;
  });
}
