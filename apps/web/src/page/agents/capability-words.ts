/** What an agent can do, in words, from its capabilities. */

/** One thing that an agent can do or cannot. */
interface CapabilityLine {
  readonly title: string;
  readonly isOffered: boolean;
}

/** The lines under one heading. */
export interface CapabilityGroup {
  readonly title: string;
  readonly lines: readonly CapabilityLine[];
}

/** The words, and the path of the capability; after a colon, a value of its list. */
const groups: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
  [
    'Messages',
    [
      ['Images', 'session.prompt.image'],
      ['Sound', 'session.prompt.audio'],
      ['Files with their text', 'session.prompt.embeddedContext'],
      ['Messages while it works: wait for the end', 'session.inject.modes:queue'],
      ['Messages while it works: taken at once', 'session.inject.modes:steer'],
    ],
  ],
  [
    'Sessions',
    [
      ['Several folders', 'session.additionalDirectories'],
      ['Copies of a session', 'session.fork'],
      ['Archive', 'session.archive'],
      ['Titles', 'session.title'],
      ['Delete', 'session.delete'],
    ],
  ],
  [
    'Tools',
    [
      ['MCP servers as programs', 'session.mcp.stdio'],
      ['MCP servers by HTTP', 'session.mcp.http'],
      ['MCP servers of the client', 'session.mcp.acp'],
    ],
  ],
  ['Editor', [['Next edit suggestions', 'nes']]],
  [
    'Account',
    [
      ['Says whether you are logged in', 'auth.status'],
      ['Model providers can be set', 'providers'],
    ],
  ],
];

/** The table of what an agent offers. */
export function capabilityGroups(capabilities: object): readonly CapabilityGroup[] {
  return groups.map(([title, lines]) => ({
    title,
    lines: lines.map(([words, path]) => ({ title: words, isOffered: isOffered(capabilities, path) })),
  }));
}

function isOffered(capabilities: object, path: string): boolean {
  const [place = '', member] = path.split(':');
  let value: unknown = capabilities;
  for (const name of place.split('.')) value = (Object(value) as Readonly<Record<string, unknown>>)[name];
  if (member !== undefined) return Array.isArray(value) && value.includes(member);
  return value !== undefined && value !== null && value !== false;
}
