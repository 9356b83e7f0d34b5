import type { ProcedurePath } from '../app-router.ts';
import type { Viewer } from '../rpc/context.ts';
import { procedureInputs } from './procedure-inputs.ts';
import type { Things } from './things.ts';
import type { TestWorld } from './world.ts';

/**
 * Calls a procedure on a user's things. Resolves with the code of the refusal, or with whether the answer contains any of the
 * signs, which is the id of the story by default.
 */
export async function callOn(
  world: Pick<TestWorld, 'callAs'>,
  path: ProcedurePath,
  viewer: Viewer | null,
  things: Things,
  {
    input = procedureInputs[path].input?.(things),
    signs = [things.story],
  }: { readonly input?: object | undefined; readonly signs?: readonly string[] } = {},
): Promise<string> {
  let procedure: unknown = world.callAs(viewer);
  for (const part of path.split('.')) procedure = Reflect.get(Object(procedure), part);
  if (typeof procedure !== 'function') throw new Error(`${path} is no procedure`);
  try {
    const answer: unknown = await procedure(input);
    if (typeof answer === 'number') return answer > 0 ? 'there' : 'gone';
    const text = JSON.stringify(answer ?? null);
    return signs.some((sign) => text.includes(sign)) ? 'there' : 'gone';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
