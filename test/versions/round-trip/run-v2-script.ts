/** Runs a script of version 2 over a wire and returns what both sides made of it. */
import type { RequestId } from '@acp-stack/rpc';
import type * as v2 from '@acp-stack/schema/v2/unstable';

import type { End, Message, Outcome } from './end.ts';
import type { ScriptResult } from './run-v1-script.ts';
import type { Script, Step } from './v2-script.ts';
import { V2Transcript } from './v2-transcript.ts';
import { Wire, type Version } from './wire.ts';

const sessionId = 's0';
const info = { name: 'tester', version: '1' };
/** Row 'session/prompt': an agent that fails within this time may as well not have taken the prompt. */
const graceMs = 200;
const joiningMs = 60;

export async function runV2Script(script: Script, versions: readonly [Version, ...Version[]]): Promise<ScriptResult> {
  const wire = new Wire(versions, { extras: false });
  const agent = new V2Agent(wire.agent, script);
  const client = new V2Client(wire.client);
  client.open();
  await wire.settle();
  for (const step of script.steps) {
    // Row 'tool_call_content_chunk': pieces are held back to be joined; a session that starts over has got them.
    if (step.do === 'resume') await wire.clock.advance(joiningMs);
    take(step, agent, client);
    if (step.do === 'wait') await wire.clock.advance(step.ms);
    else if (step.do === 'prompt') await wire.clock.advance(graceMs);
    else await wire.settle();
  }
  client.giveUp();
  await wire.settle();
  agent.stop({ stopReason: 'end_turn' });
  await wire.clock.advance(5000);
  wire.close();
  return {
    client: { session: client.transcript.value(), log: client.log },
    agent: { log: agent.log, options: agent.options },
    reports: wire.reports,
    faults: wire.faults,
  };
}

function take(step: Step, agent: V2Agent, client: V2Client): void {
  switch (step.do) {
    case 'prompt':
      if (agent.isBusy) break;
      agent.next = step;
      client.prompt(step.prompt);
      break;
    case 'update':
      agent.tell(step.update);
      break;
    case 'ask permission':
      client.pick = step.pick;
      agent.askPermission(step.request);
      break;
    case 'answer':
      client.answer(step.pick);
      break;
    case 'elicit':
      client.elicited = step.answer;
      agent.ask('elicitation/create', { ...step.request, sessionId });
      break;
    case 'custom':
      (step.from === 'client' ? client : agent).custom(step.params, step.isRequest);
      break;
    case 'stop':
      // A turn does not end while the user is asked; the next time the request is gone.
      if (!client.giveUp()) agent.stop(step.idle);
      break;
    case 'cancel':
      client.cancel();
      break;
    case 'report options':
    case 'set option': {
      const found = another(agent.options ?? [], step.pick, step.value);
      if (found === undefined) break;
      if (step.do === 'set option') client.setOption(...found);
      else agent.reportOption(...found);
      break;
    }
    case 'resume':
      if (agent.isBusy || client.giveUp()) break;
      agent.replay = step.replay;
      client.resume();
      break;
    case 'wait':
      break;
  }
}

/** An agent of version 2. */
class V2Agent {
  readonly log: unknown[] = [];
  options: readonly v2.SessionConfigOption[] | undefined;
  next: Extract<Step, { readonly do: 'prompt' }> | undefined;
  replay: readonly v2.SessionUpdate[] = [];
  readonly #end: End;
  readonly #script: Script;
  /** Tool calls that it has reported, messages that it has sent as a whole or in part. */
  readonly #known = new Set<string>();
  #prompts = 0;
  #isWorking = false;
  /** How many hold up its work (LIFE-07). */
  #questions = 0;

  constructor(end: End, script: Script) {
    this.#end = end;
    this.#script = script;
    this.options = script.options;
    end.hear = (message) => this.#hear(message);
  }

  get isBusy(): boolean {
    return this.#isWorking;
  }

  tell(told: v2.SessionUpdate): void {
    const update = this.#fitting(told);
    if (update !== undefined) this.#tell(update);
  }

  ask(method: string, params: object): void {
    const isForeground = this.#isWorking;
    if (isForeground) this.#questions += 1;
    if (isForeground && this.#questions === 1) this.#tellState('requires_action');
    this.#end.ask(method, params, (outcome) => {
      this.log.push({ method, outcome });
      if (!isForeground) return;
      this.#questions -= 1;
      if (this.#questions === 0) this.#tellState('running');
    });
  }

