/** The commands of `acp` that are loaded when one of them is called, or when all are listed. */
import type { AddCommand } from './command-line/command-context.ts';
import type { CommandAtHand, CommandName } from './command-line/command-names.ts';
import { addAgents } from './commands/agents/agents-command.ts';
import { addAuth } from './commands/auth/auth-command.ts';
import { addAttach } from './commands/attach/attach-command.ts';
import { addBridge } from './commands/bridge/bridge-command.ts';
import { addCompletion } from './commands/completion/completion-command.ts';
import { addConduct } from './commands/conduct/conduct-command.ts';
import { addConformance } from './commands/conformance/conformance-command.ts';
import { addCall } from './commands/call/call-command.ts';
import { addHub } from './commands/hub/hub-command.ts';
import { addInspect } from './commands/inspect/inspect-command.ts';
import { addNes } from './commands/nes/nes-command.ts';
import { addProtocol } from './commands/protocol/protocol-command.ts';
import { addProviders } from './commands/providers/providers-command.ts';
import { addRegistry } from './commands/registry/registry-command.ts';
import { addServe } from './commands/serve/serve-command.ts';
import { addSessions } from './commands/sessions/sessions-command.ts';
import { addTrace } from './commands/trace/trace-command.ts';
import { addValidate } from './commands/validate/validate-command.ts';
import { addWeb } from './commands/web/web-command.ts';

export const otherCommands: Readonly<Record<Exclude<CommandName, CommandAtHand>, AddCommand>> = {
  web: addWeb,
  nes: addNes,
  sessions: addSessions,
  attach: addAttach,
  agents: addAgents,
  registry: addRegistry,
  auth: addAuth,
  providers: addProviders,
  protocol: addProtocol,
  validate: addValidate,
  bridge: addBridge,
  conduct: addConduct,
  serve: addServe,
  hub: addHub,
  inspect: addInspect,
  call: addCall,
  conformance: addConformance,
  trace: addTrace,
  completion: addCompletion,
};
