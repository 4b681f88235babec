/** A terminal drawn with xterm.js: colours and overwritten lines as in a real one; nothing can be typed into it. */
import type { SessionStore } from '@acp-stack/react';
import { FitAddon } from '@xterm/addon-fit';
import { Terminal } from '@xterm/xterm';
import '@xterm/xterm/css/xterm.css'; // oxlint-disable-line no-unassigned-import -- a style sheet exports nothing
import { useEffect, useRef, type ReactNode } from 'react';

import { newOutput } from './new-output.ts';
import { allowStyleAttributes, pageNonce, withStyleNonce } from './safe-styles.ts';

export interface TerminalScreenProps {
  readonly session: SessionStore;
  readonly terminalId: string;
  /** The output as text, for screen readers. */
  readonly text: string;
}

const maxRows = 24;
const scrollback = 5000;

export function TerminalScreen({ session, terminalId, text }: TerminalScreenProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    return showTerminal(element, session, terminalId);
  }, [session, terminalId]);
  return (
    <>
      <div ref={place} aria-hidden="true" className="min-h-5 py-2 ps-3" />
      <pre className="sr-only">{text}</pre>
    </>
  );
}

/** Draws the terminal into `element` until the returned function is called. */
function showTerminal(element: HTMLElement, session: SessionStore, terminalId: string): () => void {
  allowStyleAttributes();
  const terminal = new Terminal({
    disableStdin: true,
    convertEol: true,
    rows: 1,
    scrollback,
    cursorInactiveStyle: 'none',
    cursorBlink: false,
    // Programs choose colours for dark screens; they stay readable on a light one.
    minimumContrastRatio: 4.5,
    fontFamily: styleOf('--font-mono', 'monospace'),
    fontSize: 13,
    theme: themeOf(),
  });
  const fit = new FitAddon();
  terminal.loadAddon(fit);
  withStyleNonce(document, pageNonce(), () => {
    terminal.open(element);
  });
  // It takes no input, so that the focus passes it by.
  if (terminal.textarea !== undefined) terminal.textarea.disabled = true;
  const fitRows = (): void => {
    const { baseY, cursorY } = terminal.buffer.active;
    const used = baseY + cursorY + 1;
    const columns = Math.max(20, fit.proposeDimensions()?.cols ?? terminal.cols);
    const rows = Math.min(maxRows, Math.max(terminal.rows, used));
    if (columns !== terminal.cols || rows !== terminal.rows) terminal.resize(columns, rows);
  };
  let printed = 0;
  const print = (): void => {
    const output = session.transcript().terminals.get(terminalId)?.output;
    if (output === undefined) return;
    const next = newOutput(output, printed);
    if (next.isReset) terminal.reset();
    printed = next.printed;
    terminal.write(next.bytes, fitRows);
  };
  const resizes = new ResizeObserver(fitRows);
  resizes.observe(element);
  const themes = new MutationObserver(() => {
    terminal.options.theme = themeOf();
  });
  themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  print();
  const unsubscribe = session.subscribeTerminal(terminalId, print);
  return () => {
    unsubscribe();
    resizes.disconnect();
    themes.disconnect();
    terminal.dispose();
  };
}

const styleOf = (name: string, otherwise: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim() || otherwise;

function themeOf(): { readonly background: string; readonly foreground: string; readonly cursor: string } {
  const background = styleOf('--acp-panel', 'transparent');
  return { background, foreground: styleOf('--acp-text', 'currentColor'), cursor: background };
}
