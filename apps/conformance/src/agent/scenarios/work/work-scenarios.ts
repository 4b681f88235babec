/** The scenarios about prompts and what happens while the agent works on them. */
import type { AgentScenario } from '../../agent-scenario.ts';
import { backgroundScenarios } from './background.ts';
import { cancellationScenarios } from './cancellation.ts';
import { elicitationScenarios } from './elicitation.ts';
import { machineScenarios } from './files-and-terminals.ts';
import { mcpScenarios } from './mcp-over-acp.ts';
import { messageScenarios } from './messages.ts';
import { noticeScenarios } from './notices.ts';
import { permissionScenarios } from './permissions.ts';
import { planScenarios } from './plans-and-commands.ts';
import { promptScenarios } from './prompt.ts';
import { runtimeContextScenarios } from './runtime-context.ts';
import { toolCallScenarios } from './tool-calls.ts';

export const workScenarios: readonly AgentScenario[] = [
  ...promptScenarios,
  ...messageScenarios,
  ...cancellationScenarios,
  ...toolCallScenarios,
  ...permissionScenarios,
  ...machineScenarios,
  ...elicitationScenarios,
  ...planScenarios,
  ...noticeScenarios,
  ...backgroundScenarios,
  ...runtimeContextScenarios,
  ...mcpScenarios,
];
