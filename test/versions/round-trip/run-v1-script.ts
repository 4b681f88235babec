/** Runs a script of version 1 over a wire and returns what both sides made of it. */
import type { BridgeReport } from '@acp-stack/bridge';
import type * as v1 from '@acp-stack/schema/v1/unstable';

import { V1Agent } from './v1-agent.ts';
import { V1Client } from './v1-client.ts';
import type { Script, Step } from './v1-script.ts';
import { Wire, type Version } from './wire.ts';

/** What was made of a script. */
export interface ScriptResult {
  readonly client: unknown;
  readonly agent: unknown;
  /** What the bridges reported. */
  readonly reports: readonly BridgeReport[];
  /** What crossed although the version of its hop has no such thing. */
  readonly faults: readonly string[];
}

type Of<K> = Step extends infer S ? (S extends { readonly do: infer D } ? (K extends D ? S : never) : never) : never;

export async function runV1Script(script: Script, versions: readonly [Version, ...Version[]]): Promise<ScriptResult> {
  const wire = new Wire(versions, { extras: script.extras });
  const play = new Play(wire, script);
  await play.open();
  for (const step of script.steps) {
    play.take(step);
    if (step.do === 'wait') await wire.clock.advance(step.ms);
    else await wire.settle();
  }
  await play.end();
  const { client, agent } = play;
  wire.close();
  return {
    client: client.transcript,
    agent: { log: agent.log, settings: agent.settings },
    reports: wire.reports,
    faults: wire.faults,
  };
}

class Play {
  readonly client: V1Client;
  readonly agent: V1Agent;
  readonly #wire: Wire;
  readonly #script: Script;

  constructor(wire: Wire, script: Script) {
    this.#wire = wire;
    this.#script = script;
    this.client = new V1Client(wire.client);
    this.agent = new V1Agent(wire.agent, script);
  }

  async open(): Promise<void> {
    const { gates, extras } = this.#script;
    this.client.initialize({
      elicitation: { form: {}, url: {} },
      session: {
        ...when(gates.notices, { notices: {} }),
        ...when(gates.compaction, { compaction: {} }),
        ...when(gates.booleans, { configOptions: { boolean: {} } }),
      },
      ...when(gates.plan, { plan: {} }),
      ...when(gates.subagents, { subagents: {} }),
      // Row 'initialize params': version 2 has neither.
      ...when(extras, { fs: { readTextFile: true, writeTextFile: true }, terminal: true }),
    });
    await this.#wire.settle();
    for (const cwd of ['/work', '/other']) {
      this.client.open(cwd);
      await this.#wire.settle();
    }
  }

  take(step: Step): void {
    (this.#table[step.do] as (step: Step) => void)(step);
  }

  /** Nothing stays open. */
  async end(): Promise<void> {
    for (const index of [0, 1] as const) {
      const step = { in: index, do: 'stop', end: { result: { stopReason: 'end_turn' } } } as const;
      this.take(step);
      await this.#wire.settle();
      this.take(step);
      await this.#wire.clock.advance(5000);
    }
  }

  #tell(step: Step, update: v1.SessionUpdate): void {
    this.agent.tell(this.agent.session(step.in), update);
  }

  /** Asks something that only version 1 has. */
  #extra(method: string, params: object, answer?: unknown, note?: (result: unknown) => void): void {
    if (!this.#script.extras) return;
    if (answer !== undefined) this.client.answers.set(method, answer);
    this.agent.ask(method, params, note);
  }

