/**
 * A terminal in the page, loaded when it is first needed.
 *
 * It makes style elements when it is opened, which the content security policy allows only with the nonce of the page.
 */
import type { ITheme, Terminal } from '@xterm/xterm';

/** What a terminal does besides showing output. */
export interface TerminalOptions {
  /** Called with what the user types; without it the terminal only shows output. */
  readonly onInput?: (text: string) => void;
  /** Called when another number of columns or rows fits. */
  readonly onResize?: (size: { readonly columns: number; readonly rows: number }) => void;
  /** What it is, for screen readers. */
  readonly label: string;
}

/** A terminal that is shown. */
export interface ShownTerminal extends Disposable {
  readonly columns: number;
  readonly rows: number;
  write(data: Uint8Array | string): void;
  focus(): void;
}

/** Shows a terminal in `element`, as large as it. */
export async function showTerminal(
  element: HTMLElement,
  { onInput, onResize, label }: TerminalOptions,
): Promise<ShownTerminal> {
  const [{ Terminal: Xterm }, { FitAddon }] = await Promise.all([
    import('@xterm/xterm'),
    import('@xterm/addon-fit'),
    import('@xterm/xterm/css/xterm.css'),
  ]);
  const terminal = new Xterm({
    fontFamily: valueOf('--font-mono'),
    fontSize: 13,
    scrollback: 5000,
    disableStdin: onInput === undefined,
    cursorBlink: false,
    convertEol: onInput === undefined,
    screenReaderMode: true,
    theme: themeOfPage(),
  });
  const fit = new FitAddon();
  terminal.loadAddon(fit);
  withNonce(() => {
    terminal.open(element);
  });
  terminal.textarea?.setAttribute('aria-label', label);
  if (onInput !== undefined) terminal.onData(onInput);
  const observer = new ResizeObserver(() => {
    fit.fit();
  });
  fit.fit();
  observer.observe(element);
  terminal.onResize(({ cols, rows }) => {
    onResize?.({ columns: cols, rows });
  });
  const stop = followPageTheme(terminal);
  return {
    get columns() {
      return terminal.cols;
    },
    get rows() {
      return terminal.rows;
    },
    write: (data) => {
      terminal.write(data);
    },
    focus: () => {
      terminal.focus();
    },
    [Symbol.dispose]: () => {
      observer.disconnect();
      stop();
      terminal.dispose();
    },
  };
}

const valueOf = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

function themeOfPage(): ITheme {
  const [background, foreground, selection] = [
    valueOf('--acp-panel'),
    valueOf('--acp-text'),
    valueOf('--acp-accent-soft'),
  ];
  return { background, foreground, cursor: foreground, cursorAccent: background, selectionBackground: selection };
}

/** Has the colours of the page, also after the theme has changed. */
function followPageTheme(terminal: Terminal): () => void {
  const observer = new MutationObserver(() => {
    terminal.options.theme = themeOfPage();
  });
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => {
    observer.disconnect();
  };
}

/** Style elements that `work` makes get the nonce of the page. */
function withNonce(work: () => void): void {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="acp-nonce"]')?.content ?? '';
  const create = document.createElement.bind(document);
  document.createElement = (name: string, options?: ElementCreationOptions): HTMLElement => {
    const element = create(name, options);
    if (name === 'style') element.nonce = nonce;
    return element;
  };
  try {
    work();
  } finally {
    // The method of the prototype is there again.
    Reflect.deleteProperty(document, 'createElement');
  }
}
