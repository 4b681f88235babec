/** The remembered permissions of a project: reported when they are stored or used, and forgotten by `/permissions`. */
import type { PermissionDecision } from '@acp-stack/workspace/client';

import type { SlashCommandParts } from './slash-command.ts';
import { escapeLine } from '../../../text/escape-control-characters.ts';

/** Lists the remembered permissions; the chosen one is forgotten. */
export async function forgetChoice({ memory, ui }: SlashCommandParts): Promise<void> {
  await memory?.reload();
  const remembered = memory?.list ?? [];
  if (memory === undefined || remembered.length === 0) {
    const text =
      'There are no remembered permissions in this project; those that the agent itself stores are not known here.';
    return ui.note({ kind: 'info', text });
  }
  const chosen = await ui.questions.choose({
    title: 'Remembered permissions of this project; choose one to forget it',
    canSearch: true,
    items: remembered.toReversed().map((choice) => ({
      value: choice,
      label: escapeLine(choice.title),
      description: escapeLine(`${choice.option.name}, to ${choice.agent}`),
    })),
  });
  if (chosen === undefined) return undefined;
  await memory.forget(chosen.value.id);
  const text = `Forgotten: ${chosen.value.title} You will be asked again, unless the agent itself stores the answer.`;
  return ui.note({ kind: 'info', text });
}

/** The note about a decision, with the name of `/permissions` here; undefined if there is nothing to say. */
export function decisionWords({ question, option, by }: PermissionDecision, permissions: string): string | undefined {
  if (option === undefined) return undefined;
  if (by === 'memory') return `${question.title} Answered “${option.name}” as remembered; ${permissions} forgets it.`;
  const isRemembered = by === 'user' && (option.kind === 'allow_always' || option.kind === 'reject_always');
  return isRemembered ? `Remembered for this project; ${permissions} forgets it.` : undefined;
}
