/** A plan as lines of plain text. */
import type { Plan } from '@acp-stack/transcript';

import { inOneLine, stripControls } from '../../text/strip-control-characters.ts';

const marks: ReadonlyMap<string, string> = new Map([
  ['completed', 'x'],
  ['in_progress', '>'],
  ['cancelled', '-'],
]);

interface PlanFields {
  readonly type: string;
  readonly entries?: readonly { readonly content: string; readonly status: string }[];
  readonly content?: string;
  readonly uri?: string;
}

/** The steps with their marks, the text, or the file of a plan; empty if it has no steps. */
export function planText({ plan }: Plan): string {
  const { type, entries = [], content = '', uri } = plan as PlanFields;
  if (type === 'items') {
    const steps = entries.map((each) => `[${marks.get(each.status) ?? ' '}] ${inOneLine(each.content)}`);
    return steps.length === 0 ? '' : ['plan', ...steps].join('\n');
  }
  if (type === 'markdown') return `plan\n${stripControls(content).trimEnd()}`;
  return `plan ${inOneLine(uri ?? type)}`;
}