  #onTerminal(step: Step, method: string, answer?: unknown): void {
    const { id: sessionId, terminals } = this.agent.session(step.in);
    const terminalId = method === 'terminal/release' ? terminals.shift() : terminals[0];
    if (terminalId !== undefined) this.#extra(method, { sessionId, terminalId }, answer);
  }

  readonly #table: { readonly [K in Step['do']]: (step: Of<K>) => void } = {
    prompt: (step) => {
      const session = this.agent.session(step.in);
      // Version 1 has one prompt at a time in a session.
      if (session.turn !== undefined) return;
      this.agent.isEchoing = step.echoes;
      this.client.prompt(session.id, step.prompt);
    },
    update: (step) => {
      this.#tell(step, step.update);
    },
    'ask permission': (step) => {
      const session = this.agent.session(step.in);
      const { toolCall, ...others } = step.request;
      this.client.pick = step.pick;
      this.agent.ask('session/request_permission', {
        ...others,
        sessionId: session.id,
        toolCall: this.agent.mention(session, toolCall),
      });
    },
    answer: (step) => {
      this.client.answer(step.pick);
    },
    elicit: (step) => {
      this.client.answers.set('elicitation/create', step.answer);
      this.agent.ask('elicitation/create', { ...step.request, sessionId: this.agent.session(step.in).id });
    },
    read: (step) => {
      const { id: sessionId } = this.agent.session(step.in);
      this.#extra('fs/read_text_file', { ...step.request, sessionId }, step.answer);
    },
    write: (step) => {
      const { id: sessionId } = this.agent.session(step.in);
      this.#extra('fs/write_text_file', { ...step.request, sessionId });
    },
    run: (step) => {
      const { id: sessionId, terminals } = this.agent.session(step.in);
      this.#extra('terminal/create', { ...step.request, sessionId }, undefined, (result) => {
        terminals.push((result as v1.CreateTerminalResponse).terminalId);
      });
    },
    look: (step) => {
      this.#onTerminal(step, 'terminal/output', step.answer);
    },
    'wait for exit': (step) => {
      this.#onTerminal(step, 'terminal/wait_for_exit', step.answer);
    },
    kill: (step) => {
      this.#onTerminal(step, 'terminal/kill');
    },
    release: (step) => {
      this.#onTerminal(step, 'terminal/release');
    },
    custom: (step) => {
      if (step.from === 'client') this.client.custom(step.params, step.isRequest);
      else if (step.isRequest) this.agent.ask('_agent/question', step.params);
      else this.agent.news(step.params);
    },
    stop: (step) => {
      const session = this.agent.session(step.in);
      // A turn does not end while the user is asked; the next time the request is gone.
      if (this.client.giveUp(session.id)) return;
      this.agent.stop(session, step.end);
    },
    cancel: (step) => {
      this.client.cancel(this.agent.session(step.in).id);
    },
    'enter mode': (step) => {
      const session = this.agent.session(step.in);
      const modes = session.modes?.availableModes ?? [];
      const mode = modes[step.pick % modes.length];
      if (mode === undefined) return;
      this.agent.enterMode(session, mode.id);
      this.#tell(step, { sessionUpdate: 'current_mode_update', currentModeId: mode.id });
    },
    'set mode': (step) => {
      const { id, modes } = this.agent.session(step.in);
      const mode = modes?.availableModes[step.pick % modes.availableModes.length];
      if (mode !== undefined) this.client.setMode(id, mode.id);
    },
    'report options': (step) => {
      const session = this.agent.session(step.in);
      const found = another(session.options ?? [], step.pick, step.pick);
      if (found !== undefined) this.agent.setOption(session, ...found);
      if (session.options !== undefined)
        this.#tell(step, { sessionUpdate: 'config_option_update', configOptions: session.options });
    },
    'set option': (step) => {
      const { id, options } = this.agent.session(step.in);
      const found = another(options ?? [], step.pick, step.value);
      if (found !== undefined) this.client.setOption(id, ...found);
    },
    load: (step) => {
      const session = this.agent.session(step.in);
      if (session.turn !== undefined || this.client.giveUp(session.id)) return;
      session.replay = step.replay;
      this.client.load(session.id);
    },
    wait: () => undefined,
  };
}

const when = (isOpen: boolean, capabilities: object): object => (isOpen ? capabilities : {});

/** One of the options, and a value that it offers. */
function another(
  options: readonly v1.SessionConfigOption[],
  pick: number,
  value: number,
): [id: string, value: string | boolean] | undefined {
  const option = options[pick % options.length];
  if (option === undefined) return undefined;
  if (option.type === 'boolean') return [option.id, value % 2 === 0];
  const offered = option.options.flatMap((each): readonly v1.SessionConfigSelectOption[] =>
    'options' in each ? each.options : [each],
  );
  return [option.id, offered[value % offered.length]?.value ?? option.currentValue];
}
