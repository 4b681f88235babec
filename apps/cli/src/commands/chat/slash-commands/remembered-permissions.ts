/** What the user has answered once and for all in this project: said when it is kept or used, and forgotten on demand. */
import type { PermissionDecision } from '@acp-stack/workspace/client';

import type { SlashCommandParts } from './slash-command.ts';
import { escapeLine } from '../../../text/escape-control-characters.ts';

/** Shows all of them; the one that is chosen is forgotten. */
export async function forgetChoice({ memory, ui }: SlashCommandParts): Promise<void> {
  await memory?.reload();
  const kept = memory?.list ?? [];
  if (memory === undefined || kept.length === 0) {
    const text = 'You have answered nothing for good in this project; what the agent itself keeps is not known here.';
    return ui.note({ kind: 'info', text });
  }
  const chosen = await ui.questions.choose({
    title: 'Answered for good in this project; the one that you choose is forgotten',
    canSearch: true,
    items: kept.toReversed().map((choice) => ({
      value: choice,
      label: escapeLine(choice.title),
      description: escapeLine(`${choice.option.name}, to ${choice.agent}`),
    })),
  });
  if (chosen === undefined) return undefined;
  await memory.forget(chosen.value.id);
  const text = `Forgotten: ${chosen.value.title} You are asked again, unless the agent keeps the answer itself.`;
  return ui.note({ kind: 'info', text });
}

/** What is worth a line of a decision; undefined when the user has seen all of it. */
export function decisionWords({ question, option, by }: PermissionDecision): string | undefined {
  if (option === undefined) return undefined;
  if (by === 'memory')
    return `${question.title} Answered with “${option.name}”, as before; //permissions forgets that.`;
  const isKept = by === 'user' && (option.kind === 'allow_always' || option.kind === 'reject_always');
  return isKept ? 'Kept for the same question in this project; //permissions forgets it.' : undefined;
}
