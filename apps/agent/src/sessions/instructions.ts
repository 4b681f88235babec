/** The system prompt: the role of the agent, its folders, and the instructions of the project and the client. */
import type { AgentSession } from '@acp-stack/sdk';
import { WorkspaceError, type Workspace } from '@acp-stack/workspace';

import type { Mode } from '../settings/modes.ts';

const fileName = 'AGENTS.md';
/** Characters of project instructions that are read. */
const maxCharacters = 64 * 1024;

const agentInstructions = `You are a coding agent. You work in the user's workspace with the tools that you are given.
Look before you change something, make the smallest change that does what was asked, and check it where you can.
Say what you did in a few plain sentences. When something cannot be done, say so and why.`;

/** The instructions of a session; with `override`, those of the client replace all others. */
export async function instructionsFor(session: AgentSession, workspace: Workspace, mode: Mode): Promise<string> {
  const { systemPrompt } = session;
  const clientInstructions = (systemPrompt?.content ?? [])
    .map((block) => (block.type === 'text' ? block.text : ''))
    .join('\n');
  if (systemPrompt?.mode === 'override') return clientInstructions;
  const roots = workspace.roots.list.map(({ path }) => path).join(', ');
  const parts = [
    agentInstructions,
    `The working directory is ${workspace.roots.cwd}. You may only use files below: ${roots}.`,
    `The session is in the mode “${mode.name}”: ${mode.description}`,
    ...(mode.id === 'plan'
      ? ['Make a plan with the tools that read, show it, and call exit_plan to have it approved.']
      : []),
    ...(await projectInstructions(workspace)),
    ...(clientInstructions === '' ? [] : [clientInstructions]),
  ];
  return parts.join('\n\n');
}

/** Not cut inside a character, because some services refuse that. */
const beginningOf = (text: string): string => text.slice(0, maxCharacters).replace(/[\u{D800}-\u{DBFF}]$/u, '');

/** The AGENTS.md of each root, in the order of the roots; earlier ones take precedence (DIRS-11). */
async function projectInstructions(workspace: Workspace): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { path } of workspace.roots.list) {
    const file = `${path}/${fileName}`;
    try {
      const { text } = await workspace.files.read(file);
      found.push(`These are the instructions of the project, from ${file}:\n\n${beginningOf(text)}`);
    } catch (error) {
      // A missing or unreadable file is ignored.
      if (!(error instanceof WorkspaceError)) throw error;
    }
  }
  if (found.length > 1) found.push('Where these instructions contradict each other, the earlier ones count.');
  return found;
}
