/** Shows the terminals of agents in the terminals of VS Code. */
import * as vscode from 'vscode';

import type { TerminalView } from '../terminals/terminal-view.ts';

/** Terminals whose command has ended, which stay so that their output can be read. */
const maxEnded = 5;
const ended: vscode.Terminal[] = [];

/** Shows a terminal, without taking the focus from the user. */
export function showTerminal(agent: string, view: TerminalView): void {
  const written = new vscode.EventEmitter<string>();
  const pty: vscode.Pseudoterminal = {
    onDidWrite: written.event,
    open: () => {
      void view.show({
        write: (text) => {
          written.fire(text);
        },
        closed: () => {
          ended.push(terminal);
          for (const old of ended.splice(0, ended.length - maxEnded)) old.dispose();
        },
      });
    },
    handleInput: (text) => {
      view.typed(text);
    },
    close: () => {
      view.close();
      written.dispose();
    },
  };
  const iconPath = new vscode.ThemeIcon('robot');
  const terminal = vscode.window.createTerminal({ name: view.title(agent), pty, iconPath, isTransient: true });
  terminal.show(true);
}
