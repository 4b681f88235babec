/** The extension: connects the parts to VS Code, and registers its commands. */
import * as vscode from 'vscode';

import { EditorSessionHub } from '../hub/editor-session-hub.ts';
import { openSessionStore } from '../hub/session-store.ts';
import { ChangeReview } from '../review/change-review.ts';
import { Changes } from './changes.ts';
import { Documents } from './documents.ts';
import { editorFiles, unsavedText } from './files.ts';
import { Pages } from './pages.ts';
import { programOfAcp } from './program.ts';
import { schemas } from '../hub/schemas.ts';
import { agreementsIn, askForAgent, readSettings, wantsNextEdits } from './settings.ts';
import { Suggestions } from './suggestions.ts';
import { showTerminal } from './terminals.ts';

let closing: (() => Promise<void>) | undefined;

/** Called by VS Code when the window is closed or loaded again: it waits until sessions are stored. */
export async function deactivate(): Promise<void> {
  await closing?.();
}

/** Called by VS Code when the extension is first needed. */
export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel('Agents (ACP)', { log: true });
  const documents = new Documents();
  const review = new ChangeReview(editorFiles);
  const program = programOfAcp(context.extensionUri.fsPath);
  const version = String((context.extension.packageJSON as { readonly version?: unknown }).version);
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
    openStore: () =>
      openSessionStore({
        folder: context.storageUri?.fsPath,
        log: (line) => {
          log.warn(line);
        },
        warn: (line) => {
          log.warn(line);
          void vscode.window.showWarningMessage(line);
        },
      }),
    env: process.env,
    program: program.command,
    version,
    schemas,
  });
  const pages = new Pages(hub, context.extensionUri);
  const changes = new Changes(review);
  const suggestions = new Suggestions({
    version,
    connect: (which) => hub.startSuggestions(which),
    isWanted: () => wantsNextEdits() && vscode.workspace.isTrusted,
    log: (line) => {
      log.info(line);
    },
  });
  const { edits } = suggestions;
  context.subscriptions.push(log, documents, pages, changes, suggestions);
  closing = () => hub[Symbol.asyncDispose]();
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
  command('mention', () => {
    const file = mentionedFile();
    return file === undefined ? undefined : pages.mention(file);
  });
  command('reviewChanges', (path) => changes.show(path));
  command('acceptHunk', (path, line) => changes.acceptHunk(path, line));
  command('rejectHunk', (path, line) => changes.rejectHunk(path, line));
  command('acceptFile', (path) => {
    changes.acceptFile(path);
  });
  command('rejectFile', (path) => changes.rejectFile(path));
  command('nextChange', () => {
    changes.goTo('next');
  });
  command('previousChange', () => {
    changes.goTo('previous');
  });
  command('acceptNextEdit', () => edits.take());
  command('dismissNextEdit', () => {
    edits.dismiss();
  });
  command('suggestNextEdit', async () => {
    const words = (await edits.ask()) ? 'Asked for the next edit.' : 'There is no file to edit, or no agent for it.';
    vscode.window.setStatusBarMessage(words, 5000);
  });
  const restart = async (): Promise<void> => {
    await hub.restart();
    pages.reload();
    await suggestions.refresh();
  };
  command('restart', restart);
  context.subscriptions.push(
    vscode.workspace.onDidGrantWorkspaceTrust(() => void restart()),
    vscode.workspace.onDidChangeWorkspaceFolders(() => void restart()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('acp.nextEdits')) void suggestions.refresh();
      if (event.affectsConfiguration('acp.agents') || event.affectsConfiguration('acp.defaultAgent'))
        void offerRestart();
    }),
  );
  const offerRestart = async (): Promise<void> => {
    const now = 'Start Again';
    const question = 'The agents in the settings have changed. Start all agents again to use them? Running work ends.';
    if ((await vscode.window.showInformationMessage(question, now)) === now) await restart();
  };
}

async function openFile(path: string, line: number | undefined): Promise<void> {
  const place = line === undefined ? undefined : new vscode.Position(Math.max(line - 1, 0), 0);
  const selection = place === undefined ? {} : { selection: new vscode.Range(place, place) };
  // Beside a page in a tab, not instead of it.
  await vscode.window.showTextDocument(vscode.Uri.file(path), { preview: true, ...selection });
}

/** The file of the active editor, with the selected lines. */
function mentionedFile(): { readonly name: string; readonly path: string } | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || editor.document.uri.scheme !== 'file') return undefined;
  const { selection, document } = editor;
  const [start, end] = [selection.start.line + 1, selection.end.line + 1];
  const lines = selection.isEmpty ? '' : `:${start}${end === start ? '' : `-${end}`}`;
  return { name: `${vscode.workspace.asRelativePath(document.uri, false)}${lines}`, path: document.uri.fsPath };
}
