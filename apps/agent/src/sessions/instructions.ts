/** What a model is told about its work: who it is, where it works, and what the project and the client ask for. */
import type { AgentSession } from '@acp-stack/sdk';
import { WorkspaceError, type Workspace } from '@acp-stack/workspace';

import type { Mode } from '../settings/modes.ts';

const fileName = 'AGENTS.md';
/** Characters of project instructions that are read. */
const longest = 64 * 1024;

const own = `You are a coding agent. You work in the user's workspace with the tools that you are given.
Look before you change something, make the smallest change that does what was asked, and check it where you can.
Say what you did in a few plain sentences. When something cannot be done, say so and why.`;

/** The instructions of a session; a client that may replace ours has done so with `override`. */
export async function instructionsFor(session: AgentSession, workspace: Workspace, mode: Mode): Promise<string> {
  const { systemPrompt } = session;
  const given = (systemPrompt?.content ?? []).map((block) => (block.type === 'text' ? block.text : '')).join('\n');
  if (systemPrompt?.mode === 'override') return given;
  const roots = workspace.roots.list.map(({ path }) => path).join(', ');
  const parts = [
    own,
    `The working directory is ${workspace.roots.cwd}. You may only use files below: ${roots}.`,
    `The session is in the mode “${mode.name}”: ${mode.description}`,
    ...(mode.id === 'plan'
      ? ['Make a plan with the tools that read, show it, and call exit_plan to have it approved.']
      : []),
    ...(await projectInstructions(workspace)),
    ...(given === '' ? [] : [given]),
  ];
  return parts.join('\n\n');
}

/** Not cut in the middle of a character, which some services refuse. */
const beginningOf = (text: string): string => text.slice(0, longest).replace(/[\u{D800}-\u{DBFF}]$/u, '');

/** The AGENTS.md of each root, in the order of the roots, the earlier of which count for more (DIRS-11). */
async function projectInstructions(workspace: Workspace): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { path } of workspace.roots.list) {
    const file = `${path}/${fileName}`;
    try {
      const { text } = await workspace.files.read(file);
      found.push(`These are the instructions of the project, from ${file}:\n\n${beginningOf(text)}`);
    } catch (error) {
      // What is not there, or cannot be read, is not followed; the session works without it.
      if (!(error instanceof WorkspaceError)) throw error;
    }
  }
  if (found.length > 1) found.push('Where these instructions contradict each other, the earlier ones count.');
  return found;
}
