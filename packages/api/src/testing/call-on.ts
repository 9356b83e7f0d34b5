import type { ProcedurePath } from '../app-router.ts';
import type { Viewer } from '../rpc/context.ts';
import { procedureInputs } from './procedure-inputs.ts';
import type { Things } from './things.ts';
import type { TestWorld } from './world.ts';

/**
 * Calls a procedure on a user's things. Resolves with the code of the refusal, or with whether the answer contains anything
 * of the story.
 */
export async function callOn(
  world: Pick<TestWorld, 'callAs'>,
  path: ProcedurePath,
  viewer: Viewer | null,
  things: Things,
): Promise<string> {
  let procedure: unknown = world.callAs(viewer);
  for (const part of path.split('.')) procedure = Reflect.get(Object(procedure), part);
  if (typeof procedure !== 'function') throw new Error(`${path} is no procedure`);
  try {
    const answer: unknown = await procedure(procedureInputs[path].input?.(things));
    if (typeof answer === 'number') return answer > 0 ? 'there' : 'gone';
    return JSON.stringify(answer ?? null).includes(things.story) ? 'there' : 'gone';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
