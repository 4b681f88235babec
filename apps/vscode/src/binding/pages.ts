/** The pages in webviews: the panel in the side bar, the client in a tab, and the inspector in a tab. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { serveFrames, type PageActionMessage, type PageMentionMessage } from '@acp-stack/web';
import * as vscode from 'vscode';

import type { EditorSessionHub } from '../hub/editor-session-hub.ts';
import { pageHtml } from '../panel/page-html.ts';

/** The id of the view in the manifest. */
const panelId = 'acp.panel';

type PageFile = 'index.html' | 'inspect.html';

export class Pages implements vscode.WebviewViewProvider, vscode.Disposable {
  readonly #hub: EditorSessionHub;
  /** The folder of the pages in the extension. */
  readonly #folder: vscode.Uri;
  readonly #open = new Map<vscode.Webview, PageFile>();
  #panel: vscode.WebviewView | undefined;
  #tab: vscode.WebviewPanel | undefined;
  #inspector: vscode.WebviewPanel | undefined;
  readonly #registered: vscode.Disposable;
  /** Resolves when the panel has been shown and listens. */
  #shown: (() => void)[] = [];

  constructor(hub: EditorSessionHub, extension: vscode.Uri) {
    this.#hub = hub;
    this.#folder = vscode.Uri.joinPath(extension, 'page');
    this.#registered = vscode.window.registerWebviewViewProvider(panelId, this, {
      webviewOptions: { retainContextWhenHidden: true },
    });
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.#panel = view;
    const served = this.#serve(view.webview, 'index.html');
    view.onDidDispose(() => {
      served.dispose();
      this.#panel = undefined;
    });
  }

  /** Shows the panel, with the focus. */
  async show(): Promise<void> {
    await vscode.commands.executeCommand(`${panelId}.focus`);
  }

  /** Shows the client in a tab. */
  openTab(): void {
    this.#tab ??= this.#createTab('Agents', 'index.html', () => (this.#tab = undefined));
    this.#tab.reveal();
  }

  /** Shows the inspector in a tab. */
  inspect(): void {
    this.#inspector ??= this.#createTab('Messages of agents', 'inspect.html', () => (this.#inspector = undefined));
    this.#inspector.reveal();
  }

  /** Runs an action of the page that the user looks at, in a tab or in the panel; opens the panel if there is none. */
  async run(action: string): Promise<void> {
    await this.#send({ acpAction: action });
  }

  /** Puts a file, or a part of it, into the message that the user is writing. */
  async mention(file: PageMentionMessage['acpMention']): Promise<void> {
    await this.#send({ acpMention: file });
  }

  /** Loads all pages anew, after the hub was opened again. */
  reload(): void {
    for (const [webview, file] of this.#open) webview.html = this.#html(webview, file);
  }

  dispose(): void {
    this.#registered.dispose();
    this.#tab?.dispose();
    this.#inspector?.dispose();
  }

  async #send(message: PageActionMessage | PageMentionMessage): Promise<void> {
    const isTabAlone = this.#tab?.visible === true && this.#panel?.visible !== true;
    if (this.#tab !== undefined && (this.#tab.active || isTabAlone)) {
      this.#tab.reveal();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a webview takes no origin.
      await this.#tab.webview.postMessage(message);
      return;
    }
    const isNew = this.#panel === undefined;
    await this.show();
    if (isNew) await new Promise<void>((resolve) => this.#shown.push(resolve));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a webview takes no origin.
    await this.#panel?.webview.postMessage(message);
  }

  #createTab(title: string, file: PageFile, onEnd: () => void): vscode.WebviewPanel {
    const column = vscode.window.tabGroups.activeTabGroup.viewColumn;
    const panel = vscode.window.createWebviewPanel('acp.tab', title, column, { retainContextWhenHidden: true });
    panel.iconPath = vscode.Uri.joinPath(this.#folder, '..', 'icon.svg');
    const served = this.#serve(panel.webview, file);
    panel.onDidDispose(() => {
      served.dispose();
      onEnd();
    });
    return panel;
  }

  /** Shows a page in a webview, and connects it. */
  #serve(webview: vscode.Webview, file: PageFile): vscode.Disposable {
    webview.options = { enableScripts: true, localResourceRoots: [this.#folder] };
    const frames = serveFrames(
      {
        post: (message) => {
          // It rejects when the webview was closed meanwhile, which ends the channels anyway.
          // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a webview takes no origin.
          webview.postMessage(message).then(undefined, () => undefined);
        },
        listen: (listener) => {
          const heard = webview.onDidReceiveMessage((message: unknown) => {
            for (const resolve of this.#shown.splice(0)) resolve();
            listener(message);
          });
          return () => {
            heard.dispose();
          };
        },
      },
      (channel, path) =>
        void this.#hub.connect(channel, file === 'inspect.html' && path === '/acp' ? '/inspect' : path),
    );
    webview.html = this.#html(webview, file);
    this.#open.set(webview, file);
    return {
      dispose: () => {
        this.#open.delete(webview);
        frames[Symbol.dispose]();
      },
    };
  }

  #html(webview: vscode.Webview, file: PageFile): string {
    return pageHtml({
      html: readFileSync(join(this.#folder.fsPath, file), 'utf8'),
      base: webview.asWebviewUri(this.#folder).toString(),
      source: webview.cspSource,
      nonce: randomBytes(16).toString('base64url'),
    });
  }
}
