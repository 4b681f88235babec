/**
 * What the suite asks an agent to do, in words.
 *
 * An agent with a model gets these prompts to the scripted model service of the suite, which reads the first word and
 * calls the tools that the agent offers. Other agents can be given their own prompts.
 */

/** Something that a scenario wants an agent to do. */
export type Behaviour =
  | 'say'
  | 'think'
  | 'wait'
  | 'recite'
  | 'read-file'
  | 'write-file'
  | 'run-command'
  | 'run-long-command'
  | 'run-in-background'
  | 'plan'
  | 'ask-user'
  | 'open-page'
  | 'open-files'
  | 'call-mcp-tool'
  | 'notify'
  | 'compact'
  | 'delegate'
  | 'change-mode'
  | 'fail';

/** The words of each prompt. `{folder}` is the working folder of the session. */
export type Prompts = Readonly<Record<Behaviour, string>>;

/** The prompts that the scripted model service understands. */
export const defaultPrompts: Prompts = {
  say: 'conformance:say Say hello.',
  think: 'conformance:think Think about it, then say hello.',
  wait: 'conformance:wait Work until you are cancelled.',
  recite: 'conformance:recite Repeat every word that begins with marker-: marker-prompt.',
  'read-file': 'conformance:read-file Read the file {folder}/notes.txt.',
  'write-file': 'conformance:write-file Write the word done to the file {folder}/result.txt.',
  'run-command': 'conformance:run-command Run the command: echo conformance',
  'run-long-command': 'conformance:run-long-command Run the command: sleep 30',
  'run-in-background': 'conformance:run-in-background Run the command in the background: sleep 30',
  plan: 'conformance:plan Make a plan of two steps.',
  'ask-user': 'conformance:ask-user Ask me for my favourite colour with a form.',
  'open-page': 'conformance:open-page Ask me to open the page https://example.org/conformance in my browser.',
  'open-files': 'conformance:open-files Tell me which files are open in my editor.',
  'call-mcp-tool': 'conformance:call-mcp-tool Call the tool conformance_echo.',
  notify: 'conformance:notify Tell me with a notice that the disk is nearly full.',
  compact: 'conformance:compact Summarize the conversation to make room in your context.',
  delegate: 'conformance:delegate Have a subagent say hello.',
  'change-mode': 'conformance:change-mode Switch to another mode of yours.',
  fail: 'conformance:fail Fail.',
};
