/** Collects the work of an agent, and prints it as one document at its end: Markdown, or a page of HTML. */
import type { SessionUpdate } from '@acp-stack/sdk';
import { toMarkdown, TranscriptStore } from '@acp-stack/transcript';

import { stripControls } from '../../text/strip-control-characters.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { WorkView } from './work-view.ts';

export class DocumentView implements WorkView {
  readonly #terminal: Terminal;
  readonly #format: 'markdown' | 'html';
  readonly #store = new TranscriptStore();
  #isPrinted = false;

  constructor(terminal: Terminal, format: 'markdown' | 'html') {
    this.#terminal = terminal;
    this.#format = format;
  }

  readonly apply = (update: SessionUpdate): Promise<void> => {
    this.#store.apply(update);
    return Promise.resolve();
  };

  /** The document has only what the agent reports. */
  showWork(): Promise<void> {
    return Promise.resolve();
  }

  /** The agent has failed: what it did before is printed. */
  endLine(): Promise<void> {
    return this.finish();
  }

  async finish(): Promise<void> {
    if (this.#isPrinted) return;
    this.#isPrinted = true;
    const { stdout } = this.#terminal;
    const markdown = toMarkdown(this.#store.snapshot());
    if (this.#format === 'markdown') await stdout.write(stdout.isTerminal ? stripControls(markdown) : markdown);
    else {
      const { documentPage } = await import('../../document/document-page.ts');
      await stdout.write(documentPage(markdown));
    }
  }
}