  /** Row 'request_permission': version 1 asks by the title of the tool call. */
  askPermission({ toolCall, options }: { readonly toolCall: v2.ToolCallUpdate; readonly options: unknown }): void {
    const title = 'May I?';
    this.#known.add(toolCall.toolCallId);
    const subject = { type: 'tool_call', toolCall: { ...toolCall, title } };
    this.ask('session/request_permission', { sessionId, title, subject, options });
  }

  custom(params: object, isRequest: boolean): void {
    if (!isRequest) this.#end.tell('_agent/news', params);
    else
      this.#end.ask('_agent/question', params, (outcome) => {
        this.log.push({ outcome });
      });
  }

  stop(idle: object): void {
    if (!this.#isWorking) return;
    this.#isWorking = false;
    this.#tell({ sessionUpdate: 'state_update', state: 'idle', ...idle });
  }

  reportOption(configId: string, value: string | boolean): void {
    this.#set(configId, value);
    if (this.options !== undefined) this.#tell({ sessionUpdate: 'config_option_update', configOptions: this.options });
  }

  #tell(update: v2.SessionUpdate): void {
    this.#end.tell('session/update', { sessionId, update });
  }

  #tellState(state: 'running' | 'requires_action'): void {
    if (this.#isWorking) this.#tell({ sessionUpdate: 'state_update', state });
  }

  /** What depends on earlier updates: titles of new tool calls (TOOL-06), and whole messages, which have to be new. */
  #fitting(update: v2.SessionUpdate): v2.SessionUpdate | undefined {
    const { sessionUpdate: tag } = update;
    if (tag === 'tool_call_update' || tag === 'tool_call_content_chunk') {
      const { toolCallId } = update as { readonly toolCallId: string };
      const isNew = !this.#known.has(toolCallId);
      if (isNew && tag === 'tool_call_content_chunk') return undefined;
      this.#known.add(toolCallId);
      return isNew && !('title' in update) ? ({ ...update, title: 'Some work' } as v2.SessionUpdate) : update;
    }
    const kind = /^(user|agent)_(message|thought)(_chunk)?$/u.exec(tag);
    if (kind === null) return update;
    // TURN-06: an id belongs to one message.
    const messageId = `${kind[1]}-${kind[2]}-${(update as { readonly messageId: string }).messageId}`;
    const isNew = !this.#known.has(messageId);
    // Row 'whole messages': changes of what the client has seen already.
    if (!isNew && kind[3] === undefined) return undefined;
    this.#known.add(messageId);
    return { ...update, messageId } as v2.SessionUpdate;
  }

  #hear({ id, method, params }: Message & { readonly method: string }): Outcome | undefined {
    switch (method) {
      case 'initialize':
        return { result: { protocolVersion: 2, info, capabilities: { session: { mcp: { stdio: {} } } } } };
      case 'session/new': {
        const { commands } = this.#script;
        const said = commands === undefined ? {} : { availableCommands: commands };
        return { result: { sessionId, ...this.#settings(), ...said } };
      }
      case 'session/resume':
        this.#known.clear();
        for (const update of this.replay) this.tell(update);
        this.#tell({ sessionUpdate: 'state_update', state: 'idle' });
        return { result: this.#settings() };
      case 'session/prompt':
        this.log.push({ method, params });
        this.#begin(id, (params as v2.PromptRequest).prompt);
        return undefined;
      case 'session/set_config_option': {
        const { configId, value } = params as { readonly configId: string; readonly value: string | boolean };
        this.#set(configId, value);
        return { result: { configOptions: this.options ?? [] } };
      }
      default:
        this.log.push({ method, params });
        return id === undefined ? undefined : { result: { heard: params } };
    }
  }

  #begin(id: RequestId | undefined, prompt: readonly v2.ContentBlock[]): void {
    this.#prompts += 1;
    const messageId = `prompt-${this.#prompts}`;
    this.#isWorking = true;
    const parts = {
      answer: (): void => {
        this.#end.answer(id, { result: { messageId } });
      },
      echo: (): void => {
        if (this.next?.echoesInChunks !== true)
          this.#tell({ sessionUpdate: 'user_message', messageId, content: prompt });
        else for (const content of prompt) this.#tell({ sessionUpdate: 'user_message_chunk', messageId, content });
      },
      begin: (): void => {
        this.#tellState('running');
      },
    };
    for (const part of this.next?.order ?? []) parts[part]();
  }

  #set(configId: string, value: string | boolean): void {
    this.options = this.options?.map((option) =>
      option.configId === configId ? ({ ...option, currentValue: value } as v2.SessionConfigOption) : option,
    );
  }

  #settings(): object {
    return this.options === undefined ? {} : { configOptions: this.options };
  }
}

