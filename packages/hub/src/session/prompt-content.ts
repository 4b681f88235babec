/** The content that may be given to the agent of a session. */
import type { AgentCapabilities, ContentBlock } from '@acp-stack/schema/v2/unstable';
import { checkPromptContent } from '@acp-stack/sdk';

import { invalidParams } from './item-error.ts';

/** Throws -32602 unless `content` is a list of blocks that the agent accepts in a prompt (INJ-23). */
export function requireContent(content: unknown, { session }: AgentCapabilities): readonly ContentBlock[] {
  if (!Array.isArray(content) || content.length === 0) throw invalidParams('A message has at least one content block.');
  const blocks = content as readonly ContentBlock[];
  checkPromptContent(blocks, session?.prompt ?? {});
  return blocks;
}
