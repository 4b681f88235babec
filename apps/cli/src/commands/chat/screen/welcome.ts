/** The first lines of a chat: where it is, with which agent and model, and what can be typed. */
import { span, type Line } from '../../../tui/styled-line.ts';

export interface WelcomeFacts {
  readonly version: string;
  /** The name and version of the agent. */
  readonly agent: string;
  readonly folder: string;
  readonly mode: string | undefined;
  readonly model: string | undefined;
  /** Whether the agent only searches, because it has no model. */
  readonly isSearchOnly: boolean;
  /** Whether the session is new, so that the first words are still to be typed. */
  readonly isNew: boolean;
}

const dim = { isDim: true };
const nameWidth = 11;

const tips: readonly (readonly [string, string])[] = [
  ['words', 'What is in this folder?'],
  ['@name', 'mentions a file'],
  ['!command', 'runs in your shell, and shares the output with the agent'],
  ['/resume', 'opens an earlier session; /help explains the rest'],
];

export function welcomeLines(facts: WelcomeFacts): readonly Line[] {
  const { version, agent, folder, model, mode, isSearchOnly, isNew } = facts;
  const settings = [
    ...(isSearchOnly ? ['Search-only: no model configured. /model explains how.'] : []),
    ...(model === undefined ? [] : [`Model: ${model}`]),
    ...(mode === undefined ? [] : [`Mode: ${mode}`]),
  ];
  return [
    [span(`acp ${version}`, { isBold: true }), span(` · ${agent} · ${folder}`, dim)],
    ...(settings.length === 0 ? [] : [[span(settings.join(' · '), dim)]]),
    ...(isNew
      ? tips.map(([name, does]): Line => [span(`  ${name.padEnd(nameWidth)}`, { colour: 'cyan' }), span(does, dim)])
      : []),
  ];
}
