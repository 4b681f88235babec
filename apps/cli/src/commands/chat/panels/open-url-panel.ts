/** Asks whether to open a web page for the agent: shows the whole URL and warnings, and opens it only after a yes. */
import type { WebPage } from '@acp-stack/workspace/client';

import { isControl, type Key } from '../../../tui/key.ts';
import { escapeLine } from '../../../text/escape-control-characters.ts';
import { exactLine, exactLines } from '../../../text/exact-text.ts';
import { breakExactly, line, span, wrap, type Line, type Style } from '../../../tui/styled-line.ts';
import { fitted, type Panel, type PanelDrawing, type PanelSpace } from '../../../tui/panel.ts';

export interface OpenUrlPanelOptions {
  readonly page: WebPage;
  readonly done: (answer: 'open' | 'decline' | 'cancel') => void;
  /** Whether a yes counts now. */
  readonly counts: (panel: OpenUrlPanel) => boolean;
}

const dim: Style = { isDim: true };

export class OpenUrlPanel implements Panel {
  readonly isUnexpected = true;
  readonly #options: OpenUrlPanelOptions;

  constructor(options: OpenUrlPanelOptions) {
    this.#options = options;
  }

  draw({ width, rows }: PanelSpace): PanelDrawing {
    const { message, url, host, unicodeHost, warnings } = this.#options.page;
    const hostText = unicodeHost === undefined ? host : `${host} (${unicodeHost})`;
    const yes = this.#options.counts(this) ? 'y opens it in the browser, ' : '';
    const foot: readonly Line[] = [line(`  ${yes}n declines, Esc closes`, dim)];
    const words = exactLines(message).flatMap((each) =>
      wrap([span('? ', { colour: 'yellow' }), span(each, { isBold: true })], width),
    );
    const page = [
      ...breakExactly([span('Page: ', dim), span(exactLine(url), { colour: 'cyan' })], width, {
        hanging: [span('    ')],
        first: [span('  ')],
      }),
      ...breakExactly(line(`Host: ${exactLine(hostText)}`), width, { hanging: [span('    ')], first: [span('  ')] }),
      ...warnings.flatMap((warning) => wrap(line(`! ${escapeLine(warning.message)}`, { colour: 'red' }), width)),
    ];
    // However long the message is, the address stays visible.
    return { lines: fitted([...words, ...page, ...foot], rows, page.length + foot.length) };
  }

  press(key: Key): void {
    if (key.name === 'escape' || isControl(key, 'c')) this.dismiss();
    else if (key.name === 'text' && key.text.toLowerCase() === 'y' && this.#options.counts(this))
      this.#options.done('open');
    else if (key.name === 'text' && key.text.toLowerCase() === 'n') this.#options.done('decline');
  }

  dismiss(): void {
    this.#options.done('cancel');
  }
}
