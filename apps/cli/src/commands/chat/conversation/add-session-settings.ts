/** The options and commands that an agent returned with a session, as updates of its transcript. */
import type { ClientSession } from '@acp-stack/sdk';
import type { TranscriptStore } from '@acp-stack/transcript';

export function addSessionSettings({ configOptions, availableCommands }: ClientSession, store: TranscriptStore): void {
  if (configOptions !== undefined) {
    store.apply({ sessionUpdate: 'config_option_update', configOptions: [...configOptions] });
  }
  if (availableCommands.length > 0) {
    store.apply({ sessionUpdate: 'available_commands_update', availableCommands: [...availableCommands] });
  }
}
