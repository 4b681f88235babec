/** What this client prints for the updates of a session; add the kinds that you want to show. */
import type { SessionUpdate } from '@acp-stack/sdk';

/** Returns a function that prints an update. A tool call says its title once, so the titles are kept. */
export function updatePrinter(print: (text: string) => void): (update: SessionUpdate) => void {
  const titles = new Map<string, string>();
  return (update) => {
    if (update.sessionUpdate === 'agent_message_chunk') {
      print(update.content.type === 'text' ? update.content.text : `[${update.content.type}]`);
    } else if (update.sessionUpdate === 'tool_call_update') {
      const { toolCallId, title, status } = update;
      if (typeof title === 'string') titles.set(toolCallId, title);
      if (typeof status === 'string') print(`\n[${titles.get(toolCallId) ?? toolCallId}: ${status}]\n`);
    }
  };
}
