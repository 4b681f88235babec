/** `acp agent --features`: lists what the agent implements, with the rules of the protocol. */
import { listFeatures, type AgentFeatures, type ListedMethod, type ListedUpdate } from '@acp-stack/agent';

import { layOut, type Cell } from '../../terminal/columns.ts';
import { createPalette, type Palette } from '../../terminal/palette.ts';
import type { Terminal } from '../../terminal/terminal.ts';

const usualWidth = 120;

export async function features({ format }: { readonly format: 'text' | 'json' }, terminal: Terminal): Promise<number> {
  const list = await listFeatures();
  const palette = createPalette(terminal.stdout, terminal.env);
  const width = terminal.stdout.columns ?? usualWidth;
  const text = format === 'json' ? JSON.stringify(list, null, 2) : linesOf(list, palette, width).join('\n');
  await terminal.stdout.write(`${text}\n`);
  return 0;
}

function linesOf({ methods, updates }: AgentFeatures, palette: Palette, width: number): readonly string[] {
  const done = updates.filter(({ does }) => does !== null);
  const declined = updates.filter((update) => update.declined !== null);
  const groups = [...new Set(methods.map(({ group }) => group))];
  return [
    palette.bold(`${methods.length} methods and ${done.length} kinds of updates; ${declined.length} declined`),
    ...groups.flatMap((group) => [
      '',
      palette.bold(group),
      ...layOut(
        methods.filter((method) => method.group === group).map((method) => methodRow(method, palette)),
        { width, indent: 2 },
      ),
    ]),
    '',
    palette.bold('Kinds of session/update'),
    ...layOut(
      done.map((update) => updateRow(update, palette)),
      { width, indent: 2 },
    ),
    '',
    palette.bold('Declined'),
    ...layOut(
      declined.map(({ update, declined: reason }) => [{ text: update, paint: palette.cyan }, { text: reason ?? '' }]),
      { width, indent: 2 },
    ),
    '',
    ...layOut([[{ text: 'The ids are rules of the protocol; --format json prints the list for programs.' }]], {
      width,
      indent: 0,
    }),
  ];
}

const methodRow = ({ method, v1, v2, does, rules }: ListedMethod, palette: Palette): readonly Cell[] => [
  { text: method, paint: palette.cyan },
  { text: v1 === null ? '–' : `v1 ${v1}` },
  { text: v2 === null ? '–' : `v2 ${v2}` },
  { text: `${does} ${shortened(rules)}` },
];

const updateRow = ({ update, versions, does, rules }: ListedUpdate, palette: Palette): readonly Cell[] => [
  { text: update, paint: palette.cyan },
  { text: versions.map((version) => `v${version}`).join(' ') },
  { text: `${does ?? ''} ${shortened(rules)}` },
];

/** The ids; consecutive ones as a range. */
function shortened(rules: readonly string[]): string {
  const ranges: { first: string; last: string }[] = [];
  for (const rule of rules) {
    const current = ranges.at(-1);
    if (current !== undefined && isNext(current.last, rule)) current.last = rule;
    else ranges.push({ first: rule, last: rule });
  }
  return `(${ranges.map(({ first, last }) => (first === last ? first : `${first}–${numberOf(last)}`)).join(', ')})`;
}

const numberOf = (rule: string): string => rule.split('-')[1] ?? '';

const isNext = (rule: string, other: string): boolean =>
  rule.split('-')[0] === other.split('-')[0] && Number(numberOf(rule)) + 1 === Number(numberOf(other));
