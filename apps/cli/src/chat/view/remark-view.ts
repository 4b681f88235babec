/** What the program says beside the conversation. */
import type { Remark } from '../conversation.ts';
import { harmless } from '../text/harmless.ts';
import { span, wrap, type Line, type Style } from '../text/line.ts';

const styles: Readonly<Record<Remark['kind'], readonly [string, Style]>> = {
  info: ['· ', { isDim: true }],
  warning: ['! ', { colour: 'yellow' }],
  error: ['✗ ', { colour: 'red' }],
};

export function remarkView({ kind, text }: Remark, width: number): readonly Line[] {
  const [sign, style] = styles[kind];
  return harmless(text)
    .trim()
    .split('\n')
    .flatMap((each, index) =>
      wrap([span(each, style)], width, {
        first: [span(index === 0 ? sign : '  ', style)],
        hanging: [span('  ')],
      }),
    );
}
