import { userId } from '@relato/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listPolicies, type ProcedurePath } from '../app-router.ts';
import type { Viewer } from './context.ts';
import type { Policy } from './enforce-policy.ts';
import { callOn } from '../testing/call-on.ts';
import { listProcedures } from '../testing/fuzz-calls.ts';
import { namesThings, procedureInputs } from '../testing/procedure-inputs.ts';
import { createThings, type Things } from '../testing/things.ts';
import { deafTranscriber } from '../testing/transcriptions.ts';
import { useTestWorld } from '../testing/world.ts';

const world = useTestWorld({ transcriber: deafTranscriber });
let people: Readonly<Record<Actor, Viewer | null>>;
beforeAll(async () => {
  people = await createPeople();
});

const actors = ['visitor', 'nameless', 'owner', 'other', 'moderator', 'administrator'] as const;
type Actor = (typeof actors)[number];

async function createPeople(): Promise<Readonly<Record<Actor, Viewer | null>>> {
  const nameless = await world.addUser('nameless');
  return {
    visitor: null,
    nameless: { ...nameless, username: null },
    owner: await world.addUser('owner'),
    other: await world.addUser('other'),
    moderator: await world.addUser('moderator', 'moderator'),
    administrator: await world.addUser('administrator', 'administrator'),
  };
}

/** The public and the private things that calls share if they cannot change them. */
const shared = new Map<boolean, Things>();

const makeThings = (isPublic: boolean): Promise<Things> =>
  createThings(world.database, userId.parse(people.owner?.id), isPublic, [...shared.values()]);

async function shareThings(isPublic: boolean): Promise<Things> {
  const things = shared.get(isPublic) ?? (await makeThings(isPublic));
  shared.set(isPublic, things);
  return things;
}

/** Returns the answer that the policy requires for a public or private target of `owner`. */
function toPromise(policy: Policy, actor: Actor, isPublic: boolean): RegExp {
  const level = levels[actor];
  if (policy.caller !== 'anyone' && level === 0) return /^UNAUTHENTICATED$/;
  if (policy.caller !== 'anyone' && policy.caller !== 'signedIn' && level === 1)
    return /^PROFILE_INCOMPLETE$/;
  if (policy.memberNeedsName && level === 1) return /^PROFILE_INCOMPLETE$/;
  if (level < callerLevels[policy.caller]) return /^FORBIDDEN$/;
  if (policy.target === undefined || policy.target === 'ownIfAny') return /^answered$/;
  if (actor === 'owner' && policy.target !== 'others') return /^answered$/;
  if (!isPublic && actor !== 'owner') return /NOT_FOUND$/;
  if (policy.target === 'visible' || (policy.target === 'others' && actor !== 'owner')) return /^answered$/;
  return /^FORBIDDEN$/;
}

const callerLevels = { anyone: 0, signedIn: 1, named: 2, moderator: 3, administrator: 4 } as const;
const levels: Readonly<Record<Actor, number>> = {
  visitor: 0,
  nameless: 1,
  owner: 2,
  other: 2,
  moderator: 3,
  administrator: 4,
};

async function call(path: ProcedurePath, actor: Actor, things: Things, more = {}): Promise<string> {
  const { input, answer } = procedureInputs[path];
  const given = input?.(things);
  const found = await callOn(world, path, people[actor], things, { input: given && { ...given, ...more } });
  if (/^(?:there|gone)$/.test(found))
    return answer === undefined ? 'answered' : 'answered, though it should not';
  // A visitor is refused by the policy with the same code as the owner of an ended session by the procedure.
  return found === answer && !(found === 'UNAUTHENTICATED' && people[actor] === null) ? 'answered' : found;
}

const procedures = listProcedures();
const mutations = new Set(procedures.flatMap(({ path, type }) => (type === 'mutation' ? [path] : [])));
const changesThings = (path: ProcedurePath) => mutations.has(path) && namesThings(path);

describe('SEC-03: the policy of a procedure', () => {
  it.each(Object.entries(listPolicies()))('L10, L266, L283-284, L286, D01: %s', async (path, policy) => {
    const procedure = path as ProcedurePath; // a key of the table
    const isNeverPublic =
      /^(appeals|questions|recordings|transcription)\.|^stories\.(?:create|letIn|leaveThread)$/.test(path);
    for (const isPublic of policy.target === undefined ? [true] : [true, false]) {
      let things: Things | null = null;
      for (const actor of actors) {
        things ??= await (changesThings(procedure) ? makeThings : shareThings)(isPublic);
        const answer = await call(procedure, actor, things);
        const promise = toPromise(policy, actor, isPublic && !isNeverPublic);
        expect({ actor, isPublic, answer }).toEqual({
          actor,
          isPublic,
          answer: expect.stringMatching(promise),
        });
        if (answer === 'answered' && changesThings(procedure)) things = null;
      }
    }
  });
});

const paged = procedures.flatMap(({ path, inputs }) =>
  inputs.some((input) => input instanceof z.ZodObject && 'cursor' in input.shape) ? [path] : [],
);

it.each(paged)('%s refuses a cursor that the server did not make', async (path) => {
  const things = await shareThings(true);
  for (const position of ['abc', '[1]', `[-1,"${things.story}"]`, '[1e99,"x"]']) {
    const cursor = Buffer.from(position).toString('base64url');
    expect(await call(path, 'administrator', things, { cursor })).toBe('CURSOR_INVALID');
  }
});
