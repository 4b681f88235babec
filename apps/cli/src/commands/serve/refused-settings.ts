/**
 * Settings with which agents start programs, work elsewhere, ask for less, or store what the operator has not chosen;
 * some read them from `_meta`.
 *
 * They are looked for under every spelling, at every depth, and in strings that hold JSON. A list of names is never
 * complete: it explains a refusal to an honest client. What keeps others out is that nothing is passed on that is
 * not defined.
 */

/** Settings that make up an MCP server; the operator may allow these. */
const mcpSettings: ReadonlySet<string> = new Set(['mcpservers', 'mcpserver', 'command', 'args', 'env', 'environment']);

const agentSettings: ReadonlySet<string> = new Set(
  (
    'extraargs executable executableargs hooks plugins cwd additionaldirectories ' +
    'pathtoclaudecodeexecutable settings settingsources permissionmode sandbox acpstackpersist'
  ).split(' '),
);

/** A value that is nested deeper is not read, and so not taken. */
const maxDepth = 32;

/** The first setting in `value` that a client may not make; undefined if there is none. */
export function refusedSetting(value: unknown, allowsMcpStdio: boolean, depth = 0): string | undefined {
  if (depth > maxDepth) return 'value of this depth';
  if (typeof value === 'string') return refusedSettingInText(value, allowsMcpStdio, depth);
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, each] of Object.entries(value)) {
    const isRefused = !Array.isArray(value) && isRefusedName(name, allowsMcpStdio);
    const found = isRefused ? name : refusedSetting(each, allowsMcpStdio, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether the operator can allow a setting of this name with `--allow-mcp-stdio`. */
export const isMcpSetting = (name: string): boolean => mcpSettings.has(plain(name));

/** Names without regard to case and separators: `mcp_servers` and `mcp-servers` are `mcpServers`. */
export const plain = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/gu, '');

function isRefusedName(name: string, allowsMcpStdio: boolean): boolean {
  const plainName = plain(name);
  return agentSettings.has(plainName) || (!allowsMcpStdio && mcpSettings.has(plainName));
}

function refusedSettingInText(text: string, allowsMcpStdio: boolean, depth: number): string | undefined {
  // Only an object or a list has names; a string may hold a string with JSON.
  if (!/^\s*[[{"]/u.test(text)) return undefined;
  try {
    return refusedSetting(JSON.parse(text), allowsMcpStdio, depth + 1);
  } catch {
    return undefined;
  }
}
