import { examineInput, pageInput, type Finding, type MissingSetting } from '@relato/contract';
import { list, local, noInput } from '../command.ts';
import { exitCodes } from '../errors.ts';
import { toTable } from '../table.ts';

const toLines = (findings: readonly Finding[]): string[] => {
  const isSound = findings.every(({ advice }) => advice === null);
  return toTable(
    findings.map(({ check, found, advice }) => ({
      STATE: advice === null ? 'good' : 'wrong',
      OF: check,
      FOUND: found,
      DO: isSound ? undefined : advice,
    })),
  );
};

const toMissingLines = (missing: readonly MissingSetting[]): string[] =>
  missing.length === 0
    ? ['The legal pages have all that they need']
    : toTable(missing.map(({ setting, label }) => ({ SETTING: setting, MEANS: label })));

/** Commands for the operator of a server: its health, the legal pages, the register. */
export const doctor = [
  local('doctor', examineInput, {
    summary: 'Looks at everything that the server needs around it, and says what is wrong and what to do',
    about: { mailTo: 'sends a mail there, to see whether mail leaves' },
    run: async ({ connect }, input) => {
      const client = await connect();
      const value = await client.admin.examine.mutate(input, { context: { claimsNetwork: true } });
      return {
        value,
        toLines: () => toLines(value),
        exitCode: value.some(({ advice }) => advice !== null) ? exitCodes.wrong : exitCodes.done,
      };
    },
  }),
  local('legal check', noInput, {
    summary: 'Lists the settings that the legal pages lack',
    run: async ({ connect }) => {
      const value = await (await connect()).admin.missingLegal.query();
      return {
        value,
        toLines: () => toMissingLines(value),
        exitCode: value.length > 0 ? exitCodes.wrong : exitCodes.done,
      };
    },
  }),
  list('register', pageInput, {
    summary: 'Lists exports and deletions of accounts, newest first; it names no user',
    call: (client, input) => client.admin.register.query(input),
    row: (entry) => ({ AT: entry.createdAt, KIND: entry.kind, THINGS: entry.things }),
    empty: 'Nothing yet',
  }),
];
