/** What a client of version 1 makes of what it is told. */
import {
  isSessionUpdate,
  type ContentBlock,
  type ContentChunk,
  type NewSessionResponse,
  type SessionConfigOption,
  type SessionUpdate,
  type SessionUpdateVariants,
  type ToolCallContent,
  type ToolCallUpdate,
} from '@acp-stack/schema/v1/unstable';

import type { MessageRole, SeenContent, SeenOption, SessionView } from './transcript.ts';

type Folds = {
  readonly [K in keyof SessionUpdateVariants]?: (view: SessionView, update: SessionUpdateVariants[K]) => void;
};

const chunk =
  (role: MessageRole) =>
  (view: SessionView, { messageId, content }: ContentChunk): void => {
    view.say(role, messageId ?? undefined, textOf(content));
  };

const folds: Folds = {
  user_message_chunk: chunk('user'),
  agent_message_chunk: chunk('agent'),
  agent_thought_chunk: chunk('thought'),
  tool_call: toolCallInV1,
  tool_call_update: toolCallInV1,
  plan: (view, { entries }) => {
    view.plan = entries.map(({ content, priority, status }) => `${content} (${priority}, ${status})`);
  },
  available_commands_update: (view, { availableCommands }) => {
    view.commands = availableCommands.map(({ name, description, input }) => ({
      name,
      description,
      ...(input === undefined || input === null ? {} : { hint: input.hint }),
    }));
  },
  config_option_update: (view, { configOptions }) => {
    view.options = optionsInV1(configOptions);
  },
  current_mode_update: (view, { currentModeId }) => {
    view.mode = currentModeId;
  },
  usage_update: (view, { used, size, cost }) => {
    view.context = { used, size, ...(cost === undefined || cost === null ? {} : { cost }) };
  },
  session_info_update: (view, { title }) => {
    if (typeof title === 'string') view.title = title;
  },
  notice: (view, { title }) => {
    view.notices.push(title);
  },
};

/** What opening a session was answered with. */
export function openedInV1(view: SessionView, { configOptions, modes }: Omit<NewSessionResponse, 'sessionId'>): void {
  if (configOptions !== undefined && configOptions !== null) view.options = optionsInV1(configOptions);
  if (modes !== undefined && modes !== null) view.mode = modes.currentModeId;
}

export function foldV1(view: SessionView, update: SessionUpdate): void {
  const fold = isSessionUpdate.known(update) ? folds[update.sessionUpdate] : undefined;
  if (fold === undefined) throw new Error(`no scenario expects ${update.sessionUpdate} in version 1`);
  (fold as (view: SessionView, update: SessionUpdate) => void)(view, update);
}

export function toolCallInV1(view: SessionView, update: ToolCallUpdate): void {
  const { toolCallId, title, kind, status, content, locations, rawInput, rawOutput } = update;
  view.tool(toolCallId, {
    title: title ?? undefined,
    kind: kind ?? undefined,
    status: status ?? undefined,
    content: content?.map(contentInV1),
    locations: locations ?? undefined,
    rawInput,
    rawOutput,
  });
}

export const optionsInV1 = (options: readonly SessionConfigOption[]): readonly SeenOption[] =>
  options.map((option) =>
    option.type === 'select'
      ? {
          id: option.id,
          value: option.currentValue,
          choices: option.options.flatMap((choice) => ('value' in choice ? choice.value : [])),
        }
      : { id: option.id, value: option.currentValue },
  );

/** The text of a block, or what stands for it. */
export function textOf(block: ContentBlock): string {
  if (block.type === 'text') return block.text;
  if (block.type === 'resource_link') return `[${block.name}](${block.uri})`;
  return `<${block.type}>`;
}

export function contentInV1(item: ToolCallContent): SeenContent {
  if (item.type === 'content') return textOf(item.content);
  if (item.type === 'terminal') return `terminal ${item.terminalId}`;
  const { path, oldText, newText } = item;
  return { path, ...(oldText === undefined || oldText === null ? {} : { oldText }), newText };
}
