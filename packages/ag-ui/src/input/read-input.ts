/** Reads the body of a request as the input of a run. */
import type { RunAgentInput } from '@ag-ui/core';
import { RunAgentInputSchema } from '@ag-ui/core/schemas';
import { readJson } from '@acp-stack/http/web';

import { Refusal } from './refusal.ts';

/** Reads and checks the input of a run; throws a `Refusal` that says what is wrong. */
export async function readInput(request: Request, bodyBytes: number): Promise<RunAgentInput> {
  const body = await readJson(request, bodyBytes);
  if (body.kind === 'too-large') throw new Refusal(413, `The body is larger than ${bodyBytes} bytes.`);
  if (body.kind === 'not-json') throw new Refusal(400, 'The body is not JSON.');
  const result = RunAgentInputSchema.safeParse(body.value);
  if (result.success) return result.data as RunAgentInput;
  const [issue] = result.error.issues;
  throw new Refusal(400, `The body is not the input of a run: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`);
}
