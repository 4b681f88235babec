/** `acp sessions export`: writes the conversation of a session to a file. */
import { prepare, runWithAgent, type AgentInvocation } from '../../connect/run-with-agent.ts';
import { stripControls } from '../../text/strip-control-characters.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { conversationText, type ConversationFormat } from '../../document/conversation-text.ts';
import { saveOutput } from '../../files/output-file.ts';
import { loadTranscript } from '../../session/load-transcript.ts';
import type { AgentFlags } from '../../command-line/agent-options.ts';

export interface ExportFlags extends AgentFlags {
  readonly format: ConversationFormat;
  readonly output?: string;
}

export interface ExportCommand extends AgentInvocation {
  readonly id: string;
  readonly flags: ExportFlags;
}

export async function exportSession(command: ExportCommand, terminal: Terminal): Promise<number> {
  const { id, flags } = command;
  const prepared = await prepare(command, terminal);
  return runWithAgent(command, prepared, {}, async (agentRun) => {
    const { transcript } = await loadTranscript(agentRun, id);
    const text = await conversationText(transcript, flags.format);
    const { stdout } = terminal;
    // Control characters are removed on a terminal, but kept in a file.
    if (flags.output === undefined || flags.output === '-')
      await stdout.write(stdout.isTerminal ? stripControls(text) : text);
    else await saveOutput(flags.output, text, terminal);
    return 0;
  });
}
