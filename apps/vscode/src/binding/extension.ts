/** The extension: connects the parts to VS Code, and registers its commands. */
import { memoryJournal } from '@acp-stack/journal';
import * as vscode from 'vscode';

import { EditorSessionHub } from '../hub/editor-session-hub.ts';
import { ChangeReview } from '../review/change-review.ts';
import { Documents } from './documents.ts';
import { editorFiles, unsavedText } from './files.ts';
import { Pages } from './pages.ts';
import { programOfAcp } from './program.ts';
import { schemas } from './schemas.ts';
import { agreementsIn, askForAgent, readSettings } from './settings.ts';
import { showTerminal } from './terminals.ts';

/** Called by VS Code when the extension is first needed. */
export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel('Agents (ACP)', { log: true });
  const documents = new Documents();
  const review = new ChangeReview(editorFiles);
  const program = programOfAcp(context.extensionUri.fsPath);
  const hub = new EditorSessionHub({
    editor: {
      isTrusted: () => vscode.workspace.isTrusted,
      folders: () => (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath),
      settings: () => ({ ...readSettings(), own: { ...program.agents, ...readSettings().own } }),
      agreements: agreementsIn(context.workspaceState),
      askForAgent,
      unsaved: unsavedText,
      files: editorFiles,
      documents,
      openFile,
      showTerminal,
      log: (line) => {
        log.info(line);
      },
    },
    review,
    journal: memoryJournal(),
    env: process.env,
    program: program.command,
    version: String((context.extension.packageJSON as { readonly version?: unknown }).version),
    schemas,
  });
  const pages = new Pages(hub, context.extensionUri);
  context.subscriptions.push(log, documents, pages, { dispose: () => void hub[Symbol.asyncDispose]() });
  const command = (name: string, run: (...args: readonly unknown[]) => unknown): void => {
    context.subscriptions.push(vscode.commands.registerCommand(`acp.${name}`, run));
  };
  command('open', () => pages.show());
  command('openInTab', () => pages.openTab());
  command('newSession', () => pages.run('new-session'));
  command('sessions', () => pages.run('show-sessions'));
  command('agents', () => pages.run('agents'));
  command('inspect', () => pages.inspect());
  command('settings', () =>
    vscode.commands.executeCommand('workbench.action.openSettings', '@ext:acp-stack.acp-stack'),
  );
  command('showLog', () => log.show());
  const restart = async (): Promise<void> => {
    await hub.restart();
    pages.reload();
  };
  command('restart', restart);
}

async function openFile(path: string, line: number | undefined): Promise<void> {
  const place = line === undefined ? undefined : new vscode.Position(Math.max(line - 1, 0), 0);
  const selection = place === undefined ? {} : { selection: new vscode.Range(place, place) };
  // Beside a page in a tab, not instead of it.
  await vscode.window.showTextDocument(vscode.Uri.file(path), { preview: true, ...selection });
}
