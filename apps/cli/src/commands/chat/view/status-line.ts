/** The status line: the agent, the mode and model, the context usage and the cost. */
import { currentChoice, configOption, currentMode, type Transcript } from '@acp-stack/transcript';

import { thousands } from '../../../text/thousands.ts';
import { escapeLine } from '../../../text/escape-control-characters.ts';
import { span, truncate, type Line, type Style } from '../../../tui/styled-line.ts';

const dim: Style = { isDim: true };

export interface StatusFacts {
  readonly agent: string;
  /** The current activity, if any. */
  readonly activity: string | undefined;
  readonly hint: string;
  readonly width: number;
}

export function statusLine(transcript: Transcript, { agent, activity, hint, width }: StatusFacts): Line {
  const mode = currentMode(transcript)?.name;
  const model = currentChoice(configOption(transcript, 'model'))?.name;
  const parts = [agent, mode, model, usageWords(transcript), costWords(transcript)].flatMap((part) =>
    part === undefined || part === '' ? [] : [escapeLine(part)],
  );
  const work = activity === undefined ? [] : [span(`${activity}  `, { colour: 'cyan' })];
  return truncate([...work, span(parts.join(' · '), dim), span(hint === '' ? '' : `  ${hint}`, dim)], width);
}

/** `context 12% of 100k`. */
export function usageWords({ usage }: Transcript): string | undefined {
  if (usage === undefined || !(usage.size > 0)) return undefined;
  return `context ${Math.round((usage.used / usage.size) * 100)}% of ${thousands(usage.size)}`;
}

export function costWords({ usage }: Transcript): string | undefined {
  const cost = usage?.cost;
  if (cost === undefined || cost === null) return undefined;
  return `${cost.amount.toFixed(2)} ${cost.currency}`;
}
