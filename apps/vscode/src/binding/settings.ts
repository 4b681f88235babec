/** The settings of VS Code, told apart by where they come from. */
import * as vscode from 'vscode';

import type { Settings } from '../editor/editor.ts';
import type { Agreements, AskForAgent } from '../settings/agent-settings.ts';

const configuration = (): vscode.WorkspaceConfiguration =>
  vscode.workspace.getConfiguration('acp', vscode.workspace.workspaceFolders?.[0]?.uri);

/** The settings now. VS Code itself leaves out restricted settings of a workspace that is not trusted. */
export function readSettings(): Settings {
  const { globalValue, workspaceValue, workspaceFolderValue } =
    configuration().inspect<Readonly<Record<string, unknown>>>('agents') ?? {};
  const isTrusted = vscode.workspace.isTrusted;
  return {
    own: { ...globalValue },
    ofWorkspace: isTrusted ? { ...workspaceValue, ...workspaceFolderValue } : {},
    defaultAgent: textOf(configuration().get('defaultAgent')),
    keepSessions: daysOf(configuration().get('keepSessions')),
    changes: configuration().get<string>('changes') === 'review' ? 'review' : 'ask',
  };
}

/** The editor only marks a value of the wrong type. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const daysOf = (value: unknown): number => (typeof value === 'number' && value >= 1 ? value : 30);

/** Whether next edits are wanted. */
export const wantsNextEdits = (): boolean => configuration().get('nextEdits.enabled', true);

const agreedKey = 'acp.agreedAgents';

/** What the user has agreed to in this workspace. */
export const agreementsIn = (state: vscode.Memento): Agreements => ({
  has: (digest) => state.get<readonly string[]>(agreedKey, []).includes(digest),
  add: async (digest) => {
    await state.update(agreedKey, [...state.get<readonly string[]>(agreedKey, []), digest]);
  },
});

/** Asks in a dialog whether to use an agent of the workspace. */
export const askForAgent: AskForAgent = async ({ name, starts, replaces }) => {
  const use = 'Use It';
  const answer = await vscode.window.showWarningMessage(
    `The settings of this workspace ${replaces ? 'replace your' : 'add the'} agent ${JSON.stringify(name)}. Use it?`,
    { modal: true, detail: `It came with the files of the workspace, and starts:\n\n${starts}` },
    use,
  );
  return answer === use;
};
