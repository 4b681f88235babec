/** Reads a script: what the agent does in each turn, and how it is set up. An error names the file and the line. */
import { validators } from '@acp-stack/schema/v2/unstable';
import type { AvailableCommand, SessionConfigOption } from '@acp-stack/sdk';

import { JsonSyntaxError, parseJsonSource, type JsonSource } from '../json/json-source.ts';
import { withoutComments } from '../json/json-with-comments.ts';
import { askSteps } from './ask-steps.ts';
import { flowSteps, readError, type ScriptedError } from './flow-steps.ts';
import { saySteps } from './say-steps.ts';
import { ScriptFileError } from './script-file-error.ts';
import { ScriptValue } from './script-value.ts';
import { readCommands, sessionSteps } from './session-steps.ts';
import { runInOrder, type RunStep } from './step-context.ts';
import type { StepTable } from './step-table.ts';
import { toolSteps } from './tool-steps.ts';

/** One turn of a script. */
export interface ScriptedTurn {
  /** The prompt has to contain this; any prompt when absent. */
  readonly on: string | undefined;
  /** Runs the steps of the turn. */
  readonly run: RunStep;
}

/** A method whose requests fail with an error. */
export interface Refusal {
  /** The error that the client gets. */
  readonly error: ScriptedError;
  /** How many requests fail; all of them when undefined. */
  readonly times: number | undefined;
}

/** A script that was read and checked. */
export interface Script {
  /** The name of the agent. */
  readonly name: string;
  /** In the order of the file. */
  readonly turns: readonly ScriptedTurn[];
  /** Whether the turns start again after the last one. */
  readonly isLoop: boolean;
  /** The slash commands of every session. */
  readonly commands: readonly AvailableCommand[];
  /** The config options of every session. */
  readonly config: readonly SessionConfigOption[];
  /** By method. */
  readonly refusals: ReadonlyMap<string, Refusal>;
}

const steps: StepTable = { ...saySteps, ...toolSteps, ...askSteps, ...sessionSteps, ...flowSteps };

/** The names of version 1 for methods that the bridge translates. */
const sameMethod: ReadonlyMap<string, string> = new Map([
  ['session/load', 'session/resume'],
  ['session/set_mode', 'session/set_config_option'],
  ['authenticate', 'auth/login'],
  ['logout', 'auth/logout'],
]);

/** Reads the text of a script; throws a `ScriptFileError` if it is not valid. `file` is the name in error messages. */
export function readScript(text: string, file: string): Script {
  const source = parse(text, file);
  const root = new ScriptValue(source, file, source.value);
  const fields = root.object(['name', 'session', 'refuse', 'loop', 'turns']);
  const session = fields.get('session')?.object(['commands', 'config']);
  const turns = fields.get('turns');
  if (turns === undefined) throw root.problem('needs "turns"');
  const commands = session?.get('commands');
  const config = session?.get('config')?.list() ?? [];
  return {
    name: fields.get('name')?.words() ?? 'scripted-agent',
    turns: turns.list().map(readTurn),
    isLoop: fields.get('loop')?.flag() ?? false,
    commands: commands === undefined ? [] : readCommands(commands),
    config: config.map((each) => each.checked(validators.SessionConfigOption)),
    refusals: new Map((fields.get('refuse')?.entries() ?? []).map(([method, field]) => readRefusal(method, field))),
  };
}

function parse(text: string, file: string): JsonSource {
  try {
    return parseJsonSource(withoutComments(text));
  } catch (error) {
    if (error instanceof JsonSyntaxError)
      throw new ScriptFileError(file, error.line, `This is not JSON: ${error.message}.`);
    throw error;
  }
}

function readTurn(field: ScriptValue): ScriptedTurn {
  const fields = field.object(['on', 'steps']);
  const found = fields.get('steps');
  if (found === undefined) throw field.problem('needs "steps"');
  return { on: fields.get('on')?.words(), run: readSteps(found) };
}

function readSteps(field: ScriptValue): RunStep {
  return runInOrder(field.list().map(readStep));
}

function readStep(field: ScriptValue): RunStep {
  const [[name, value] = [undefined, field], ...others] = field.entries();
  if (name === undefined || others.length > 0) throw field.problem('must have exactly one field, the name of the step');
  const read = Object.hasOwn(steps, name) ? steps[name] : undefined;
  if (read === undefined) throw value.problem(`is not a step; the steps are ${Object.keys(steps).join(', ')}`);
  return read(value, readSteps);
}

function readRefusal(method: string, field: ScriptValue): readonly [string, Refusal] {
  const error = readError(field);
  const times = new Map(field.entries()).get('times')?.count(1, 1_000_000);
  return [sameMethod.get(method) ?? method, { error, times }];
}
