/** Chooses the tool that fits a behaviour best, by its name, its description and its parameters. */
import { fieldsOf } from '../../conversation/message.ts';
import type { OfferedTool } from './model-reply.ts';

/** Patterns for the name of a tool, the best first, and for a parameter that it needs. */
interface Wanted {
  readonly names: readonly RegExp[];
  readonly not?: RegExp;
  readonly parameter?: RegExp;
}

const path = /path|file|uri|target/iu;
const command: Wanted = {
  names: [
    /^(?:bash|shell|run|exec|terminal)$/iu,
    /run.*(?:command|shell)|execute.*command|shell_command|terminal/iu,
    /bash|shell|exec|command/iu,
  ],
  not: /list|kill|output|read|status|slash/iu,
  parameter: /command|cmd|script|input/iu,
};

const wanted: Readonly<Record<string, Wanted>> = {
  'read-file': {
    names: [/^read(?:_?file)?$/iu, /read.*file|view.*file|file.*read|get.*file.*content|^view$|^cat$/iu, /^read/iu],
    not: /write|many|multiple|image|resource|thread/iu,
    parameter: path,
  },
  'write-file': {
    names: [/^write(?:_?file)?$/iu, /write.*file|create.*file|file.*write|save.*file/iu, /apply_?patch|edit|replace/iu],
    not: /read|notebook|todo|memory/iu,
    parameter: /path|file|uri|target|patch|input/iu,
  },
  'run-command': command,
  'run-long-command': command,
  'run-in-background': { ...command, names: [/background/iu, ...command.names] },
  plan: { names: [/^(?:update_)?plan$/iu, /todo/iu, /plan/iu], not: /exit|enter|read|present/iu },
  'ask-user': { names: [/ask.*(?:user|question)|question/iu, /^ask$|elicit/iu] },
  'open-page': { names: [/open.*(?:page|url|browser)/iu] },
  'call-mcp-tool': { names: [/conformance_echo/iu] },
  delegate: { names: [/^(?:task|agent|delegate)$/iu, /subagent|sub_agent|delegate/iu] },
};

/** The tool for a behaviour; undefined if none fits. */
export function chooseTool(behaviour: string, tools: readonly OfferedTool[]): OfferedTool | undefined {
  const { names = [], not, parameter } = wanted[behaviour] ?? {};
  const able = tools.filter((tool) => {
    const parameters = Object.keys(fieldsOf(tool.parameters['properties']));
    const hasParameter = parameter === undefined || parameters.some((name) => parameter.test(name));
    return hasParameter && not?.test(tool.name) !== true;
  });
  for (const name of names) {
    const found = able.find((tool) => name.test(tool.name));
    if (found !== undefined) return found;
  }
  return undefined;
}
