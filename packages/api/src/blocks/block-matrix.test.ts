import { beforeAll, describe, expect, it } from 'vitest';
import { listPolicies, type ProcedurePath } from '../app-router.ts';
import { rows, type Row } from '../testing/blocks/block-rows.ts';
import { addPairs, relations, type Pair, type Relation } from '../testing/blocks/block-scene.ts';
import { callOn } from '../testing/call-on.ts';
import { procedureInputs } from '../testing/procedure-inputs.ts';
import { deafTranscriber } from '../testing/transcriptions.ts';
import { useTestWorld } from '../testing/world.ts';

const world = useTestWorld({ transcriber: deafTranscriber });

let pairs: Readonly<Record<'user' | 'administrator', readonly Pair[]>>;
beforeAll(async () => {
  pairs = { user: await addPairs(world, 'user'), administrator: await addPairs(world, 'administrator') };
});

describe('a block and a mute', () => {
  it.each(Object.entries(listPolicies()))('%s', async (path, { caller }) => {
    const procedure = path as ProcedurePath; // a key of the table
    const row = rows[procedure];
    const isOfStaff = caller === 'moderator' || caller === 'administrator';
    const answers: Partial<Record<Relation, string>> = {};
    for (const pair of pairs[isOfStaff ? 'administrator' : 'user'])
      answers[pair.relation] = await call(procedure, pair);
    const otherwise = answers.nothing ?? '';
    // Content that must be gone was there before, so no earlier call has taken it away, and a refused call was possible.
    expect(otherwise).toMatch(toUsual(row));
    expect(answers).toEqual(
      Object.fromEntries(relations.map((relation) => [relation, toPromise(row, relation, otherwise)])),
    );
  });
});

function toPromise(row: Row | string, relation: Relation, otherwise: string): string {
  if (typeof row === 'string') return otherwise;
  if (row.isOfBlocks) return relation === 'blocks' || relation === 'mutes' ? 'there' : 'gone';
  if (relation === 'blocks' || relation === 'is blocked') return row.block;
  return (relation === 'mutes' && row.mute) || otherwise;
}

/** Returns the answers that make a row meaningful if the two have no relation. */
function toUsual(row: Row | string): RegExp {
  if (typeof row === 'string' || row.isOfBlocks) return /./;
  return row.block === 'gone' ? /^there$/ : /^(?:there|gone)$/;
}

/** Resolves with the code of the refusal, or with whether the answer contains anything of the owner. */
function call(path: ProcedurePath, { caller, scene }: Pair): Promise<string> {
  const row = rows[path];
  const toInput = (typeof row === 'string' ? undefined : row.input) ?? procedureInputs[path].input;
  const signs = [scene.owner, `"${scene.name}"`];
  return callOn(world, path, caller, scene, { input: toInput?.(scene), signs });
}
