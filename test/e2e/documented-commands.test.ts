/**
 * The command lines of the documents that `cli-guides.test.ts` does not replay: those of one page run in their order, in
 * a folder of their own, and each says what its page claims. What cannot run here is listed with a reason; a line that is
 * neither run nor listed fails.
 */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, expect, test, vi } from 'vitest';

import { runHere } from '../support/acp-here.ts';
import { repository } from '../support/checkout.ts';
import { wordsOf } from '../support/command-lines.ts';
import { documentFences } from '../support/fences.ts';
import { gardener, pathOf } from '../support/guide-reader.ts';
import type { AcpUser } from '../support/acp-program.ts';
import { fenceOf } from '../support/sample-place.ts';
import { TerminalProgram } from '../support/terminal-program.ts';
import { traceCollector } from '../support/trace-collector.ts';
import { sharedPostgres, whyNoPostgres } from '../support/postgres-server.mjs';

afterEach(() => {
  vi.unstubAllEnvs();
});

/** A line of a shell that a page shows, without its comment. */
interface CommandLine {
  readonly page: string;
  readonly place: string;
  readonly line: string;
}

const lines: readonly CommandLine[] = documentFences()
  .filter(({ language, info }) => ['sh', 'console'].includes(language) && info === '')
  .flatMap(({ file, place, language, code }) => {
    const typed = Array.from(code.matchAll(/^\$ (.*)$/gmu), ([, line = '']) => line).join('\n');
    return (language === 'sh' ? code : typed)
      .replaceAll(/ *\\\n */gu, ' ')
      .split('\n')
      .map((line) => ({ page: file, place, line: line.replace(/\s+#.*$/u, '').trim() }))
      .filter(({ line }) => line !== '');
  });

/** Whether what stays is stopped as soon as it has said something, or when everything on the page was run. */
type Stays = 'until now' | 'until the end';

/** What is run: what it prints, and how it ends. */
type Step =
  | RegExp
  | {
      readonly says: RegExp;
      /** 0 when absent. */
      readonly code?: number;
      /** What its input has. */
      readonly input?: string;
      /** A placeholder of the page, for which the first group of `says` stands from then on. */
      readonly gives?: string;
      /** It does not end by itself, or not before its input. */
      readonly stays?: Stays;
      /** It is run in the checkout. */
      readonly isInCheckout?: boolean;
    }
  /** A screen that shows this, and then what is said in it. */
  | { readonly screen: RegExp; readonly says?: RegExp; readonly isInCheckout?: boolean };

/** What a page supposes. */
interface Page {
  /** Makes it, and says what stands for the placeholders of the page. */
  readonly prepare?: (
    reader: Reader,
  ) => Promise<Readonly<Record<string, string>> | void> | Readonly<Record<string, string>> | void;
  readonly steps: Readonly<Record<string, Step | readonly Step[]>>;
}

interface Outcome {
  readonly code: number | null;
  readonly printed: string;
}

/** Milliseconds until a command that does not end is ended. */
const timeout = 120_000;

interface Started {
  readonly child: ChildProcessWithoutNullStreams;
  readonly printed: () => string;
  readonly closed: Promise<number | null>;
  /** Resolves when it has printed this. */
  readonly heard: (says: RegExp) => Promise<void>;
}

/** Nothing but `acp`, with a command that uses no more of the process than its terminal. */
const runsHere =
  /^acp (?:exec|chat|agents|registry|protocol|validate|attach|sessions|hub [a-z]+|trace (?:view|redact|convert))\b[^|<>&;$*]*$/u;

/** The reader of one page. */
class Reader implements AsyncDisposable {
  readonly user: AcpUser = gardener();
  readonly #ends: (() => Promise<void>)[] = [];
  readonly #instead = new Map<string, string>([
    ['./bin/acp', 'acp'],
    // Ports that may be in use.
    ['acp web', 'acp web --port 0'],
    ['acp inspect', 'acp inspect --port 0'],
    ['~/', `${this.user.home}/`],
  ]);
  #exports = '';

  constructor() {
    this.program('my-agent', `exec "${process.execPath}" "${this.path('florist.mjs')}"`);
    this.program('open', 'exit 0');
    this.program('xdg-open', 'exit 0');
    const { XDG_CONFIG_HOME, XDG_DATA_HOME, HOME } = this.user.env;
    for (const [name, value] of Object.entries({ XDG_CONFIG_HOME, XDG_DATA_HOME, HOME, PATH: pathOf(this.user) })) {
      vi.stubEnv(name, value);
    }
  }

  path(name: string): string {
    return join(this.user.project, name);
  }

  write(name: string, text: string): void {
    writeFileSync(this.path(name), text);
  }

  program(name: string, script: string): void {
    const file = join(this.user.home, 'acp-stack', 'bin', name);
    writeFileSync(file, `#!/bin/sh\n${script}\n`);
    chmodSync(file, 0o755);
  }

  substitute(shown: string, here: string): void {
    this.#instead.set(shown, here);
  }

  #typed(line: string): string {
    const longestFirst = [...this.#instead].toSorted(([one], [other]) => other.length - one.length);
    return longestFirst.reduce((text, [shown, here]) => text.replaceAll(shown, here), line);
  }

  get #env(): Record<string, string> {
    return {
      ...this.user.env,
      PATH: pathOf(this.user),
      ACP_SCREEN_READER: '1',
      ACP_AGENT_DATA: join(this.user.home, 'sessions'),
      // Nothing is asked over the network.
      ACP_OFFICIAL_REGISTRY: this.path('registry'),
    };
  }

  /** Runs a line until it ends: in this process if it is nothing but `acp`. */
  async run(line: string, { input = '', isInCheckout = false } = {}): Promise<Outcome> {
    if (line.startsWith('export ')) this.#exports += `${this.#typed(line)}\n`;
    const typed = this.#typed(line);
    if (runsHere.test(typed) && this.#exports === '') {
      const user = { ...this.user, env: this.#env };
      const { exitCode, out, err } = await runHere(user, wordsOf(typed).slice(1), { input });
      return { code: exitCode, printed: `${out}${err}` };
    }
    const { child, printed, closed } = this.#start(`{ ${typed}\n} 2>&1`, isInCheckout);
    child.stdin.end(input);
    return { code: await closed, printed: printed() };
  }

  #start(line: string, isInCheckout = false): Started {
    const cwd = isInCheckout ? repository : this.user.project;
    const child = spawn('sh', ['-c', this.#exports + line], { cwd, env: this.#env, timeout });
    let text = '';
    let look = (): void => undefined;
    const hear = (part: string): void => {
      text += part;
      look();
    };
    child.stdout.setEncoding('utf8').on('data', hear);
    child.stderr.setEncoding('utf8').on('data', hear);
    child.stdin.on('error', () => undefined);
    const closed = once(child, 'close').then(([code]) => code as number | null);
    const heard = (says: RegExp): Promise<void> =>
      new Promise((resolve) => {
        look = () => {
          if (says.test(text)) resolve();
        };
        look();
      });
    return { child, printed: () => text, closed, heard };
  }

  /** Starts what stays, and resolves with what it has printed when that says so. */
  async serve(line: string, says: RegExp, stays: Stays = 'until the end', input?: string): Promise<string> {
    const { child, printed, closed, heard } = this.#start(`exec ${this.#typed(line)}`);
    if (input !== undefined) child.stdin.write(input);
    const end = async (): Promise<void> => {
      if (input === undefined) child.kill('SIGTERM');
      else child.stdin.end();
      await closed;
    };
    await Promise.race([closed, heard(says)]);
    if (!says.test(printed())) throw new Error(`${line} has ended: ${printed()}`);
    if (stays === 'until now') await end();
    else this.later(end);
    return printed();
  }

  /** Starts what has a screen, waits for what it shows, and says something. */
  async see(line: string, screen: RegExp, says?: RegExp, isInCheckout = false): Promise<void> {
    const { ACP_SCREEN_READER: _, ...env } = this.#env;
    const cwd = isInCheckout ? repository : this.user.project;
    const command = ['sh', '-c', `${this.#exports}${this.#typed(line)}`] as const;
    await using program = new TerminalProgram({ command: [...command], cwd, env, columns: 120, rows: 40 });
    await program.shows(screen);
    if (says === undefined) return;
    program.say('hello');
    await program.shows(says);
  }

  /** Called when everything on the page was run; the last one first. */
  later(end: () => Promise<void>): void {
    this.#ends.unshift(end);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const end of this.#ends) await end();
    this.user[Symbol.dispose]();
  }
}

/** A conversation of one message, in plain lines. */
const chats = (says: RegExp): Step => ({ says, input: 'hello\n' });
/** A conversation of one message on a screen. */
const shows = (says: RegExp): Step => ({ screen: /\? for keys/u, says });
const said = /You said: hello/u;
const bundled = /Search-only/u;
const address = /(http:\/\/127\.0\.0\.1:\d+)/u;
const stops = { says: address, stays: 'until now' } as const;
const nothing = /^$/u;

const initialize = `${JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: 1, clientCapabilities: {} },
})}\n`;

/** The agents that pages name. */
async function withGemini(reader: Reader): Promise<void> {
  reader.write('roses.txt', 'red\n');
  await reader.run('acp agents add gemini -- my-agent --acp');
}

/** A hub with an agent, and a session in it. */
async function withHub(reader: Reader): Promise<Record<string, string>> {
  await withGemini(reader);
  const serving = await reader.serve('acp hub --port 0 --agent gemini', address);
  const { printed } = await reader.run('acp exec --hub --detach hello');
  return { hub_8Kz1: printed.trim(), 'https://hub.example': address.exec(serving)?.[1] ?? '' };
}

/** A folder that git follows, with a change. */
async function withGit(reader: Reader): Promise<void> {
  const git = 'git -c user.name=ann -c user.email=ann@garden.example';
  await reader.run(
    `git init -q -b main . && git add roses.txt && ${git} commit -qm roses && git update-ref refs/remotes/origin/main HEAD && echo yellow >> roses.txt`,
  );
}

const pages: Readonly<Record<string, Page>> = {
  'AGENTS.md': {
    steps: {
      './bin/acp protocol session/prompt': /^session\/prompt/mu,
      './bin/acp protocol --types': /ContentBlock/u,
      'echo \'{"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s"}}\' | ./bin/acp validate --version 1':
        /1 ok session\/cancel/u,
    },
  },
  'README.md': { steps: { 'npm start': { screen: /\? for keys/u, says: bundled, isInCheckout: true } } },
  'apps/agent/README.md': {
    steps: {
      'acp agent --help': /--features/u,
      'acp agent --features': /session/u,
      'OPENAI_BASE_URL=http://127.0.0.1:11434/v1 ACP_AGENT_MODEL=qwen3-coder acp agent': nothing,
    },
  },
  'apps/cli/README.md': {
    prepare: async (reader) => {
      await withGemini(reader);
      const manifest = readFileSync(reader.path('registry/florist/agent.json'), 'utf8').replaceAll('florist', 'gemini');
      mkdirSync(reader.path('registry/gemini'));
      reader.write('registry/gemini/agent.json', manifest);
      await reader.run('acp registry sources add near ./registry');
      const params = { sessionId: 's', prompt: [{ type: 'text', text: 'hello' }] };
      const requests = initialize + JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'session/prompt', params });
      reader.write('requests.ndjson', `${requests}\n`);
      reader.write('log.ndjson', `${requests}\n`);
    },
    steps: {
      'acp exec "what does this project do?"': bundled,
      'acp exec gemini --approve-reads "explain src/main.ts" --format quiet': /You said: explain src\/main\.ts/u,
      'acp agents info -- my-agent --acp': /The florist 1\.0\.0/u,
      'acp registry search gemini': /^gemini/mu,
      'acp protocol session/prompt': /^session\/prompt/mu,
      'acp validate log.ndjson': /2 messages, 0 invalid/u,
      // What the page shows.
      'my-agent < requests.ndjson | acp validate --as agent --format json':
        /^\{"line":1,"ok":true,"method":"initialize","problems":\[\],"notes":\["taken as the response to initialize"\]\}\n\{"line":2,"ok":true,"method":"session\/update","problems":\[\]\}$/mu,
      'acp bridge --to 1 -- my-agent --acp': nothing,
    },
  },
  'apps/web/README.md': {
    steps: {
      'acp web': stops,
      'acp inspect -- my-agent': stops,
    },
  },
  'docs/get-started/first-agent.md': {
    prepare: (reader) => copyExample('stdio-agent', reader),
    steps: { './bin/acp exec "What grows here?" -- node agent.mjs': /^You said: What grows here\?$/mu },
  },
  'docs/get-started/first-client.md': {
    prepare: (reader) => copyExample('stdio-agent', reader),
    steps: { 'node client.mjs': /^You said: What grows here\?$/mu },
  },
  'docs/guides/a-chain-for-a-team.md': {
    prepare: (reader) => reader.write('chain.jsonc', fenceOf('docs/guides/a-chain-for-a-team.md', 'jsonc')),
    steps: {
      'acp exec --proxy redact --proxy "budget --turns 20" "cut the roses" -- node florist.mjs': {
        says: /I left them\./u,
        code: 5,
      },
      'acp conduct --config chain.jsonc': nothing,
      'acp conduct --config chain.jsonc --check': /^limits +proxy/mu,
      'acp conduct --config chain.jsonc --trace out.jsonl': {
        says: /"protocolVersion":1/u,
        input: initialize,
        stays: 'until now',
      },
      'acp trace view --html out.html out.jsonl': /out\.html|^$/u,
    },
  },
  'docs/guides/chat.md': {
    prepare: async (reader) => {
      await withGemini(reader);
      const printed = await reader.serve('acp serve --port 0 -- my-agent', address);
      await reader.run('acp exec "hello"');
      const sessions = await reader.run('acp sessions list');
      return {
        'ws://127.0.0.1:8420': (address.exec(printed)?.[1] ?? '').replace('http', 'ws'),
        'some-id': /^\S+/u.exec(sessions.printed)?.[0] ?? '',
      };
    },
    steps: {
      acp: shows(bundled),
      'acp chat gemini': chats(said),
      'acp chat -- my-agent --acp': chats(said),
      'acp chat --url ws://127.0.0.1:8420/acp': chats(said),
      'acp chat --continue': chats(bundled),
      'acp chat --resume': { screen: /hello/u },
      'acp chat --resume some-id': chats(bundled),
      'acp chat --theme light': shows(bundled),
      'ACP_THEME=16 acp chat': shows(bundled),
    },
  },
  'docs/guides/editor-state.md': {
    prepare: (reader) => {
      const { user } = reader;
      mkdirSync(join(user.home, '.cache'));
      const state = { active: reader.path('roses.txt'), open: [reader.path('roses.txt')] };
      writeFileSync(join(user.home, '.cache', 'acp-editor.json'), JSON.stringify(state));
    },
    steps: {
      'export ACP_EDITOR_STATE=~/.cache/acp-editor.json': nothing,
      'acp chat': chats(bundled),
      'acp exec "/open"': /roses\.txt/u,
    },
  },
  'docs/guides/find-an-agent.md': {
    prepare: async (reader) => {
      const manifest = readFileSync(reader.path('registry/florist/agent.json'), 'utf8').replaceAll('florist', 'gemini');
      mkdirSync(reader.path('registry/gemini'));
      reader.write('registry/gemini/agent.json', manifest);
      await reader.run('acp registry sources add garden ./registry');
      return { 'acp serve': 'acp serve --port 0' };
    },
    steps: {
      'acp registry list': /^gemini +1\.0\.0/mu,
      'acp registry install gemini': { says: /--yes/u, code: 2 },
      'acp exec gemini --yes "hello"': said,
      'acp serve gemini': stops,
      'acp conduct --proxy redact gemini': nothing,
      'acp bridge --to 2 gemini': nothing,
      'acp registry update': /./u,
      'acp registry sources': /garden/u,
      'acp registry sources add near ./registry': /added near/u,
      'acp registry sources add official': /added official/u,
      'acp registry sources add team https://agents.example/registry.json --first': /added team/u,
      'acp registry sources remove team': /removed team/u,
      'acp agents info gemini': /./u,
    },
  },
  'docs/guides/inspect-an-agent.md': {
    prepare: async (reader) => void (await reader.run('acp exec --trace trace.jsonl "hello" -- my-agent')),
    steps: {
      'acp inspect -- my-agent --acp': stops,
      'acp inspect --listen -- my-agent --acp': {
        says: /http:\/\/127\.0\.0\.1:\d+\/\S*\s*acp inspect: put this command into your editor: acp inspect --connect \S+/u,
        stays: 'until now',
      },
      'acp inspect trace.jsonl': stops,
    },
  },
  'docs/guides/keep-agents-running.md': {
    prepare: withHub,
    steps: {
      'acp exec --hub --detach "fix the failing test"': /^hub_/u,
      'acp attach hub_8Kz1': { says: said, stays: 'until now' },
      'acp chat --hub': chats(said),
      'acp hub token add ann > ann.token': /shown only once/u,
      'acp chat --hub https://hub.example --token-file ann.token': chats(said),
      'acp hub backup hub-monday.db': /hub-monday\.db/u,
      // Only after it was stopped, as the page says.
      'acp hub restore hub-monday.db': { says: /stop/u, code: 2 },
      'acp hub gc --older-than 90d --keep-bytes 20G': /./u,
    },
  },
  'docs/guides/look-up-and-check.md': {
    steps: {
      './bin/acp protocol session/prompt': /^session\/prompt/mu,
      [`printf '%s\\n' '{"jsonrpc":"2.0","id":1,"method":"session/prompt","params":{"sessionId":"s","prompt":[{"type":"txt"}]}}' '{"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s"}}' | ./bin/acp validate --version 1`]:
        {
          code: 1,
          says: /^1 invalid session\/prompt {2}\/params\/prompt\/0\/type: expected one of .*; found "txt"\n2 ok session\/cancel\n2 messages, 1 invalid$/mu,
        },
    },
  },
  'docs/guides/next-edit-suggestions.md': {
    prepare: (reader) => reader.write('beds.ts', 'const roses = 3;\n'),
    steps: { 'acp nes beds.ts': { screen: /const roses = 3;/u } },
  },
  'docs/guides/observe-agents.md': {
    prepare: async (reader) => {
      const collector = await traceCollector();
      reader.later(async () => {
        await collector[Symbol.asyncDispose]();
        // Two services of one trace, as the page says.
        const services = (trace: string): ReadonlySet<string> =>
          new Set(collector.spans.flatMap(({ traceId, service }) => (traceId === trace ? [service] : [])));
        const [turn] = collector.spans.filter(({ name }) => name.startsWith('invoke_agent'));
        expect(services(turn?.traceId ?? '')).toEqual(new Set(['acp', 'acp-conduct']));
      });
      return { 'http://127.0.0.1:4318': collector.url };
    },
    steps: {
      'export OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318': nothing,
      'acp exec "fix the failing test" -- acp conduct -- my-agent --acp': /You said: fix the failing test/u,
    },
  },
  'docs/guides/publish-your-agent.md': {
    steps: {
      'acp registry new --out agents -- npx my-agent --acp': /agents\/florist$/mu,
      // A new manifest has to be filled in first, as the page says.
      'acp registry check agents': { says: /^failed: 1 agent/mu, code: 1 },
      'acp registry build agents --out public --site': { says: /^failed: 1 agent/mu, code: 1 },
      'acp registry check agents --handshake': { says: /^failed: 1 agent/mu, code: 1 },
    },
  },
  'docs/guides/run-agents-in-ci.md': {
    prepare: async (reader) => {
      await withGit(reader);
      await withGemini(reader);
      await reader.run(
        'git checkout -q -b beds && git -c user.name=ann -c user.email=ann@garden.example commit -qam beds',
      );
      return { '../acp-stack': repository };
    },
    steps: {
      'echo "{ \\"pull_request\\": { \\"number\\": 1, \\"base\\": { \\"sha\\": \\"$(git rev-parse main)\\" } } }" > ../event.json':
        nothing,
      'export GITHUB_EVENT_NAME=pull_request GITHUB_EVENT_PATH=../event.json ACP_ACTION_COMMAND="my-agent --acp"':
        nothing,
      'node ../acp-stack/apps/cli/action/run.mjs': /You said: /u,
      'git diff origin/main... | acp exec --deny-all --format quiet --timeout 600 "Review this change." --file -':
        bundled,
    },
  },
  'docs/guides/run-several-hubs.md': {
    prepare: async (reader) => {
      await reader.run('acp agents add claude -- my-agent');
      const { url } = await sharedPostgres();
      return {
        'postgres://hub:secret@db.example/acp': `${url}?schema=documented`,
        '--host 10.0.0.1': '--port 0',
        '--host 10.0.0.2': '--port 0',
        '/srv/projects': reader.user.project,
      };
    },
    steps: {
      'export ACP_HUB_DATABASE=postgres://hub:secret@db.example/acp': nothing,
      'acp hub --name one --host 10.0.0.1 --allow-host hub.example --root /srv/projects --agent claude': {
        says: address,
        gives: 'http://127.0.0.1:8421',
        stays: 'until the end',
      },
      'acp hub --name two --host 10.0.0.2 --allow-host hub.example --root /srv/projects --agent claude': {
        says: address,
        gives: 'http://127.0.0.1:8422',
        stays: 'until the end',
      },
      'acp exec --hub http://127.0.0.1:8421 --detach "hello" > session': nothing,
      'acp sessions resume $(cat session) --hub http://127.0.0.1:8422 --format quiet "good evening"':
        /^You said: good evening$/mu,
      'acp hub drain --hub http://127.0.0.1:8421': /no session works any more; the hub can be stopped/u,
      'acp exec --hub http://127.0.0.1:8422 --format quiet "good night"': /^You said: good night$/mu,
      'acp sessions show --hub http://127.0.0.1:8422 --full $(cat session)':
        /^You said: hello\s+## User\n\n> good evening\n\n## Agent\n\nYou said: good evening$/mu,
    },
  },
  'docs/guides/run-the-agent-in-your-editor.md': {
    prepare: () => ({ '--port 3017': '--port 0' }),
    steps: {
      'acp serve --port 3017 --path /message --no-token --allow-origin http://localhost:2718 -- acp agent': {
        says: /http:\/\/127\.0\.0\.1:\d+\/message/u,
        stays: 'until now',
      },
    },
  },
  'docs/guides/runtime-context.md': {
    prepare: withGit,
    steps: {
      'acp exec --context git "write the commit message"': bundled,
      'acp chat --context git,active-file,selection --editor-state ~/.cache/acp-editor.json': chats(bundled),
    },
  },
  'docs/guides/script-an-agent.md': {
    prepare: (reader) => reader.write('greeting.jsonc', fenceOf('docs/guides/script-an-agent.md', 'jsonc')),
    steps: {
      'acp agent --script greeting.jsonc': nothing,
      'acp agent --auth agent,terminal,env': nothing,
      'acp agent --auth agent --script greeting.jsonc': nothing,
    },
  },
  'docs/guides/serve-an-agent.md': {
    prepare: () => ({ '--port 8420': '--port 0' }),
    steps: {
      'acp serve --port 8420 -- my-agent --acp': [
        {
          says: /(http:\/\/127\.0\.0\.1:\d+)\/acp\nacp serve: connect with: acp chat --url \S+ --token-file \S+/u,
          gives: 'http://127.0.0.1:8420',
          stays: 'until the end',
        },
        stops,
      ],
      'acp chat --url http://127.0.0.1:8420/acp': chats(said),
    },
  },
  'docs/guides/share-a-session.md': {
    prepare: async (reader) => {
      const placeholders = await withHub(reader);
      await reader.run('acp hub token add ann > ann.token');
      return placeholders;
    },
    steps: {
      'acp hub invite hub_8Kz1 --role controller --expires 1h': {
        says: /^(\S+#invitation=acpi_\S+)$/mu,
        gives: 'https://hub.example/acp#invitation=acpi_…',
      },
      "acp attach 'https://hub.example/acp#invitation=acpi_…'": { says: said, stays: 'until now' },
      'acp hub invitations hub_8Kz1': { says: /^(\S+) .*controller/mu, gives: '4f1c' },
      'acp hub revoke hub_8Kz1 4f1c': /./u,
      'acp hub members hub_8Kz1': /owner/u,
      'acp hub member hub_8Kz1 ann --role observer': /./u,
      'acp attach hub_8Kz1': { says: said, stays: 'until now' },
      'acp attach hub_8Kz1 --read-only': { says: said, stays: 'until now' },
      'acp attach hub_8Kz1 --format json': { says: said, stays: 'until now' },
    },
  },
  'docs/guides/use-acp-in-scripts.md': {
    prepare: async (reader) => {
      await withGit(reader);
      await withGemini(reader);
      await reader.run('rm -f review.md');
      const printed = await reader.serve('acp serve --port 0 -- my-agent', address);
      return { 'ws://127.0.0.1:8420': (address.exec(printed)?.[1] ?? '').replace('http', 'ws') };
    },
    steps: {
      'acp exec "what does this project do?"': bundled,
      'git diff | acp exec -f - "review this change" --format quiet > review.md': nothing,
      'acp exec gemini --approve-reads --timeout 300 "explain src/main.ts"': /You said: explain src\/main\.ts/u,
      'acp exec "hello" -- my-agent --acp': said,
      'acp exec "hello" --url ws://127.0.0.1:8420/acp': said,
    },
  },
  'docs/guides/use-acp-traces.md': {
    steps: {
      'acp exec --trace trace.jsonl "hello" -- my-agent': said,
      'acp trace record -o trace.jsonl -- my-agent --acp': nothing,
      'acp trace view trace.jsonl': /./u,
      'acp trace view --html trace.html trace.jsonl': /trace\.html|^$/u,
      'acp trace redact --level content -o for-others.jsonl trace.jsonl': /./u,
      'acp trace convert --to conductor -o trace.jsons trace.jsonl': /./u,
    },
  },
  'docs/guides/use-acp-with-your-agents.md': {
    prepare: async (reader) => {
      const printed = await reader.serve('acp serve --port 0 -- my-agent', address);
      const url = `${address.exec(printed)?.[1] ?? ''}/acp`;
      await reader.run(`acp agents add office --url ${url}`);
      const settings = { agent_servers: { 'my-own': { command: 'my-agent', args: [] } } };
      reader.user.write('config/zed/settings.json', settings);
    },
    steps: {
      'acp agents add gemini -- npx @google/gemini-cli --acp': /added gemini: npx @google\/gemini-cli --acp/u,
      'acp agents import zed': /my-own/u,
      'acp agents doctor gemini': /ok: it started: The florist 1\.0\.0/u,
      'acp exec gemini "hello"': said,
      'acp chat office': chats(said),
      'acp chat office --allow-fs --allow-terminal': chats(said),
      'acp chat gemini --no-fs --no-terminal': chats(said),
    },
  },
  'docs/guides/use-agents-in-a-browser.md': {
    steps: { 'acp web': stops, 'acp web -- my-agent --acp': stops },
  },
  'docs/tutorials/operator.md': {
    prepare: () => ({ 'acp hub --agent': 'acp hub --port 0 --agent' }),
    steps: {
      'cp ~/acp-stack/examples/florist/florist.mjs .': nothing,
      'acp agents add florist -- node florist.mjs': /added florist/u,
      'acp hub --agent florist': stops,
    },
  },
  'docs/tutorials/terminal-user.md': { steps: { acp: shows(bundled) } },
  'examples/README.md': {
    steps: { 'npm run example': { says: /^npm run example first-agent +\S/mu, isInCheckout: true } },
  },
};

function copyExample(example: string, reader: Reader): void {
  symlinkSync(join(repository, 'node_modules'), reader.path('node_modules'));
  for (const name of ['agent.mjs', 'client.mjs']) {
    copyFileSync(join(repository, 'examples', example, name), reader.path(name));
  }
}

/** The lines of pages that run in another test, or nowhere, and why. */
const notRun: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'it is what runs this test, changes the checkout, or measures for minutes': {
    'AGENTS.md': ['npm test', 'npm test -- packages/schema', 'npm run format', 'npm run generate'],
    'CONTRIBUTING.md': ['npm test'],
    'README.md': ['npm test'],
    'docs/benchmarks.md': [
      'npm run bench',
      'npm run bench -- http stdio',
      'npm run bench -- hub --engine postgresql --case live --seconds 60',
      'npm run bench -- web --case typing --seconds 3600',
      'npm run bench -- nes',
      'node bench/nes.mjs --commits 4000 path/to/repository.git',
    ],
  },
  'test/e2e/run-example.test.ts runs it, or examples.test.ts the same example': {
    'README.md': ['npm run example first-agent'],
    'docs/guides/your-stack.md': ['npm run example bring-your-agent'],
    'examples/README.md': ['npm run example first-agent'],
    'examples/review-proxy/README.md': ['npm run example review-proxy'],
    'examples/two-agents/README.md': ['npm run example two-agents'],
  },
  'it installs from npm: test/e2e/create.test.ts runs it without, and packed-packages.test.ts uses what every template makes':
    {
      'README.md': ['npm run create -- ../my-agent'],
      'apps/create-acp-agent/README.md': ['npm create acp-agent my-agent -- --template agent'],
      'apps/create-acp-agent/templates/agent/README.md': ['npm install', 'npm run chat', 'npm test', 'npm run judge'],
      'apps/create-acp-agent/templates/client/README.md': [
        'npm install',
        'npm start',
        'npm start -- node my-agent.js',
        'npm test',
      ],
      'apps/create-acp-agent/templates/proxy/README.md': [
        'npm install',
        'npm run chat',
        'npm run chat -- -- my-agent',
        'npm test',
      ],
      'apps/create-acp-agent/templates/tools/README.md': [
        'npm install',
        'npm run chat',
        'npx acp chat --tools dist/tools.js -- my-agent',
        'npm test',
      ],
      'apps/create-acp-agent/templates/web/README.md': [
        'npm install',
        'npm start',
        'npm start -- node my-agent.js',
        'npm test',
      ],
      'docs/get-started/create-a-project.md': ['npm run create -- ../my-agent', 'cd ../my-agent', 'npm run chat'],
    },
  'it is the same as in README.md': {
    'apps/site/pages/index.md': ['npm start', 'npm run create -- ../my-agent'],
  },
  'test/e2e/packed-packages.test.ts runs the commands of the page': {
    'docs/get-started/your-own-project.md': [
      'mkdir greeter && cd greeter',
      'npm init -y',
      'npm pkg set type=module',
      'npm install ./tarballs/*.tgz',
      'npm install --save-dev typescript @types/node',
      'npx tsc',
      'node dist/client.js',
    ],
  },
  'it packs every package and installs more from npm; the programs of the page are examples, which run': {
    'docs/guides/agents-as-openai-models.md': [
      `npm run pnpm -- --filter './packages/*' pack --pack-destination "$PWD/../my-agents/tarballs"`,
      'cd ../my-agents && npm init -y && npm pkg set type=module',
      'npm install ./tarballs/*.tgz openai tsx',
      'export ANN_KEY=$(openssl rand -hex 16)',
      'PORT=8080 npx tsx serve.ts &',
      'npx tsx ask.ts',
      `curl http://127.0.0.1:8080/v1/chat/completions -H "Authorization: Bearer $ANN_KEY" -d '{"model": "gardener", "messages": [{"role": "user", "content": "Roses"}]}'`,
    ],
    'docs/guides/agents-for-ag-ui.md': [
      `npm run pnpm -- --filter './packages/*' pack --pack-destination "$PWD/../my-agents/tarballs"`,
      'cd ../my-agents && npm init -y && npm pkg set type=module',
      'npm install ./tarballs/*.tgz @ag-ui/client tsx',
      'PORT=8080 npx tsx serve.ts &',
      'npx tsx talk.ts',
    ],
    'docs/guides/bring-your-agent.md': [
      `npm run pnpm -- --filter './packages/*' pack --pack-destination "$PWD/../my-agents/tarballs"`,
      'cp -r examples/bring-your-agent/. ../my-agents',
      'acp="$PWD/bin/acp" && cd ../my-agents && npm install ./tarballs/*.tgz',
      '"$acp" chat -- node langgraph.mjs',
    ],
    'docs/guides/mount-in-a-server.md': [
      `npm run pnpm -- --filter './packages/*' pack --pack-destination "$PWD/../my-server/tarballs"`,
      'export PATH="$PWD/bin:$PATH" && cd ../my-server',
      'npm init -y && npm pkg set type=module',
      'npm install ./tarballs/*.tgz express compression tsx',
      'npx tsx app.ts &',
      'ACP_TOKEN=ann-secret acp chat --url http://127.0.0.1:8080/agents/greeter',
    ],
    'docs/guides/observe-agents.md': [
      `npm run pnpm -- --filter './packages/*' pack --pack-destination "$PWD/../my-agents/tarballs"`,
      'cd ../my-agents && npm init -y && npm pkg set type=module',
      'npm install ./tarballs/*.tgz tsx @opentelemetry/api @opentelemetry/context-async-hooks @opentelemetry/sdk-trace-base @opentelemetry/exporter-trace-otlp-http',
    ],
    'packages/ai-sdk/README.md': [
      `npm run pnpm -- --filter './packages/*' pack --pack-destination "$PWD/../my-agents/tarballs"`,
      'cp examples/bring-your-agent/{ai-sdk-short,ai-sdk-rules,ai-sdk-model,rules}.mjs ../my-agents',
      'acp="$PWD/bin/acp" && cd ../my-agents && npm init -y && npm pkg set type=module',
      'npm install ./tarballs/*.tgz ai@6 zod tsx',
      '"$acp" chat -- node --import ./ai-sdk-rules.mjs ai-sdk-short.mjs',
    ],
  },
  'test/api/readme-run.test.ts sends the request of it to the server of the page, for curl may be missing': {
    'packages/openai-endpoint/README.md': [
      `curl http://127.0.0.1:8080/v1/chat/completions -H "Authorization: Bearer $ANN_KEY" -d '{"model": "gardener", "messages": [{"role": "user", "content": "Roses"}], "metadata": {"conversation": "garden-1"}}'`,
    ],
  },
  'it judges by every rule, which takes a quarter of a minute and more; test/conformance and test/e2e/cli-guides.test.ts judge by parts':
    {
      'apps/conformance/README.md': ['acp conformance agent -- my-agent --acp'],
      'docs/guides/test-your-agent.md': [
        'acp conformance agent --no-model --prompts prompts.json -- my-agent',
        'acp conformance agent --login browser -- my-agent',
        'acp conformance client -- my-client --agent {agent} {prompt}',
        'acp conformance client --over ws -- my-client --url {url} {prompt}',
        'acp conformance client --over http -- my-client --url {url} {prompt}',
      ],
    },
  'it needs the network': {
    'docs/guides/find-an-agent.md': ['acp chat claude'],
    'docs/guides/publish-your-agent.md': ['acp registry bump agents', 'acp registry check agents --online'],
  },
  'it listens beyond this machine, or on a port that may be in use; the pages run a hub with --port 0': {
    'docs/guides/keep-agents-running.md': [
      'acp hub',
      'acp hub --host 0.0.0.0 --allow-host hub.example --tls-cert cert.pem --tls-key key.pem',
    ],
  },
  'test/e2e/acp-web.test.ts runs it with the hub that it needs': {
    'docs/guides/use-agents-in-a-browser.md': ['acp web --hub https://hub.example/acp'],
  },
  'it is run further down on the page': {
    'docs/guides/run-several-hubs.md': ['acp hub drain --hub http://10.0.0.1:8421'],
  },
  'it needs a program that is not installed with the tests': {
    'docs/guides/run-agents-in-ci.md': [
      'podman build -f examples/container/Containerfile -t acp .',
      'podman run --rm -it -v "$PWD:/work" acp',
      'podman run --rm -v "$PWD:/work:ro" acp exec "explain this project"',
    ],
    'docs/guides/run-several-hubs.md': ['systemctl restart acp-hub'],
    'docs/guides/use-acp-in-scripts.md': [
      'acp exec "review this project" -- bwrap --ro-bind /usr /usr --symlink usr/bin /bin --symlink usr/lib /lib --symlink usr/lib64 /lib64 --ro-bind /etc /etc --ro-bind-try /run/systemd/resolve /run/systemd/resolve --proc /proc --dev /dev --tmpfs /tmp --tmpfs "$HOME" --ro-bind "$PWD" "$PWD" --chdir "$PWD" --unshare-all --share-net --die-with-parent my-agent --acp',
      'acp exec "review this project" -- docker run -i --rm --network none -v "$PWD:$PWD:ro" -w "$PWD" my-agent-image my-agent --acp',
    ],
    'docs/guides/vs-code.md': [
      'npm run vscode -- package',
      'code --install-extension apps/vscode/dist/acp-stack-linux-x64-*.vsix',
    ],
  },
};

const needsPostgres = 'docs/guides/run-several-hubs.md';

test.for(Object.entries(pages))('the command lines of %s run', async ([page, { prepare, steps }], { skip }) => {
  if (page === needsPostgres) skip(whyNoPostgres !== undefined, whyNoPostgres);
  await using reader = new Reader();
  for (const [shown, here] of Object.entries((await prepare?.(reader)) ?? {})) reader.substitute(shown, here);
  const counts = new Map<string, number>();
  for (const { line, place } of lines.filter((each) => each.page === page)) {
    const found = steps[line];
    if (found === undefined) continue;
    const count = counts.get(line) ?? 0;
    counts.set(line, count + 1);
    const step = Array.isArray(found) ? (found as readonly Step[])[count] : (found as Step);
    if (step === undefined) throw new Error(`${place}: ${line} is there once too often.`);
    await take(reader, line, step, `${place}: ${line}`);
  }
  expect([...counts.keys()].toSorted()).toEqual(Object.keys(steps).toSorted());
});

async function take(reader: Reader, line: string, step: Step, place: string): Promise<void> {
  if (!(step instanceof RegExp) && 'screen' in step)
    return await reader.see(line, step.screen, step.says, step.isInCheckout);
  const { says, code = 0, gives, stays, ...options } = step instanceof RegExp ? { says: step } : step;
  let printed: string;
  if (stays === undefined) {
    const outcome = await reader.run(line, options);
    ({ printed } = outcome);
    expect.soft(outcome, place).toEqual({ code, printed: expect.stringMatching(says) });
  } else printed = await reader.serve(line, says, stays, options.input);
  if (gives !== undefined) reader.substitute(gives, says.exec(printed)?.[1] ?? '');
}

test('every command line is run, or listed with a reason', () => {
  const listed = Object.values(notRun).flatMap((ofPages) =>
    Object.entries(ofPages).flatMap(([page, ofPage]) => ofPage.map((line) => `${page}: ${line}`)),
  );
  const run = Object.entries(pages).flatMap(([page, { steps }]) =>
    Object.keys(steps).map((line) => `${page}: ${line}`),
  );
  const shown = new Set(lines.map(({ page, line }) => `${page}: ${line}`));
  expect([...listed, ...run].toSorted()).toEqual([...shown].toSorted());
});

test.each(Object.keys(notRun).flatMap((reason) => reason.match(/[\w/-]+\.test\.ts/gu) ?? []))('%s exists', (file) => {
  expect(existsSync(join(repository, file.includes('/') ? file : `test/e2e/${file}`))).toBe(true);
});
