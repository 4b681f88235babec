/** Shows the terminals of agents in the terminals of VS Code. */
import * as vscode from 'vscode';

import type { TerminalView } from '../terminals/terminal-view.ts';

/** Shows a terminal, without taking the focus from the user. */
export function showTerminal(name: string, view: TerminalView): void {
  const written = new vscode.EventEmitter<string>();
  const closed = new vscode.EventEmitter<number | void>();
  const pty: vscode.Pseudoterminal = {
    onDidWrite: written.event,
    open: () => {
      void view.show({
        write: (text) => {
          written.fire(text);
        },
        // The terminal stays, so that its output can be read.
        closed: () => undefined,
      });
    },
    close: () => {
      view.close();
      written.dispose();
      closed.dispose();
    },
  };
  const iconPath = new vscode.ThemeIcon('robot');
  vscode.window.createTerminal({ name, pty, iconPath, isTransient: true }).show(true);
}
