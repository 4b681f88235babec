/** `acp sessions export`: writes down what was said in a session. */
import { toJson, toMarkdown } from '@acp-stack/transcript';

import { prepare, visit, type AgentInvocation } from '../connect/visit-agent.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { writeOutput } from '../trace/write-output.ts';
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
    if (flags.output === undefined || flags.output === '-') await terminal.stdout.write(text);
    else writeOutput(flags.output, text);
    return 0;
  });
}
