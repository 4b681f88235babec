/**
 * The names of attributes, spans and metrics: those of the GenAI conventions of OpenTelemetry where they have one,
 * those that the conventions for MCP and JSON-RPC use, and `acp.…` for the rest.
 */

/** The version of the GenAI conventions, which are in development and have a schema of their own. */
export const schemaUrl = 'https://opentelemetry.io/schemas/gen-ai/1.42.0';

/** The name of the tracer and of the meter. */
export const scopeName = '@acp-stack/telemetry';

/** What stands for a value that is not known, or that is one too many. */
export const other = '_OTHER';

/** The provider of a turn: what is called is an agent, and which models it calls is not known. */
export const provider = 'acp';

export const names = {
  agentName: 'gen_ai.agent.name',
  agentVersion: 'gen_ai.agent.version',
  conversation: 'gen_ai.conversation.id',
  operation: 'gen_ai.operation.name',
  provider: 'gen_ai.provider.name',
  model: 'gen_ai.request.model',
  finishReasons: 'gen_ai.response.finish_reasons',
  inputMessages: 'gen_ai.input.messages',
  outputMessages: 'gen_ai.output.messages',
  toolName: 'gen_ai.tool.name',
  toolCallId: 'gen_ai.tool.call.id',
  toolArguments: 'gen_ai.tool.call.arguments',
  toolResult: 'gen_ai.tool.call.result',
  tokenType: 'gen_ai.token.type',
  inputTokens: 'gen_ai.usage.input_tokens',
  outputTokens: 'gen_ai.usage.output_tokens',
  cacheReadTokens: 'gen_ai.usage.cache_read.input_tokens',
  cacheCreationTokens: 'gen_ai.usage.cache_creation.input_tokens',
  reasoningTokens: 'gen_ai.usage.reasoning.output_tokens',
  errorType: 'error.type',
  statusCode: 'rpc.response.status_code',
  requestId: 'jsonrpc.request.id',
  method: 'acp.method.name',
  direction: 'acp.request.direction',
  role: 'acp.role',
  version: 'acp.protocol.version',
  client: 'acp.client.name',
  stopReason: 'acp.stop_reason',
  prompted: 'acp.turn.prompted',
  toolKind: 'acp.tool_call.kind',
  toolStatus: 'acp.tool_call.status',
  toolTitle: 'acp.tool_call.title',
  permission: 'acp.permission.outcome',
  permissionTitle: 'acp.permission.title',
  elicitationMode: 'acp.elicitation.mode',
  elicitation: 'acp.elicitation.action',
} as const;
