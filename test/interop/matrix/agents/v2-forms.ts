/** The words of a scenario as version 2 has them. */
import type { SessionConfigOption, ToolCallContent } from '@acp-stack/schema/v2/unstable';

import type { Setting, SlashCommand, ToolContent, ToolFields } from '../script.ts';

export const optionInV2 = ({ id, name, category, value, choices }: Setting): SessionConfigOption => {
  const base = { configId: id, name, ...(category === undefined ? {} : { category }) };
  if (typeof value === 'boolean') return { ...base, type: 'boolean', currentValue: value };
  return {
    ...base,
    type: 'select',
    currentValue: value,
    options: (choices ?? []).map((choice) => ({ value: choice, name: choice })),
  };
};

export const commandInV2 = ({
  name,
  description,
  hint,
}: SlashCommand): { type: 'command'; name: string; description: string; input?: { type: 'text'; hint: string } } => ({
  type: 'command',
  name,
  description,
  ...(hint === undefined ? {} : { input: { type: 'text', hint } }),
});

export const contentInV2 = (content: ToolContent): ToolCallContent =>
  'text' in content
    ? { type: 'content', content: { type: 'text', text: content.text } }
    : {
        type: 'diff',
        changes: [
          { operation: content.oldText === undefined ? 'add' : 'modify', path: content.path, fileType: 'text' },
        ],
        patch: { format: 'git_patch', text: content.patch },
      };

export const fieldsInV2 = ({
  content,
  ...others
}: ToolFields): Omit<ToolFields, 'content'> & { content?: ToolCallContent[] } => ({
  ...others,
  ...(content === undefined ? {} : { content: content.map(contentInV2) }),
});
