/** What a client of version 2 makes of what it is told. */
import {
  isAvailableCommand,
  isAvailableCommandInput,
  isContentBlock,
  isPlanUpdateContent,
  isSessionConfigOption,
  isSessionUpdate,
  isToolCallContent,
  type AgentMessage,
  type AvailableCommand,
  type ContentBlock,
  type ContentChunk,
  type NewSessionResponse,
  type SessionConfigOption,
  type SessionUpdate,
  type SessionUpdateVariants,
  type ToolCallContent,
} from '@acp-stack/schema/v2/unstable';

import { diffToV1 } from '../../../packages/bridge/src/convert/diff.ts';
import { contentInV1, textOf as textInV1 } from './fold-v1.ts';
import type { MessageRole, SeenCommand, SeenContent, SeenOption, SessionView } from './transcript.ts';

type Folds = {
  readonly [K in keyof SessionUpdateVariants]?: (view: SessionView, update: SessionUpdateVariants[K]) => void;
};

const chunk =
  (role: MessageRole) =>
  (view: SessionView, { messageId, content }: ContentChunk): void => {
    view.say(role, messageId, textOf(content));
  };

const whole =
  (role: MessageRole) =>
  (view: SessionView, { messageId, content }: AgentMessage): void => {
    if (content !== undefined) view.replace(role, messageId, (content ?? []).map(textOf).join(''));
  };

const folds: Folds = {
  user_message_chunk: chunk('user'),
  agent_message_chunk: chunk('agent'),
  agent_thought_chunk: chunk('thought'),
  user_message: whole('user'),
  agent_message: whole('agent'),
  agent_thought: whole('thought'),
  tool_call_update: (view, { toolCallId, title, kind, status, content, locations, rawInput, rawOutput }) => {
    view.tool(toolCallId, {
      // Null takes back what was said before (TOOL-05).
      title: title === null ? '' : title,
      kind: kind === null ? 'other' : kind,
      status: status === null ? 'pending' : status,
      content: content === null ? [] : content?.flatMap(contentInV2),
      locations: locations === null ? [] : locations,
      rawInput,
      rawOutput,
    });
  },
  tool_call_content_chunk: (view, { toolCallId, content }) => {
    view.append(toolCallId, contentInV2(content));
  },
  plan_update: (view, { plan }) => {
    if (!isPlanUpdateContent.items(plan)) throw new Error(`no scenario expects a plan of the type ${plan.type}`);
    view.plan = plan.entries.map(({ content, priority, status }) => `${content} (${priority}, ${status})`);
  },
  available_commands_update: (view, { availableCommands }) => {
    view.commands = commandsInV2(availableCommands);
  },
  config_option_update: (view, { configOptions }) => {
    settingsInV2(view, configOptions);
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
  // Version 1 has no states: when a prompt is over is what remains of them.
  state_update: () => undefined,
};

/** What opening a session was answered with. */
export function openedInV2(view: SessionView, response: Omit<NewSessionResponse, 'sessionId'>): void {
  const { configOptions, availableCommands } = response;
  if (configOptions !== undefined) settingsInV2(view, configOptions);
  if (availableCommands !== undefined) view.commands = commandsInV2(availableCommands);
}

export function foldV2(view: SessionView, update: SessionUpdate): void {
  const fold = isSessionUpdate.known(update) ? folds[update.sessionUpdate] : undefined;
  if (fold === undefined) throw new Error(`no scenario expects ${update.sessionUpdate} in version 2`);
  (fold as (view: SessionView, update: SessionUpdate) => void)(view, update);
}

/** The settings, and the one among them that stands for the modes. */
export function settingsInV2(view: SessionView, options: readonly SessionConfigOption[]): void {
  view.options = options.map(optionInV2);
  const mode = options.find(({ category }) => category === 'mode');
  if (mode !== undefined && isSessionConfigOption.select(mode)) view.mode = mode.currentValue;
}

function optionInV2(option: SessionConfigOption): SeenOption {
  const id = option.configId;
  if (isSessionConfigOption.boolean(option)) return { id, value: option.currentValue };
  if (!isSessionConfigOption.select(option))
    throw new Error(`no scenario expects an option of the type ${option.type}`);
  const choices = option.options.flatMap((choice) => ('value' in choice ? choice.value : []));
  return { id, value: option.currentValue, choices };
}

export const commandsInV2 = (commands: readonly AvailableCommand[]): readonly SeenCommand[] =>
  commands.filter(isAvailableCommand.command).map(({ name, description, input }) => ({
    name,
    description,
    ...(input === undefined || input === null || !isAvailableCommandInput.text(input) ? {} : { hint: input.hint }),
  }));

function textOf(block: ContentBlock): string {
  if (!isContentBlock.known(block)) throw new Error(`no scenario expects a block of the type ${block.type}`);
  return textInV1(block as Parameters<typeof textInV1>[0]);
}

const nothingLost = {
  lose: (_: string, reason: string): never => {
    throw new Error(reason);
  },
  omit: (_: string, reason: string): never => {
    throw new Error(reason);
  },
};

/** A patch is read as the two texts that it holds. */
function contentInV2(item: ToolCallContent): readonly SeenContent[] {
  if (isToolCallContent.content(item)) return [textOf(item.content)];
  if (!isToolCallContent.diff(item)) throw new Error(`no scenario expects content of the type ${item.type}`);
  return diffToV1(item, { losses: nothingLost, oldText: () => undefined }).map(contentInV1);
}
