/** The templates: what each is for, and the command that starts a conversation. */

/** The description of a template. */
export interface Template {
  /** What a user gets, in one line. */
  readonly text: string;
  /** The script that is run first. */
  readonly script: string;
}

/** The templates by name, which is that of their folder; the first one is used when none is chosen. */
export const templates: ReadonlyMap<string, Template> = new Map([
  ['agent', { text: 'an agent: it streams, asks before it writes, and keeps its sessions', script: 'chat' }],
  ['client', { text: 'a client: it starts any agent, in a terminal', script: 'start' }],
  ['proxy', { text: 'a proxy: it stands between any client and any agent, and changes one thing', script: 'chat' }],
  ['tools', { text: 'tools for any agent, in one file', script: 'chat' }],
  ['web', { text: 'a page in React that talks to any agent', script: 'start' }],
]);
