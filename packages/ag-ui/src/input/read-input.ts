/** Reads the body of a request as the input of a run. */
import type { RunAgentInput } from '@ag-ui/core';
import { RunAgentInputSchema } from '@ag-ui/core/schemas';

import { Refusal } from './refusal.ts';

/** Reads and checks the input of a run; throws a `Refusal` that says what is wrong. */
export async function readInput(request: Request, bodyBytes: number): Promise<RunAgentInput> {
  const result = RunAgentInputSchema.safeParse(parsed(await textOf(request, bodyBytes)));
  if (result.success) return result.data as RunAgentInput;
  const [issue] = result.error.issues;
  throw new Refusal(400, `The body is not the input of a run: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, 'The body is not JSON.');
  }
}

async function textOf(request: Request, limit: number): Promise<string> {
  const tooLarge = (): Refusal => new Refusal(413, `The body is larger than ${limit} bytes.`);
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge();
  if (request.body === null) return '';
  const decoder = new TextDecoder();
  let [text, size] = ['', 0];
  const reader = (request.body as ReadableStream<Uint8Array>).getReader();
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    size += chunk.value.length;
    if (size > limit) {
      void reader.cancel().catch(() => undefined);
      throw tooLarge();
    }
    text += decoder.decode(chunk.value, { stream: true });
  }
  return text + decoder.decode();
}
