/** `/help`: what can be typed, and the commands. */
import { wrap } from '../../../terminal/columns.ts';
import type { HelpCommands } from '../ui/chat-ui.ts';
import { line, span, type Line } from '../../../tui/styled-line.ts';

export interface HelpParts extends HelpCommands {
  readonly width: number;
}

const basics: HelpCommands['program'] = [
  { name: 'words', description: 'go to the agent; it asks before it changes something' },
  { name: '@name', description: 'mentions a file' },
  { name: '!command', description: 'runs in your shell; the output goes to the agent with your next message' },
  { name: '/command', description: 'one of these' },
  { name: '?', description: 'lists the keys, on an empty line' },
];

const narrowest = 20;

/** Lines of at most `width` columns. */
export function helpLines({ agent, program, width }: HelpParts): readonly Line[] {
  const nameWidth = Math.max(...[...basics, ...agent, ...program].map(({ name }) => name.length)) + 4;
  const section = (title: string, commands: HelpCommands['program']): readonly Line[] =>
    commands.length === 0
      ? []
      : [
          line(title, { isBold: true }),
          ...commands.flatMap(({ name, description }) =>
            wrap(description, Math.max(narrowest, width - nameWidth)).map((part, index): Line => [
              span(`  ${index === 0 ? name : ''}`.padEnd(nameWidth), { colour: 'cyan' }),
              span(part),
            ]),
          ),
        ];
  return [
    ...section('What you can type', basics),
    ...section('Commands of the agent', agent),
    ...section('Commands', program),
  ];
}
