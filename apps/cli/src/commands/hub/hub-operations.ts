/** What operators see of a running hub: its status, the sessions of all users, and what users did. */
import { isJsonObject, type JsonObject } from '@acp-stack/schema/json-object';

import type { AgentRun } from '../../connect/run-with-agent.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { layOut } from '../../terminal/columns.ts';
import { createPalette } from '../../terminal/palette.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { shownTime } from '../../text/shown-time.ts';
import { inOneLine } from '../../text/strip-control-characters.ts';
import { ask, withHub, type HubClientFlags, type HubCommand } from './hub-client.ts';

export interface OperatorListFlags extends HubClientFlags {
  readonly format: 'text' | 'json';
}

/** The words before each number of the status; the others are printed by their name. */
const statusWords: ReadonlyMap<string, string> = new Map([
  ['node', 'node'],
  ['isAccepting', 'takes sessions'],
  ['liveSessions', 'sessions in use'],
  ['busySessions', 'sessions that work'],
  ['agents', 'running agents'],
  ['clients', 'connected clients, with this one'],
  ['attachments', 'attached clients'],
  ['taken', 'sessions taken over'],
]);

export async function hubStatus(command: HubCommand<OperatorListFlags>, terminal: Terminal): Promise<number> {
  return withHub(command, terminal, async (run) => {
    const status = await ask(run, 'status', {});
    if (command.flags.format === 'json') await terminal.stdout.writeJson(JSON.stringify(status, undefined, 2));
    else {
      const { dim } = createPalette(terminal.stdout, terminal.env);
      const rows = [
        [{ text: 'address', paint: dim }, { text: run.server.name }],
        ...Object.entries(status).map(([name, value]) => [
          { text: statusWords.get(name) ?? inOneLine(name), paint: dim },
          { text: shownValue(value) },
        ]),
      ];
      await terminal.stdout.write(`${layOut(rows, { width: terminal.stdout.columns ?? 100, indent: 0 }).join('\n')}\n`);
    }
    return 0;
  });
}

function shownValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return inOneLine(typeof value === 'string' ? value : JSON.stringify(value));
}

export async function hubSessions(
  command: HubCommand<OperatorListFlags & { readonly limit: number }>,
  terminal: Terminal,
): Promise<number> {
  const { limit, format } = command.flags;
  if (!Number.isInteger(limit) || limit < 1) throw new UsageError('--limit must be a number greater than 0');
  return withHub(command, terminal, async (run) => {
    const sessions = await allSessions(run, limit);
    if (format === 'json') {
      await terminal.stdout.writeJson(JSON.stringify(sessions, undefined, 2));
      return 0;
    }
    if (sessions.length === 0) await terminal.stderr.tryWrite('no sessions\n');
    const { bold, dim } = createPalette(terminal.stdout, terminal.env);
    const rows = sessions.map((each) => [
      { text: text(each['sessionId']), paint: bold },
      { text: text(each['owner']) },
      { text: text(each['agent']) },
      { text: shownTime(isoTime(each['updatedAt'])), paint: dim },
      { text: `${each['isBusy'] === true ? '(works) ' : ''}${text(each['title'])} (${text(each['cwd'])})`.trim() },
    ]);
    const width = terminal.stdout.columns ?? 120;
    if (rows.length > 0) await terminal.stdout.write(`${layOut(rows, { width, indent: 0 }).join('\n')}\n`);
    return 0;
  });
}

/** What users did, the last events. */
export async function hubAudit(
  command: HubCommand<OperatorListFlags & { readonly limit: number; readonly principal?: string }>,
  terminal: Terminal,
): Promise<number> {
  const { limit, format, principal } = command.flags;
  if (!Number.isInteger(limit) || limit < 1 || limit > 1000) throw new UsageError('--limit must be from 1 to 1000');
  return withHub(command, terminal, async (run) => {
    const { entries } = await ask(run, 'audit', { limit, ...(principal === undefined ? {} : { principal }) });
    const events = Array.isArray(entries) ? entries.filter(isJsonObject) : [];
    if (format === 'json') {
      await terminal.stdout.writeJson(JSON.stringify(events, undefined, 2));
      return 0;
    }
    if (events.length === 0) await terminal.stderr.tryWrite('no events\n');
    const { bold, dim, red } = createPalette(terminal.stdout, terminal.env);
    const rows = events.map(({ at, principal: name, event }) => {
      const { action, times, refused, ...details } = isJsonObject(event) ? event : {};
      const words = Object.values(details).map(text).join(' ');
      return [
        { text: isoTime(at) ?? '', paint: dim },
        { text: text(name), paint: bold },
        { text: `${text(action)}${typeof times === 'number' ? ` (${times} times)` : ''}` },
        refused === undefined ? { text: words } : { text: `refused: ${text(refused)} ${words}`.trim(), paint: red },
      ];
    });
    const width = terminal.stdout.columns ?? 160;
    if (rows.length > 0) await terminal.stdout.write(`${layOut(rows, { width, indent: 0 }).join('\n')}\n`);
    return 0;
  });
}

const text = (value: unknown): string => (typeof value === 'string' ? inOneLine(value) : '');

const isoTime = (at: unknown): string | undefined => (typeof at === 'number' ? new Date(at).toISOString() : undefined);

async function allSessions(run: AgentRun, limit: number): Promise<readonly JsonObject[]> {
  const found: JsonObject[] = [];
  let cursor: unknown;
  do {
    const page = await ask(run, 'sessions', cursor === undefined ? {} : { cursor });
    const { sessions, nextCursor } = page;
    if (Array.isArray(sessions)) found.push(...sessions.filter(isJsonObject));
    cursor = nextCursor;
  } while (cursor !== undefined && cursor !== null && found.length < limit);
  return found.slice(0, limit);
}
