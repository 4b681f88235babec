/**
 * An agent that runs one tool for each prompt, and a client that watches it, with a real workspace and a real
 * connection.
 */
import {
  agent,
  client,
  memoryPair,
  type Client,
  type ClientSession,
  type PromptOptions,
  type SessionUpdate,
} from '@acp-stack/sdk';
import { openWorkspace, type Workspace, type WorkspaceLimits } from '@acp-stack/workspace';
import { readFileSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { SessionFiles } from '../files/session-files.ts';
import { runTool, type ToolOutcome } from '../model/run-tool.ts';
import type { Tool, ToolInput } from '../model/tool.ts';
import { PermissionController } from '../permissions/permission-controller.ts';
import { EditLog } from '../session-data/edit-log.ts';
import { modeOf, type ModeId } from '../settings/modes.ts';
import type { SessionResources } from './session-resources.ts';

export interface ToolFixtureOptions {
  /** The client's answer to a permission request; `allow_once` when absent. */
  readonly answer?: (question: Question) => string | Promise<string>;
  readonly build?: (app: Client) => Client;
  readonly limits?: Partial<WorkspaceLimits>;
  readonly mayFetch?: boolean;
  /** The working directory; a new one when absent. */
  readonly cwd?: string;
}

interface Question {
  readonly title: string;
  readonly options: readonly string[];
}

/** The outcome of a call. */
export interface ToolRun {
  readonly isError: boolean;
  /** What the model gets. */
  readonly forModel: string;
  /** The final state of the call at the client: the newest value of each field. */
  readonly call: Readonly<Record<string, unknown>>;
  readonly updates: readonly SessionUpdate[];
}

export interface ToolFixture extends AsyncDisposable {
  readonly cwd: string;
  readonly session: ClientSession;
  /** What the tools work with. */
  readonly resources: SessionResources;
  readonly questions: readonly Question[];
  mode: ModeId;
  /** Runs a tool in a turn with the prompt `words`. */
  run(
    make: (resources: SessionResources) => Tool,
    input: ToolInput,
    words?: string,
    options?: PromptOptions,
  ): Promise<ToolRun>;
}

const info = { name: 'test', version: '1.0.0' };

export async function toolFixture(options: ToolFixtureOptions = {}): Promise<ToolFixture> {
  const { answer = () => 'allow_once', build = (app) => app, limits = {}, mayFetch = false } = options;
  const cwd = options.cwd ?? (await realpath(await mkdtemp(join(tmpdir(), 'garden-'))));
  const work: { workspace?: Workspace; resources?: SessionResources; next?: [Tool, ToolInput]; outcome?: ToolOutcome } =
    {};
  let mode: ModeId = 'ask';
  const app = agent(info)
    .onSession(async (session) => {
      work.workspace = await openWorkspace({ cwd, limits, killGrace: 200 });
      work.resources = {
        session,
        workspace: work.workspace,
        files: new SessionFiles(work.workspace, session.files),
        edits: new EditLog(),
        permissions: new PermissionController(() => modeOf(mode)),
        history: async function* () {},
        mayFetch,
      };
    })
    .onPrompt(async (turn) => {
      if (work.next === undefined) return;
      const [tool, input] = work.next;
      work.outcome = await runTool({ tool, input, turn });
    });
  const [left, right] = memoryPair();
  void app.serve(left);
  const questions: Question[] = [];
  const connection = await build(client(info))
    .onPermission(({ title, options: offered }) => {
      const question = { title, options: offered.map(({ optionId }) => optionId) };
      questions.push(question);
      return answer(question);
    })
    .connect(right);
  const session = await connection.newSession({ cwd });
  const { resources } = work;
  if (resources === undefined) throw new Error('The session has no resources.');
  return {
    cwd,
    session,
    resources,
    questions,
    get mode() {
      return mode;
    },
    set mode(next) {
      mode = next;
    },
    run: async (make, input, words = 'go', prompting = {}) => {
      work.next = [make(resources), input];
      const run = session.prompt(words, prompting);
      const updates: SessionUpdate[] = [];
      for await (const update of run) updates.push(update);
      const { content = [], isError = true } = work.outcome ?? {};
      const forModel = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
      return { isError, forModel, call: callOf(updates), updates };
    },
    [Symbol.asyncDispose]: async () => {
      await connection.close();
      await work.workspace?.[Symbol.asyncDispose]();
      await rm(cwd, { recursive: true, force: true });
    },
  };
}

function callOf(updates: readonly SessionUpdate[]): Readonly<Record<string, unknown>> {
  const calls = updates.filter((update) => update.sessionUpdate === 'tool_call_update');
  return Object.assign({}, ...calls) as Readonly<Record<string, unknown>>;
}

/** The text content of a call. */
export const shownOf = ({ call }: ToolRun): string => {
  const content = (call['content'] ?? []) as readonly { readonly content?: { readonly text?: string } }[];
  return content.map((each) => each.content?.text ?? '').join('');
};

/** Whether a process runs; a zombie does not. */
export function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/su.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}
