/**
 * When the agent sends every kind of update.
 *
 * A missing kind does not compile; a listed kind that no client ever gets fails a test. Only subagents and messages
 * between sessions are declined.
 */
import type { Declined, Feature, UpdateKind } from './feature.ts';

export interface UpdateFeature extends Feature {
  /** The versions whose clients get it. */
  readonly versions: readonly (1 | 2)[];
}

type DeclinedKind = 'subagent_update' | 'session_message' | 'session_message_chunk';

export const updateFeatures: Readonly<Record<Exclude<UpdateKind, DeclinedKind>, UpdateFeature>> = {
  user_message: {
    does: 'Shows the message of the user, with its id.',
    versions: [2],
    rules: ['LIFE-03'],
  },
  user_message_chunk: {
    does: 'Replays the messages of the user when a stored session is loaded.',
    versions: [1],
    rules: ['SETUP-11'],
  },
  agent_message_chunk: {
    does: 'Streams the answer.',
    versions: [1, 2],
    rules: ['TURN-05', 'TURN-06', 'LIFE-17', 'LIFE-18'],
  },
  agent_message: {
    does: 'Replays a whole answer when a stored session is loaded.',
    versions: [2],
    rules: ['SETUP-15', 'SETUP-17'],
  },
  agent_thought_chunk: {
    does: 'Streams the thoughts of the model.',
    versions: [1, 2],
    rules: ['TURN-05', 'TURN-06', 'LIFE-17', 'LIFE-18'],
  },
  agent_thought: {
    does: 'Replays a whole thought when a stored session is loaded.',
    versions: [2],
    rules: ['SETUP-15', 'SETUP-17'],
  },
  state_update: {
    does: 'Reports whether the session is running, requires an action or is idle, and the stop reason.',
    versions: [2],
    rules: ['LIFE-04..LIFE-08', 'LIFE-10'],
  },
  tool_call: {
    does: 'Starts a tool call.',
    versions: [1],
    rules: ['TOOL-01..TOOL-03'],
  },
  tool_call_update: {
    does: 'Updates a tool call: its title, locations, input, diff and status.',
    versions: [1, 2],
    rules: ['TOOL-04..TOOL-06', 'TOOL-08', 'TOOL-09', 'TOOL-11', 'TOOL-12', 'TOOL-22', 'TOOL-23'],
  },
  tool_call_content_chunk: {
    does: 'Adds to the content of a tool call.',
    versions: [2],
    rules: ['TOOL-07'],
  },
  terminal_update: {
    does: 'Shows a terminal of the agent, its command and its exit status.',
    versions: [2],
    rules: ['TOOL-14', 'TOOL-15', 'TOOL-17'],
  },
  terminal_output_chunk: {
    does: 'Streams the output of a command.',
    versions: [2],
    rules: ['TOOL-16'],
  },
  plan: {
    does: 'Shows the plan of the work.',
    versions: [1],
    rules: ['PLAN-01', 'PLAN-02'],
  },
  plan_update: {
    does: 'Shows the plan of the work.',
    versions: [1, 2],
    rules: ['PLAN-02..PLAN-04'],
  },
  plan_removed: {
    does: 'Removes the plan when it is cleared.',
    versions: [1, 2],
    rules: ['PLAN-03'],
  },
  available_commands_update: {
    does: 'Lists the slash commands; /compact needs a model.',
    versions: [1, 2],
    rules: ['CMD-01..CMD-04'],
  },
  current_mode_update: {
    does: 'Reports that the agent has left the plan mode.',
    versions: [1],
    rules: ['MODE-04'],
  },
  config_option_update: {
    does: 'Reports changed settings, for instance after a service was set or the plan mode was left.',
    versions: [1, 2],
    rules: ['CFG-03'],
  },
  session_info_update: {
    does: 'Reports the title from the first prompt.',
    versions: [1, 2],
    rules: ['LIST-08'],
  },
  usage_update: {
    does: 'Reports how full the context of the model is, and the cost if it is known.',
    versions: [1, 2],
    rules: ['TURN-07', 'TURN-08'],
  },
  notice: {
    does: 'Shows notices, for instance that an MCP server cannot be used.',
    versions: [1, 2],
    rules: ['NOTICE-01', 'NOTICE-02'],
  },
  compaction_update: {
    does: 'Reports that the conversation is being compacted, and the outcome.',
    versions: [1, 2],
    rules: ['COMP-01..COMP-03'],
  },
  compaction_summary_chunk: {
    does: 'Streams the summary.',
    versions: [1, 2],
    rules: ['COMP-03'],
  },
};

export const declinedUpdates: Readonly<Record<DeclinedKind, Declined>> = {
  subagent_update: {
    declined: 'The agent does not start other agents.',
    rules: ['SUB-01..SUB-03'],
  },
  session_message: {
    declined: 'Sessions do not exchange messages: each belongs to one user and one task.',
    rules: ['SUB-01..SUB-03'],
  },
  session_message_chunk: {
    declined: 'Sessions do not exchange messages: each belongs to one user and one task.',
    rules: ['SUB-01..SUB-03'],
  },
};
