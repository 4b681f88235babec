/** `acp sessions export`: writes down what was said in a session. */
import { toJson, toMarkdown } from '@acp-stack/transcript';

import { prepare, visit, type AgentInvocation } from '../connect/visit-agent.ts';
import { withoutControls } from '../terminal/plain-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { tellOutput } from '../trace/write-output.ts';
import { loadTranscript } from './load-transcript.ts';
import type { ExportFlags } from './sessions-command.ts';

export interface ExportCommand extends AgentInvocation {
  readonly id: string;
  readonly flags: ExportFlags;
}

export async function exportSession(command: ExportCommand, terminal: Terminal): Promise<number> {
  const { id, flags } = command;
  const prepared = await prepare(command, terminal);
  return visit(command, prepared, {}, async (visited) => {
    const { transcript } = await loadTranscript(visited, id);
    const text =
      flags.format === 'json' ? `${JSON.stringify(toJson(transcript), undefined, 2)}\n` : toMarkdown(transcript);
    const { stdout } = terminal;
    // What an agent said does nothing to a terminal; a file gets it as it was.
    if (flags.output === undefined || flags.output === '-')
      await stdout.write(stdout.isTerminal ? withoutControls(text) : text);
    else await tellOutput(flags.output, text, terminal);
    return 0;
  });
}
