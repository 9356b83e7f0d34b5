import { expect, it } from 'vitest';
import { toScore, withoutSurvivors } from './report.ts';

const mutant = (status: string, statusReason?: string) => ({
  mutatorName: 'BooleanLiteral',
  status,
  replacement: 'false',
  location: { start: { line: 3 } },
  ...(statusReason !== undefined && { statusReason }),
});
const reportOf = (...mutants: ReturnType<typeof mutant>[]) => ({
  files: { 'src/rules.ts': { source: '', mutants } },
});

it('toScore counts what tests noticed, and names the rest with its place', () => {
  const report = reportOf(mutant('Killed'), mutant('Timeout'), mutant('Survived'), mutant('NoCoverage'));
  const survivor = 'packages/contract/src/rules.ts:3: BooleanLiteral → false';
  expect(toScore('packages/contract', report)).toEqual({
    killed: 2,
    excused: 0,
    survivors: [survivor, survivor],
  });
});

it('toScore excuses a change only with a reason', () => {
  const report = reportOf(mutant('Ignored', 'nothing reads it'), mutant('Ignored', 'Ignored because of X'));
  expect(toScore('packages/contract', report)).toEqual({
    killed: 0,
    excused: 1,
    survivors: ['packages/contract/src/rules.ts:3: is excused without a reason (BooleanLiteral)'],
  });
});

it('withoutSurvivors keeps what was noticed or excused', () => {
  const kept = [mutant('Killed'), mutant('Ignored', 'nothing reads it'), mutant('Timeout')];
  expect(withoutSurvivors(reportOf(...kept, mutant('Survived'), mutant('NoCoverage')))).toEqual(
    reportOf(...kept),
  );
});