/** A client of version 2. */
class V2Client {
  readonly log: unknown[] = [];
  readonly transcript = new V2Transcript();
  pick: number | undefined;
  elicited: unknown;
  readonly #end: End;
  #questions: { readonly id: RequestId; readonly options: readonly v2.PermissionOption[] }[] = [];
  #prompts = 0;

  constructor(end: End) {
    this.#end = end;
    end.hear = (message) => this.#hear(message);
  }

  open(): void {
    const capabilities = { elicitation: { form: {}, url: {} } };
    this.#end.ask('initialize', { protocolVersion: 2, info, capabilities }, () => {
      this.#end.ask('session/new', { cwd: '/work' }, (outcome) => {
        this.#opened(outcome);
      });
    });
  }

  resume(): void {
    this.transcript.startOver();
    this.#end.ask('session/resume', { sessionId, cwd: '/work', replayFrom: { type: 'start' } }, (outcome) => {
      this.#opened(outcome);
    });
  }

  prompt(blocks: readonly v2.ContentBlock[]): void {
    this.#prompts += 1;
    const name = `prompt ${this.#prompts}`;
    // No other message says this, so none is taken for the echo.
    const prompt = [{ type: 'text', text: `${name}\n` }, ...blocks];
    this.#end.ask('session/prompt', { sessionId, prompt }, (outcome) => {
      if ('error' in outcome) this.log.push({ name, outcome });
      else this.transcript.named((outcome.result as v2.PromptResponse).messageId, name);
    });
  }

  setOption(configId: string, value: string | boolean): void {
    const type = typeof value === 'boolean' ? 'boolean' : 'id';
    this.#end.ask('session/set_config_option', { sessionId, configId, type, value }, (outcome) => {
      if ('error' in outcome) this.log.push({ configId, outcome });
      else this.transcript.options = (outcome.result as v2.SetSessionConfigOptionResponse).configOptions;
    });
  }

  custom(params: object, isRequest: boolean): void {
    if (!isRequest) this.#end.tell('_client/news', params);
    else
      this.#end.ask('_client/question', params, (outcome) => {
        this.log.push({ outcome });
      });
  }

  cancel(): void {
    this.#end.tell('session/cancel', { sessionId });
    this.giveUp();
  }

  /** Leaves all questions; false when there are none. */
  giveUp(): boolean {
    const open = this.#questions;
    this.#questions = [];
    for (const { id } of open) this.#end.answer(id, { result: { outcome: { outcome: 'cancelled' } } });
    return open.length > 0;
  }

  answer(pick: number): void {
    const question = this.#questions.shift();
    if (question !== undefined) this.#end.answer(question.id, chosen(question.options, pick));
  }

  #opened(outcome: Outcome): void {
    if ('error' in outcome) throw new Error(outcome.error.message);
    const { configOptions, availableCommands } = outcome.result as v2.NewSessionResponse;
    this.transcript.options = configOptions;
    this.transcript.commands = availableCommands ?? this.transcript.commands;
  }

  #hear({ id, method, params }: Message & { readonly method: string }): Outcome | undefined {
    if (method === 'session/update') {
      this.transcript.update((params as v2.SessionNotification).update);
      return undefined;
    }
    if (method === 'session/request_permission') {
      const { subject, options, ...others } = params as v2.RequestPermissionRequest;
      if (subject?.type === 'tool_call') this.transcript.toolCall((subject as v2.ToolCallPermissionSubject).toolCall);
      this.log.push({ asked: others, options });
      if (this.pick !== undefined) return chosen(options, this.pick);
      if (id !== undefined) this.#questions.push({ id, options });
      return undefined;
    }
    if (method !== '$/cancel_request') this.log.push({ method, params });
    if (id === undefined) return undefined;
    return { result: method === 'elicitation/create' ? this.elicited : { heard: params } };
  }
}

const chosen = (options: readonly v2.PermissionOption[], pick: number): Outcome => {
  const option = options[pick % (options.length + 1)];
  const outcome = option === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId: option.optionId };
  return { result: { outcome } };
};

/** One of the options, and a value that it offers. */
function another(
  options: readonly v2.SessionConfigOption[],
  pick: number,
  value: number,
): [configId: string, value: string | boolean] | undefined {
  const option = options[pick % options.length];
  if (option === undefined) return undefined;
  if (option.type === 'boolean') return [option.configId, value % 2 === 0];
  const { options: values } = option as v2.SessionConfigSelect;
  const offered = values.flatMap((each): readonly v2.SessionConfigSelectOption[] =>
    'options' in each ? each.options : [each],
  );
  return [option.configId, offered[value % offered.length]?.value ?? ''];
}
